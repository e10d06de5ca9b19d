package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/focal-search/focal/engine/provenance"
)

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

func (versionCmd) Help() string { return example("focal version") }

// A build describes how this executable was built.
type build struct {
	Version  string `json:"version"` // semantic: the commit's tag, or one derived from the last tag and the commit
	Commit   string `json:"commit"`  // "" if the build did not record one
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: "v0.0.0-devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && semver.IsValid(info.Main.Version) { // go run records "(devel)"
		b.Version = info.Main.Version
	}
	b.Commit, b.Modified = strings.CutSuffix(provenance.Commit(), "+changes")
	return b
}

func (c *versionCmd) Run() error {
	b := thisBuild()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(b)
	}
	_, err := fmt.Printf("focal %s\ncommit %s\n%s %s\n", b.Version, b.commit(), b.Go, b.Platform)
	return err
}

// commit describes the commit in words.
func (b build) commit() string {
	switch {
	case b.Commit == "":
		return "not recorded in this build"
	case b.Modified:
		return b.Commit + " with changes"
	}
	return b.Commit
}
