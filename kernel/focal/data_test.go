package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/setup"
)

// mirror serves TSPLIB's files, packed. It hangs once, in the middle of the file that is
// request number hangs.
func mirror(t *testing.T, hangs int64) (address string, requests *atomic.Int64) {
	folder := filepath.Dir(datatest.Find(t, "tsplib/att48.tsp"))
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, err := os.ReadFile(filepath.Join(folder, strings.TrimSuffix(path.Base(r.URL.Path), ".gz")))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(content)
		z.Close()
		if requests.Add(1) == hangs {
			w.Write(packed.Bytes()[:packed.Len()/2])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed.Bytes()))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/tsp", requests
}

// focalIn runs focal in a folder, without FOCAL_DATA.
func focalIn(folder string, args ...string) *exec.Cmd {
	cmd := exec.Command("focal", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "FOCAL_DATA=")
	return cmd
}

// TestDataFetch: however the fetch ends, the same command resumes it; then all files are
// TSPLIB's, and its problems can be solved.
func TestDataFetch(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			const hangs = 40
			address, requests := mirror(t, hangs)
			dir := t.TempDir()
			var stdout, stderr strings.Builder
			fetching := focalIn(dir, "data", "fetch", "--url", address)
			fetching.Stdout, fetching.Stderr = &stdout, &stderr
			if err := fetching.Start(); err != nil {
				t.Fatal(err)
			}
			parts := func() []string {
				parts, _ := filepath.Glob(filepath.Join(dir, "data", "tsplib", "*.part"))
				return parts
			}
			for deadline := time.Now().Add(30 * time.Minute); requests.Load() < hangs ||
				len(parts()) == 0; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%d requests, want %d; %s", requests.Load(), hangs, &stderr)
				}
			}
			fetching.Process.Signal(signal)
			sent := time.Now()
			fetching.Wait()
			setup.Within(t, "the end after the signal", time.Since(sent), time.Second)
			if signal != syscall.SIGKILL {
				if code := fetching.ProcessState.ExitCode(); code != exit.Interrupted {
					t.Errorf("exit code %d, want %d", code, exit.Interrupted)
				}
				if got, want := stdout.String(), "TSPLIB: 39 of 73 files fetched into data, 0 were there\n"; got != want {
					t.Errorf("prints %q, want %q", got, want)
				}
				if got, want := stderr.String(),
					"focal: TSPLIB: interrupted; the same command resumes where it stopped\n"; got != want {
					t.Errorf("prints %q, want %q", got, want)
				}
			}
			if files, _ := filepath.Glob(filepath.Join(dir, "data", "tsplib", "*")); len(files) != 40 || len(parts()) != 1 {
				t.Errorf("%d files, %d of them parts, want 40 and 1", len(files), len(parts()))
			}

			out, err := focalIn(dir, "data", "fetch", "--json", "--url", address).Output()
			var outcome struct{ Files, There, Fetched, Missing int }
			if err != nil || json.Unmarshal(out, &outcome) != nil || outcome.There != 39 || outcome.Fetched != 34 ||
				outcome.Files != 73 || outcome.Missing != 0 {
				t.Errorf("%s, %v", out, err)
			}
			if got := requests.Load(); got != hangs+34 {
				t.Errorf("%d requests, want %d", got, hangs+34)
			}
			sameAsPublished(t, filepath.Join(dir, "data", "tsplib"))
			out, err = focalIn(dir, "data", "tsplib").Output()
			if err != nil || !strings.Contains(string(out), "73 of 73 files whole; in data\n") {
				t.Errorf("%s, %v", out, err)
			}
			out, err = focalIn(dir, "solve", "tsp/tsplib/burma14", "--alg", "astar", "--json").Output()
			if err != nil || !strings.Contains(string(out), `"cost":3323,`) {
				t.Errorf("%s, %v", out, err)
			}
		})
	}
}

// TestSolveAbsent: problems whose data is missing are reported before the first is
// solved.
func TestSolveAbsent(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"tsplib/burma14.tsp", "tsplib/gr17.tsp"} { // the first and the third
		text, err := os.ReadFile(datatest.Find(t, file))
		if err != nil {
			t.Fatal(err)
		}
		place := filepath.Join(dir, "data", file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(place), 0o755), os.WriteFile(place, text, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	solving := focalIn(dir, "solve", "tsp/tsplib/1-3", "--alg", "fs", "-w", "1.5")
	var stderr strings.Builder
	solving.Stderr = &stderr
	out, _ := solving.Output()
	if code := solving.ProcessState.ExitCode(); code != exit.Usage || len(out) > 0 ||
		!strings.Contains(stderr.String(), "ulysses16.tsp is not in data/tsplib") {
		t.Errorf("exit code %d, %s%s", code, out, &stderr)
	}
}

// sameAsPublished checks that a folder holds TSPLIB's files and nothing else.
func sameAsPublished(t *testing.T, folder string) {
	t.Helper()
	set, err := data.Named("tsplib")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range set.Files {
		want, err := os.ReadFile(datatest.Find(t, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, path.Base(f.Path))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v", f.Path, err)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != len(set.Files) {
		t.Errorf("%d files, want %d", len(files), len(set.Files))
	}
}

// TestDoctorData: doctor lists the sets that are not complete.
func TestDoctorData(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("FOCAL_DATA", "")
	if f := checkData(); f.State != missing || f.Found != "incomplete: korf, tsplib, tsplib-optima, gctsp, shaelaie, movingai" {
		t.Errorf("%+v", f)
	}
	if err := os.MkdirAll("data/korf", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("data/korf/korf100.csv", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if f := checkData(); f.State != failed || f.Found != "files with a wrong SHA-256 in korf" {
		t.Errorf("%+v", f)
	}
}

func TestDoctorWholeData(t *testing.T) {
	datatest.Find(t, "korf/korf100.csv")
	t.Setenv("FOCAL_DATA", datatest.Folder())
	if f := checkData(); f.State != fine {
		t.Errorf("%+v", f)
	}
}
