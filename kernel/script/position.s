// The compiler accepts functions without a body, as labels in position.go, in a package that has such a file.
