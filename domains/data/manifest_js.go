package data

// A page has no data files, so it does without their checksums, which a reader would download.
const manifest = "set,file,sha256\n"
