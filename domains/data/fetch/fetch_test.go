package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/focal-search/focal/domains/data"
)

// A home is a server of packed files that records the requests.
type home struct {
	*httptest.Server
	set    data.Set
	unlike func(w http.ResponseWriter, r *http.Request, packed []byte) bool // whether it has answered

	mu    sync.Mutex
	asked []string // as "a.gz" or "a.gz bytes=7-"
}

var (
	contents = map[string][]byte{"toy/a": noise(1, 100_000), "toy/b": noise(2, 3), "toy/c": noise(3, 50_000)}
	packed   = pack(contents["toy/a"])
)

func noise(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func pack(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

// serve starts a home for a set with the contents, and makes an empty data folder.
func serve(t *testing.T) *home {
	t.Setenv("FOCAL_DATA", filepath.Join(t.TempDir(), "data"))
	h := &home{set: data.Set{Name: "toy", Title: "Toy"}}
	for _, path := range []string{"toy/a", "toy/b", "toy/c"} {
		h.set.Files = append(h.set.Files, data.File{Path: path, SHA256: data.Sum(contents[path])})
	}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	h.set.Home = h.URL
	return h
}

func (h *home) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked = append(h.asked, strings.TrimSpace(r.URL.Path[1:]+" "+r.Header.Get("Range")))
	h.mu.Unlock()
	content, ok := contents["toy/"+strings.TrimSuffix(r.URL.Path[1:], ".gz")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	packed := pack(content)
	if h.unlike != nil && h.unlike(w, r, packed) {
		return
	}
	// As servers of packed files do; clients must not unpack the answer because of it.
	w.Header().Set("Content-Encoding", "gzip")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed))
}

// requests returns the requests since it was last called.
func (h *home) requests() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer func() { h.asked = nil }()
	return strings.Join(h.asked, ", ")
}

// first changes the answer to the first request for a.gz.
func (h *home) first(unlike func(w http.ResponseWriter, r *http.Request, packed []byte)) {
	var once sync.Once
	h.unlike = func(w http.ResponseWriter, r *http.Request, packed []byte) (done bool) {
		if r.URL.Path == "/a.gz" {
			once.Do(func() {
				done = true
				unlike(w, r, packed)
			})
		}
		return done
	}
}

// cutAfter sends n bytes of those announced.
func cutAfter(n int) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, _ *http.Request, packed []byte) {
		w.Header().Set("Content-Length", fmt.Sprint(len(packed)))
		w.Write(packed[:n])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// folder returns what the data folder contains.
func folder(t *testing.T) (names []string) {
	t.Helper()
	root := data.Folders()[0]
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == root {
			return nil
		}
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// holds asserts what is in the data folder, and that no complete file has wrong content.
func holds(t *testing.T, want ...string) {
	t.Helper()
	got := folder(t)
	if !slices.Equal(got, want) {
		t.Errorf("the data folder holds %q, want %q", got, want)
	}
	for _, name := range got {
		if want, ok := contents[name]; ok {
			if got, err := os.ReadFile(filepath.Join(data.Folders()[0], name)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what the server has (%v)", name, err)
			}
		}
	}
}

// put writes a file into the data folder.
func put(t *testing.T, name string, content []byte) {
	t.Helper()
	path := filepath.Join(data.Folders()[0], name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, content, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// whole fetches the set of a home without an error.
func whole(t *testing.T, h *home) Outcome {
	t.Helper()
	o, err := Do(t.Context(), Request{Set: h.set})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "toy/a", "toy/b", "toy/c")
	return o
}

// fails fetches the set of a home, which must fail with an error of one line that
// contains all parts.
func fails(t *testing.T, r Request, parts ...string) Outcome {
	t.Helper()
	o, err := Do(t.Context(), r)
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %q\nwant %q in it", err, part)
		}
	}
	return o
}

func TestFetch(t *testing.T) {
	h := serve(t)
	var progress []string
	o, err := Do(t.Context(), Request{Set: h.set,
		Progress: func(done, total int) { progress = append(progress, fmt.Sprint(done, "/", total)) }})
	if want := (Outcome{URL: h.URL, Folder: data.Folders()[0], Fetched: 3, Total: 3}); o != want || err != nil {
		t.Errorf("%+v, %v, want %+v", o, err, want)
	}
	holds(t, "toy/a", "toy/b", "toy/c")
	if got, want := strings.Join(progress, " "), "0/3 1/3 2/3"; got != want {
		t.Errorf("progress %s, want %s", got, want)
	}
	if got, want := h.requests(), "a.gz, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
	// Again: nothing is requested. Then one file is missing.
	if o := whole(t, h); o.There != 3 || o.Fetched != 0 || h.requests() != "" {
		t.Errorf("fetched again: %+v", o)
	}
	os.Remove(filepath.Join(o.Folder, "toy", "b"))
	if o := whole(t, h); o.There != 2 || o.Fetched != 1 || h.requests() != "b.gz" {
		t.Errorf("fetched again: %+v", o)
	}
}

// TestTwo: of two fetches at the same time one waits, and has nothing left to do; it
// waits no longer than its context lasts.
func TestTwo(t *testing.T) {
	h := serve(t)
	var outcomes [2]Outcome
	var errs [2]error
	var both sync.WaitGroup
	for i := range 2 {
		both.Go(func() { outcomes[i], errs[i] = Do(t.Context(), Request{Set: h.set}) })
	}
	both.Wait()
	if a, b := outcomes[0], outcomes[1]; errs != [2]error{} || a.Fetched+b.Fetched != 3 || a.There+b.There != 3 ||
		a.Fetched%3 != 0 {
		t.Errorf("%+v, %v", outcomes, errs)
	}
	holds(t, "toy/a", "toy/b", "toy/c")
	if got, want := h.requests(), "a.gz, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
	os.Remove(filepath.Join(outcomes[0].Folder, "toy", "b"))
	done, err := alone(t.Context(), outcomes[0].Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := Do(ctx, Request{Set: h.set}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestMirror: the address given is used, with or without a slash at its end.
func TestMirror(t *testing.T) {
	h := serve(t)
	h.set.Home = "http://localhost:1/nowhere"
	if o, err := Do(t.Context(), Request{Set: h.set, URL: h.URL + "/"}); err != nil || o.Fetched != 3 || o.URL != h.URL {
		t.Errorf("%+v, %v", o, err)
	}
	h.set.Home = ""
	if _, err := Do(t.Context(), Request{Set: h.set}); !errors.Is(err, ErrNoHome) {
		t.Error(err)
	}
}

// TestCut: after a broken connection only the rest is requested, in the same fetch.
func TestCut(t *testing.T) {
	h := serve(t)
	h.first(cutAfter(1000))
	whole(t, h)
	if got, want := h.requests(), "a.gz, a.gz bytes=1000-, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
}

// TestCutAgain: a server that never gets further is given up; what arrived is kept, and
// the next fetch requests the rest.
func TestCutAgain(t *testing.T) {
	h := serve(t)
	var repaired atomic.Bool
	h.unlike = func(w http.ResponseWriter, r *http.Request, packed []byte) bool {
		switch {
		case repaired.Load():
			return false
		case r.Header.Get("Range") != "":
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 1000-%d/%d", len(packed)-1, len(packed)))
			w.Header().Set("Content-Length", fmt.Sprint(len(packed)-1000))
			w.WriteHeader(http.StatusPartialContent)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		cutAfter(1000)(w, r, packed)
		return true
	}
	fails(t, Request{Set: h.set}, h.URL+"/a.gz: ", "check the network, or name a mirror")
	holds(t, "toy/a.gz.part")
	if got, want := h.requests(), "a.gz, a.gz bytes=1000-"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
	repaired.Store(true)
	whole(t, h)
	if got, want := h.requests(), "a.gz bytes=1000-, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
}

// TestNoRange: a server that does not support ranges sends the whole file, which replaces
// the part.
func TestNoRange(t *testing.T) {
	h := serve(t)
	put(t, "toy/a.gz.part", packed[:1000])
	h.first(func(w http.ResponseWriter, _ *http.Request, packed []byte) { w.Write(packed) })
	whole(t, h)
	if got, want := h.requests(), "a.gz bytes=1000-, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
}

// TestSpoilt: parts that do not match the server's file are fetched again.
func TestSpoilt(t *testing.T) {
	for name, part := range map[string][]byte{
		"another version":  pack(noise(9, 100_000))[:1000],
		"all of it":        packed,
		"more than all":    append(slices.Clone(packed), "more"...),
		"no gzip":          []byte("<html>"),
		"more than a file": make([]byte, most),
	} {
		t.Run(name, func(t *testing.T) {
			h := serve(t)
			put(t, "toy/a.gz.part", part)
			whole(t, h)
			if got, want := h.requests(), fmt.Sprintf("a.gz bytes=%d-, a.gz, b.gz, c.gz", len(part)); got != want {
				t.Errorf("requests %s, want %s", got, want)
			}
		})
	}
	t.Run("another range", func(t *testing.T) {
		h := serve(t)
		put(t, "toy/a.gz.part", packed[:1000])
		h.first(func(w http.ResponseWriter, _ *http.Request, packed []byte) {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 10-%d/%d", len(packed)-1, len(packed)))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(packed[10:])
		})
		whole(t, h)
	})
}

// TestWrong: a file that is wrong or missing on the server is reported and leaves
// nothing; the others are fetched.
func TestWrong(t *testing.T) {
	tests := map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request, packed []byte)
		parts  []string
	}{
		"checksum": {func(w http.ResponseWriter, _ *http.Request, _ []byte) { w.Write(pack([]byte("abc"))) },
			[]string{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, want " + data.Sum(contents["toy/a"])}},
		"not packed": {func(w http.ResponseWriter, _ *http.Request, _ []byte) { w.Write([]byte("<html>Please log in")) },
			[]string{"what comes is not packed by gzip"}},
		"half a file": {func(w http.ResponseWriter, _ *http.Request, packed []byte) { w.Write(packed[:5000]) },
			[]string{"what comes cannot be unpacked (unexpected EOF)"}},
		"endless": {func(w http.ResponseWriter, _ *http.Request, packed []byte) {
			for range most/len(packed) + 2 {
				w.Write(packed)
			}
		}, []string{"more than 16777216 bytes come"}},
		"404": {func(w http.ResponseWriter, r *http.Request, _ []byte) { http.NotFound(w, r) },
			[]string{"the server answers 404 Not Found: name a mirror that has the file"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			h := serve(t)
			h.first(test.answer)
			o := fails(t, Request{Set: h.set}, append(test.parts, h.URL+"/a.gz: ")...)
			if o.Fetched != 2 {
				t.Errorf("%d files fetched, want 2", o.Fetched)
			}
			holds(t, "toy/b", "toy/c")
		})
	}
	t.Run("all", func(t *testing.T) {
		h := serve(t)
		put(t, "toy/a.gz.part", packed[:1000])
		fails(t, Request{Set: h.set, URL: h.URL + "/moved"}, h.URL+"/moved/a.gz: the server answers 404",
			" (and 2 more failed)")
		holds(t, "toy/a.gz.part") // a wrong address removes nothing
	})
}

// TestStops: an error that does not concern one file ends the fetch.
func TestStops(t *testing.T) {
	t.Run("503", func(t *testing.T) {
		h := serve(t)
		h.unlike = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			http.Error(w, "", http.StatusServiceUnavailable)
			return true
		}
		fails(t, Request{Set: h.set}, h.URL+
			"/a.gz: the server answers 503 Service Unavailable: try again later or name a mirror")
		if got := h.requests(); got != "a.gz" {
			t.Errorf("requests %s", got)
		}
	})
	t.Run("no server", func(t *testing.T) {
		h := serve(t)
		h.Close()
		fails(t, Request{Set: h.set}, h.URL+"/a.gz: ", "refused: check the network, or name a mirror")
		holds(t)
	})
	t.Run("no such host", func(t *testing.T) {
		h := serve(t)
		fails(t, Request{Set: h.set, URL: "http://nowhere.invalid/x"}, "http://nowhere.invalid/x/a.gz: ",
			"check the network, or name a mirror")
		holds(t)
	})
	t.Run("silence", func(t *testing.T) {
		h := serve(t)
		h.unlike = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return true
		}
		g := fetcher{Request: Request{Set: h.set}, patience: 50 * time.Millisecond}
		if _, err := g.all(t.Context()); err == nil ||
			!strings.Contains(err.Error(), h.URL+"/a.gz: nothing came for 50ms: check the network") {
			t.Error(err)
		}
	})
}

// TestSlow: a server that sends a little now and then is waited for.
func TestSlow(t *testing.T) {
	h := serve(t)
	patience := 4 * time.Second
	if testing.Short() {
		patience = 2 * time.Second
	}
	h.first(func(w http.ResponseWriter, _ *http.Request, packed []byte) {
		for i, piece := range slices.Collect(slices.Chunk(packed, len(packed)/9)) {
			if i > 0 {
				time.Sleep(patience / 8) // at least patience altogether
			}
			w.Write(piece)
			w.(http.Flusher).Flush()
		}
	})
	g := fetcher{Request: Request{Set: h.set}, patience: patience}
	if o, err := g.all(t.Context()); err != nil || o.Fetched != 3 {
		t.Errorf("%+v, %v", o, err)
	}
	if got, want := h.requests(), "a.gz, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
}

// TestInterrupt: a cancelled context ends the fetch at once, and the next one continues
// from there.
func TestInterrupt(t *testing.T) {
	h := serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	h.first(func(w http.ResponseWriter, r *http.Request, packed []byte) {
		w.Header().Set("Content-Length", fmt.Sprint(len(packed)))
		w.Write(packed[:2000])
		w.(http.Flusher).Flush()
		for part := filepath.Join(data.Folders()[0], "toy", "a.gz.part"); size(part) < 2000; {
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-r.Context().Done()
	})
	o, err := Do(ctx, Request{Set: h.set})
	if !errors.Is(err, context.Canceled) || o.Fetched != 0 {
		t.Errorf("%+v, %v", o, err)
	}
	holds(t, "toy/a.gz.part")
	h.requests()
	whole(t, h)
	if got, want := h.requests(), "a.gz bytes=2000-, b.gz, c.gz"; got != want {
		t.Errorf("requests %s, want %s", got, want)
	}
}

// TestChanged: a file with other content is replaced only if that is requested.
func TestChanged(t *testing.T) {
	h := serve(t)
	put(t, "toy/b", []byte("mine"))
	o := fails(t, Request{Set: h.set}, filepath.Join(data.Folders()[0], "toy", "b")+
		": its SHA-256 is not that of Toy's file")
	if mine, err := os.ReadFile(filepath.Join(o.Folder, "toy", "b")); string(mine) != "mine" || o.Fetched != 2 {
		t.Errorf("%q, %v; %+v", mine, err, o)
	}
	if o, err := Do(t.Context(), Request{Set: h.set, Replace: true}); err != nil || o.Fetched != 1 || o.There != 2 {
		t.Errorf("%+v, %v", o, err)
	}
	holds(t, "toy/a", "toy/b", "toy/c")
}

// TestNoFolder: a fault of the data folder is an fs.PathError.
func TestNoFolder(t *testing.T) {
	h := serve(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FOCAL_DATA", file)
	if _, err := Do(t.Context(), Request{Set: h.set}); !errors.As(err, new(*fs.PathError)) ||
		!strings.Contains(err.Error(), file) {
		t.Error(err)
	}
}
