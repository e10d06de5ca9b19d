package worker

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A worker elsewhere whose file lies in the future, because a clock was set back, does
// not count as running for years. A file of another kind is not a worker, even if reading
// it never ends.
func TestStatusOfElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.db")
	if err := os.Mkdir(path+".shards", 0o777); err != nil {
		t.Fatal(err)
	}
	_ = os.Symlink("/dev/zero", filepath.Join(path+".shards", "ZERO.worker.json"))
	for seen, want := range map[time.Duration]State{0: AtWork, -time.Second: AtWork, -time.Hour: Silent,
		time.Second: AtWork, time.Hour: Silent, 1e5 * time.Hour: Silent} {
		w := New(path)
		w.Host, w.Place, w.Seen = "elsewhere", "elsewhere", time.Now().Add(seen)
		text, err := json.Marshal(w)
		if err == nil {
			err = os.WriteFile(w.File(), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		all, err := List(path)
		if err != nil || len(all) != 1 || all[0].State() != want {
			t.Errorf("seen at %v: %v, %v, want %v", seen, all, err, want)
		}
		if may := all[0].MayLive(); may != (want == Silent && seen.Abs() <= forgetAfter) {
			t.Errorf("seen at %v: may live %v", seen, may)
		}
		w.Forget()
	}
}
