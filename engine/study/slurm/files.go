package slurm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/process"
)

// ownFiles lists what is copied to where the tasks work, so that a later change does not change
// a running study: the cluster's files, and the user's files from which the study's problems
// are read by relative paths. Files with absolute paths are read where they are.
func ownFiles(g study.Grid, c Cluster) (map[string]string, error) {
	files := map[string]string{}
	for _, file := range c.Files {
		name := filepath.Base(file)
		if other := files[name]; other != "" && other != file {
			return nil, fmt.Errorf("%s and %s: the tasks get copies of both in one folder: give one another name", other, file)
		}
		files[name] = file
	}
	for _, pattern := range strings.Fields(g.Problems) {
		own, err := engine.FilesOf(pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range own {
			switch {
			case filepath.IsAbs(file):
			case !filepath.IsLocal(file):
				return nil, fmt.Errorf("%s: the tasks work in another folder, where %s leads elsewhere: "+
					"want a file below the working directory, or its full name", pattern, file)
			default:
				files[filepath.Clean(file)] = file
			}
		}
	}
	return files, nil
}

// copyFiles copies the files, unless they are there by a link.
func (a *Array) copyFiles() error {
	for name, file := range a.files {
		to := filepath.Join(a.Dir, name)
		if there, err := os.Stat(to); err == nil {
			if from, err := os.Stat(file); err == nil && os.SameFile(from, there) {
				continue
			}
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := copyFile(file, to, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Changed lists the files of a study, and others, that are not what the tasks have copies of.
func (a *Array) Changed(g study.Grid, files []string) (changed []string) {
	all, err := ownFiles(g, Cluster{Files: files})
	if err != nil {
		return nil // what is wrong with the study is said when it is read
	}
	for name, file := range all {
		then, err := os.ReadFile(filepath.Join(a.Dir, name))
		if now, wrong := os.ReadFile(file); err == nil && (wrong != nil || !bytes.Equal(now, then)) {
			changed = append(changed, name)
		}
	}
	slices.SortFunc(changed, natural.Compare)
	return changed
}

// rehearse has the jobs' program read the study as they will, so that what it does not find
// there is an error now. Only what is the user's own can be missing.
func (a *Array) rehearse(ctx context.Context) error {
	if len(a.cluster.Check) == 0 {
		return nil
	}
	cmd := exec.CommandContext(ctx, "./"+filepath.Base(a.cluster.Program))
	cmd.Dir, cmd.Env = a.Dir, append(os.Environ(), a.cluster.Env...)
	if a.cluster.itself {
		cmd.Env = append(cmd.Env, process.RoleVariable+"="+process.Check)
	}
	for _, arg := range a.cluster.Check {
		cmd.Args = append(cmd.Args, strings.ReplaceAll(arg, Study, studyName))
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		why, _, _ := strings.Cut(said.String(), "\n")
		return fmt.Errorf("the tasks work in another folder, where they cannot read the study: %s", cmp.Or(why, err.Error()))
	}
	return nil
}

// copyFile copies a file to a path that does not exist yet.
func copyFile(from, to string, mode os.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
