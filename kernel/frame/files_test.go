package frame_test

import _ "github.com/focal-search/focal/kernel/frame/files" // for the tests of Read and SQL
