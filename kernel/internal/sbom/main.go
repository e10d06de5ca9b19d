// Command sbom prints a bill of materials of a Go program, CycloneDX 1.5 in JSON: the
// modules that it is made of with their versions, as the program itself records them.
//
//	go run ./kernel/internal/sbom VERSION PROGRAM > focal.cdx.json
//
// Two programs of the same modules have the same bill: there is no time and no
// random number in it.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/focal-search/focal/kernel/internal/exit"
)

type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION PROGRAM")
		os.Exit(exit.Usage)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(exit.Wrong)
	}
}

func write(version, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(billOf(version, info))
}

// billOf lists the toolchain, whose library is part of each program, and the modules.
func billOf(version string, info *debug.BuildInfo) bill {
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1}
	b.Metadata.Component = module("application", info.Main.Path, version, "")
	b.Components = []component{module("library", "stdlib", info.GoVersion[len("go"):], "")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, module("library", m.Path, m.Version, m.Sum))
	}
	return b
}

func module(kind, path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + version
	c := component{Type: kind, Ref: purl, Name: path, Version: version, PURL: purl}
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}
