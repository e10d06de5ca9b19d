package bundle

import (
	"archive/zip"
	"bytes"
	"testing"
)

// FuzzArchive unpacks any input, within limits.
func FuzzArchive(f *testing.F) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"ask.ipynb", "SHA256SUMS", "../up", "results/runs.csv"} {
		w, err := z.Create(name)
		if err != nil {
			f.Fatal(err)
		}
		w.Write([]byte("{}"))
	}
	if err := z.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		a := new(Archive)
		if a.read(data, most) != nil {
			return
		}
		size := 0
		for _, file := range a.Files {
			size += len(file.Data())
		}
		if size > most {
			t.Fatalf("%d bytes were unpacked", size)
		}
	})
}

// FuzzNotebook reads any input as a notebook.
func FuzzNotebook(f *testing.F) {
	f.Add([]byte(`{"cells":[{"cell_type":"code","execution_count":1,"source":["x"],"outputs":[]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := ParseNotebook(data)
		if err != nil {
			return
		}
		_ = n.Executed()
		_ = n.Day()
		_ = n.Reads(t.TempDir())
	})
}
