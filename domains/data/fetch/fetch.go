// Package fetch downloads a published data set from its public home into the data folder.
//
// A file gets its name in one step, and only if its SHA-256 is the one in package data.
// So however a fetch ends, no file is incomplete. The received part of a file is kept
// beside it as FILE.gz.part, and the next fetch requests only the rest.
package fetch

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine/output"
)

// A Request describes what to download.
type Request struct {
	Set      data.Set
	URL      string                // below which a mirror has each file F as F.gz; "" for the set's home
	Replace  bool                  // replace existing files with a different SHA-256
	Progress func(done, total int) // if not nil, called as files are done
}

// An Outcome is the result of a Request.
type Outcome struct {
	URL     string // the source
	Folder  string // the destination: the first of data.Folders
	There   int    // files that were complete before
	Fetched int
	Total   int // files of the set
}

// ErrNoHome is the error for a set without a public home.
var ErrNoHome = errors.New("has no public home to fetch it from")

// Do downloads those files of a set that are not complete in one of data.Folders. A file
// that is wrong or missing at the source does not prevent the download of others. An
// *fs.PathError is about the data folder.
func Do(ctx context.Context, r Request) (Outcome, error) {
	return (&fetcher{Request: r, patience: 30 * time.Second}).all(ctx)
}

// most exceeds the size of every file, compressed or not.
const most = 16 << 20

type fetcher struct {
	Request
	patience time.Duration // for a server that sends nothing
}

// A badFile is an error that concerns only one file.
type badFile struct {
	error
	spoilt bool // the received part is useless
}

func (e badFile) Unwrap() error { return e.error }

func bad(format string, args ...any) error { return badFile{fmt.Errorf(format, args...), false} }

func spoilt(format string, args ...any) error { return badFile{fmt.Errorf(format, args...), true} }

func (g *fetcher) all(ctx context.Context) (Outcome, error) {
	o := Outcome{URL: strings.TrimSuffix(cmp.Or(g.URL, g.Set.Home), "/"), Folder: data.Folders()[0],
		Total: len(g.Set.Files)}
	if g.Set.Home == "" {
		return o, fmt.Errorf("%s %w: set FOCAL_DATA to a folder that holds it", g.Set.Title, ErrNoHome)
	}
	survey, err := g.Set.Look()
	if err == nil && survey.Whole < o.Total {
		var done func()
		if done, err = alone(ctx, o.Folder); err == nil {
			defer done()
			survey, err = g.Set.Look() // again, after another one's fetch
		}
	}
	if err != nil {
		return o, err
	}
	var failures []error
	o.There = survey.Whole
	lacking := o.Total - o.There
	for _, f := range survey.Found {
		if f.State == data.Whole {
			continue
		}
		if g.Progress != nil {
			g.Progress(o.Fetched+len(failures), lacking)
		}
		err := g.file(ctx, f, o)
		switch {
		case err == nil:
			o.Fetched++
		case ctx.Err() != nil:
			return o, context.Cause(ctx)
		case errors.As(err, new(badFile)):
			failures = append(failures, err)
		default:
			return o, err
		}
	}
	return o, summary(failures)
}

// alone waits until no other fetch works in a folder, and excludes others until done is
// called or the process ends.
func alone(ctx context.Context, folder string) (done func(), err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	dir, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	for {
		if !locked(dir) {
			return func() { dir.Close() }, nil
		}
		select {
		case <-ctx.Done():
			dir.Close()
			return nil, context.Cause(ctx)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// summary returns one error for several files.
func summary(failures []error) error {
	if len(failures) < 2 {
		return errors.Join(failures...)
	}
	return fmt.Errorf("%w (and %d more failed)", failures[0], len(failures)-1)
}

// file downloads a file that is missing or changed.
func (g *fetcher) file(ctx context.Context, f data.Found, o Outcome) error {
	if f.State == data.Changed && !g.Replace {
		return bad("%s: its SHA-256 is not that of %s's file: move it away, or have it replaced (--force)", f.Place,
			g.Set.Title)
	}
	place := filepath.Join(o.Folder, filepath.FromSlash(f.Path))
	from := o.URL + "/" + path.Base(f.Path) + ".gz"
	part := place + ".gz.part"
	resumed := size(part) > 0
	content, err := g.content(ctx, from, part)
	if err == nil && data.Sum(content) != f.SHA256 {
		err = spoilt("%s: the SHA-256 of what it holds is %s, want %s: try again or name a mirror (--url)", from,
			data.Sum(content), f.SHA256)
	}
	if wrong := (badFile{}); errors.As(err, &wrong) && wrong.spoilt {
		if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if resumed { // the part may be from another version
			return g.file(ctx, f, o)
		}
	}
	if err != nil {
		return err
	}
	if err := output.WriteFile(place, content); err != nil {
		return err
	}
	return os.Remove(part)
}

// content returns the contents of a compressed file, after all of it has been downloaded
// into part.
func (g *fetcher) content(ctx context.Context, from, part string) ([]byte, error) {
	if err := g.download(ctx, from, part); err != nil {
		return nil, err
	}
	packed, err := os.ReadFile(part)
	if err != nil {
		return nil, err
	}
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, spoilt("%s: what comes is not packed by gzip: name another mirror (--url)", from)
	}
	content, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, spoilt("%s: what comes cannot be unpacked (%w): try again or name a mirror (--url)", from, err)
	}
	return content, nil
}

// download completes part. If a connection is cut, it opens another one, as long as there
// is progress.
func (g *fetcher) download(ctx context.Context, from, part string) error {
	for best := size(part); ; {
		err := g.connect(ctx, from, part)
		if !errors.As(err, new(cut)) || size(part) <= best {
			return err
		}
		best = size(part)
	}
}

// A cut is an error that ended the body of a response.
type cut struct{ error }

func (e cut) Unwrap() error { return e.error }

func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// connect requests the rest of a part once, and appends what it receives.
func (g *fetcher) connect(ctx context.Context, from, part string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	alarm := time.AfterFunc(g.patience, func() { cancel(fmt.Errorf("nothing came for %v", g.patience)) })
	defer alarm.Stop()

	offset := size(part)
	answer, err := ask(ctx, from, offset)
	if err != nil {
		return unreachable(ctx, from, err)
	}
	defer answer.Body.Close()
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	switch answer.StatusCode {
	case http.StatusPartialContent:
		if span := answer.Header.Get("Content-Range"); !strings.HasPrefix(span, fmt.Sprintf("bytes %d-", offset)) {
			return spoilt("%s: asked for what follows byte %d, the server sends %q: name another mirror (--url)", from,
				offset, span)
		}
	case http.StatusOK: // the whole file, even if a part was requested
		flags |= os.O_TRUNC
		offset = 0
	case http.StatusRequestedRangeNotSatisfiable: // the part is as long as the file, or longer
		return spoilt("%s: the server answers %s: name another mirror (--url)", from, answer.Status)
	case http.StatusNotFound, http.StatusGone:
		return bad("%s: the server answers %s: name a mirror that has the file (--url)", from, answer.Status)
	default:
		return fmt.Errorf("%s: the server answers %s: try again later or name a mirror (--url)", from, answer.Status)
	}
	if err := os.MkdirAll(filepath.Dir(part), 0o777); err != nil {
		return err
	}
	out, err := os.OpenFile(part, flags, 0o666)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(&lively{answer.Body, alarm, g.patience}, most-offset))
	if closing := out.Close(); closing != nil {
		return closing
	}
	switch {
	case errors.As(err, new(*fs.PathError)): // of writing
		return err
	case err != nil:
		return cut{unreachable(ctx, from, err)}
	case offset+n >= most:
		return spoilt("%s: more than %d bytes come: name another mirror (--url)", from, most)
	}
	return nil
}

// ask requests a file from an offset.
func ask(ctx context.Context, from string, offset int64) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "focal")
	request.Header.Set("Accept-Encoding", "identity") // the file as it is, which is packed already
	if offset > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	return http.DefaultClient.Do(request)
}

// unreachable explains why a server cannot be reached, or can no longer.
func unreachable(ctx context.Context, from string, err error) error {
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err // without the address, which the message already has
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return fmt.Errorf("%s: %w: check the network, or name a mirror (--url)", from, err)
}

// lively postpones an alarm whenever data arrives.
type lively struct {
	io.Reader
	alarm    *time.Timer
	patience time.Duration
}

func (l *lively) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if n > 0 {
		l.alarm.Reset(l.patience)
	}
	return n, err
}
