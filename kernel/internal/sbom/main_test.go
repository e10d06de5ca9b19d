package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The bill of materials has the modules and versions that go version -m prints.
func TestBill(t *testing.T) {
	program := filepath.Join(t.TempDir(), "sbom")
	if out, err := exec.Command("go", "build", "-o", program,
		"../../script/symbols/internal/generate").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var stderr bytes.Buffer
	cmd := exec.Command("go", "run", ".", "v1.2.3", program)
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var b struct {
		BomFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version, PURL string }
	}
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if c := b.Metadata.Component; b.BomFormat != "CycloneDX" || b.SpecVersion != "1.5" || c.Version != "v1.2.3" ||
		c.Name != "github.com/focal-search/focal" {
		t.Errorf("%s", text)
	}
	listed, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(listed)) {
		if fields := strings.Fields(line); len(fields) >= 3 && fields[0] == "dep" {
			want[fields[1]] = fields[2]
		}
	}
	if len(want) < 2 || len(b.Components) != len(want)+1 {
		t.Fatalf("%d components, %d modules", len(b.Components), len(want))
	}
	for _, c := range b.Components[1:] {
		if want[c.Name] != c.Version || c.PURL != "pkg:golang/"+c.Name+"@"+c.Version {
			t.Errorf("%+v: want version %s", c, want[c.Name])
		}
	}
	if c := b.Components[0]; c.Name != "stdlib" || !strings.HasPrefix(string(listed), program+": go"+c.Version) {
		t.Errorf("the toolchain is %+v, and go version prints\n%.80s", c, listed)
	}
}
