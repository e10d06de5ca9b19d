// Elements with an elided &T in maps and slices that packages declare, and of structs of
// packages.
package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"testing/fstest"
)

func main() {
	files := fstest.MapFS{"a.txt": {Data: []byte("one")}, "b/c.txt": {}, "d": {Mode: fs.ModeDir | 0o755}}
	data, err := fs.ReadFile(files, "a.txt")
	fmt.Println(string(data), err, len(files), files["b/c.txt"].Data == nil)
	var names []string
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	fmt.Println(names)
	urls := []*url.URL{{Scheme: "https", Host: "a"}, {Path: "/x"}}
	for _, u := range urls {
		fmt.Println(u)
	}
	cookies := map[string]*http.Cookie{"k": {Name: "k", Value: "v"}}
	fmt.Println(cookies["k"].String(), slices.IndexFunc(urls, func(u *url.URL) bool { return u.Host == "" }))
	nested := map[string][]*url.URL{"n": {{Host: "b"}}}
	fmt.Println(nested["n"][0].Host)
}
