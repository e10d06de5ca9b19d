package export_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// One flipped bit of a file is noticed, or changes nothing that is read.
func TestFlippedBits(t *testing.T) {
	flips := 1000
	if n, err := strconv.Atoi(os.Getenv("FOCAL_FLIPS")); err == nil {
		flips = n
	}
	all := records(t)
	for form, write := range map[string]func(*bytes.Buffer) error{
		"csv":     func(b *bytes.Buffer) error { return export.WriteCSV(b, all) },
		"parquet": func(b *bytes.Buffer) error { return export.WriteParquet(b, all) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		want, err := export.Parse("runs."+form, b.Bytes())
		if err != nil || !want[0].Checked {
			t.Fatal(err, want[0].Checked)
		}
		r := rand.New(rand.NewPCG(15, 4))
		noticed, named, unchecked, harmless := 0, 0, 0, 0
		for range flips {
			changed := bytes.Clone(b.Bytes())
			at := r.IntN(len(changed))
			changed[at] ^= 1 << r.IntN(8)
			have, err := export.Parse("runs."+form, changed)
			var row *export.Damage
			switch {
			case err != nil:
				noticed++
				if errors.As(err, &row) {
					named++
				}
			case len(have) > 0 && !have[0].Checked: // which those who read it say
				unchecked++
			case reflect.DeepEqual(have, want):
				harmless++
			default:
				t.Errorf("%s: bit flipped in byte %d of %d: silently different", form, at, len(changed))
			}
		}
		t.Logf("%s: %d flips: %d noticed, %d of them with their row; %d took the checksums away, %d changed nothing",
			form, flips, noticed, named, unchecked, harmless)
	}
}

// All damaged rows are named, with their lines, and the others are read.
func TestDamagedRowsAreNamed(t *testing.T) {
	all := records(t)
	var b bytes.Buffer
	if err := export.WriteCSV(&b, all); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.String(), ","+strconv.FormatInt(all[1].Result.Expanded, 10)+",", ",1,", 1)
	text = strings.Replace(text, all[4].Result.Digest, "0"+all[4].Result.Digest[1:], 1)
	lines, err := export.Parse("runs.csv", []byte(text))
	if len(lines) != len(all)-2 || !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("%d lines of %d, %v", len(lines), len(all), err)
	}
	if n := strings.Count(err.Error(), "is damaged: its checksum is "); n != 2 ||
		!strings.HasPrefix(err.Error(), "runs.csv:") {
		t.Errorf("%d rows are named: %v", n, err)
	}
	// A file of an older version is read as it is.
	old := strings.ReplaceAll(b.String(), "\n", "\n")
	header, rest, _ := strings.Cut(old, "\n")
	if lines, err = export.Parse("old.csv", []byte(strings.TrimSuffix(header, ",crc32c")+",more\n"+rest)); err != nil ||
		len(lines) != len(all) || lines[0].Checked {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}
