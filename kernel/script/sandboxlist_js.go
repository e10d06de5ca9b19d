package script

// A page is a sandbox itself, so it does without the list, which a reader would download.
const sandboxList = ""
