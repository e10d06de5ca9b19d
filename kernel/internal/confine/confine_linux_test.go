//go:build amd64 || arm64

package confine

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// In this role the test binary is a process that confines itself and tries to escape.
func TestMain(m *testing.M) {
	switch role := os.Getenv("FOCAL_CONFINE_TEST"); role {
	case "":
		os.Exit(m.Run())
	case "both", "landlock", "seccomp":
		os.Exit(escape(role, os.Args[1], os.Args[2]))
	case "memory":
		must(Enter(Bounds{Memory: 512 << 20}))
		var all [][]byte
		for range 100 {
			all = append(all, bytes.Repeat([]byte{1}, 16<<20))
		}
		fmt.Println("out", len(all))
	case "cpu":
		must(Enter(Bounds{CPU: time.Second}))
		for start := time.Now(); time.Since(start) < 20*time.Second; {
		}
		fmt.Println("out")
	}
}

func must(_ Wall, err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(9)
	}
}

// again returns the command of this test binary in a role.
func again(t *testing.T, role string, args ...string) (string, *os.ProcessState) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "FOCAL_CONFINE_TEST="+role, "GOTRACEBACK=none")
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState
}

// An attempt to escape counts as refused if it ends with an error.
type attempt struct {
	name string
	try  func() error
}

// files returns the attempts to read, change or find out about a file.
func files(secret, folder string) (all []attempt) {
	made := filepath.Join(folder, "made")
	for _, path := range []string{secret, filepath.Join(folder, ".", "secret"), "/etc/passwd", "/proc/self/environ",
		"/proc/1/environ", "/proc/self/exe",
		"/proc/self/fd/0", "/dev/zero", "/", os.Args[0], "/proc/self/root" + secret} {
		add := func(way string, try func() error) { all = append(all, attempt{way + " " + path, try}) }
		add("open", func() error { _, err := os.Open(path); return err })
		add("read", func() error { _, err := os.ReadFile(path); return err })
		add("list", func() error { _, err := os.ReadDir(path); return err })
		add("append to", func() error { _, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); return err })
		add("open2", func() error { _, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{}); return err })
		add("truncate", func() error { return os.Truncate(path, 0) })
		add("execute", func() error { return syscall.Exec(path, []string{path}, nil) })
	}
	for _, way := range []attempt{
		{"create", func() error { _, err := os.Create(made); return err }},
		{"make a folder", func() error { return os.Mkdir(made, 0o777) }},
		{"link", func() error { return os.Link(secret, made) }},
		{"link symbolically", func() error { return os.Symlink(secret, made) }},
		{"rename", func() error { return os.Rename(secret, made) }},
		{"remove", func() error { return os.Remove(secret) }},
		{"make a pipe", func() error { return unix.Mkfifo(made, 0o666) }},
		{"make a socket's file", func() error { return unix.Mknod(made, unix.S_IFSOCK|0o666, 0) }},
	} {
		all = append(all, way)
	}
	return all
}

// others returns the attempts that do not concern files.
func others(secret, folder string) (all []attempt) {
	add := func(name string, try func() error) { all = append(all, attempt{name, try}) }
	for _, path := range []string{secret, "/etc/passwd", "/no/such/file"} {
		add("see "+path, func() error { return nothingSeen(os.Stat(path)) })
		add("see the link "+path, func() error { return nothingSeen(os.Lstat(path)) })
		add("ask for access to "+path, func() error { return secretive(unix.Access(path, 0)) })
		add("read the link "+path, func() error { _, err := os.Readlink(path); return secretive(err) })
		add("change the mode of "+path, func() error { return secretive(os.Chmod(path, 0o777)) })
		add("change the owner of "+path, func() error { return secretive(os.Chown(path, 0, 0)) })
		add("change the times of "+path, func() error { return secretive(os.Chtimes(path, time.Time{}, time.Time{})) })
		add("open, to learn whether there is "+path, func() error { _, err := os.Open(path); return secretive(err) })
		add("go to "+path, func() error { return secretive(os.Chdir(path)) })
	}
	add("ask for the folder", func() error { _, err := unix.Getcwd(make([]byte, 1024)); return err })
	for _, command := range []string{"/bin/sh", "/bin/true", os.Args[0], "sh"} {
		add("run "+command, func() error { return exec.Command(command).Run() })
		add("start "+command, func() error {
			_, err := os.StartProcess(command, []string{command}, &os.ProcAttr{})
			return err
		})
	}
	for _, family := range []int{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK,
		unix.AF_ALG} {
		for _, kind := range []int{unix.SOCK_STREAM, unix.SOCK_DGRAM, unix.SOCK_RAW} {
			add(fmt.Sprintf("a socket of family %d, kind %d", family, kind),
				func() error { _, err := unix.Socket(family, kind, 0); return err })
		}
	}
	add("a pair of sockets", func() error { _, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err })
	for _, address := range []string{"127.0.0.1:80", "192.0.2.1:443", "localhost:22"} {
		add("connect to "+address, func() error { _, err := net.DialTimeout("tcp", address, time.Second); return err })
		add("send to "+address, func() error { _, err := net.DialTimeout("udp", address, time.Second); return err })
	}
	add("listen", func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err })
	add("look a host up", func() error { _, err := net.LookupHost("example.org"); return err })
	for _, s := range []syscall.Signal{0, syscall.SIGTERM, syscall.SIGKILL} {
		add(fmt.Sprintf("send %v to the parent", s), func() error { return syscall.Kill(os.Getppid(), s) })
		add(fmt.Sprintf("send %v to all", s), func() error { return syscall.Kill(-1, s) })
		add(fmt.Sprintf("send %v to a thread of the parent", s),
			func() error { return unix.Tgkill(os.Getppid(), os.Getppid(), s) })
	}
	add("memory that can be executed", func() error {
		_, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
		return err
	})
	add("make memory executable", func() error {
		page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return nil
		}
		return unix.Mprotect(page, unix.PROT_READ|unix.PROT_EXEC)
	})
	add("a higher limit", func() error {
		return unix.Setrlimit(unix.RLIMIT_FSIZE,
			&unix.Rlimit{Cur: 1 << 40, Max: 1 << 40})
	})
	add("a limit of the parent", func() error {
		return unix.Prlimit(os.Getppid(), unix.RLIMIT_CPU, nil,
			new(unix.Rlimit))
	})
	add("a duplicate of a file", func() error { _, err := unix.FcntlInt(1, unix.F_DUPFD, 10); return err })
	add("fork", func() error { // if it were allowed, the child would end here
		pid, _, err := unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0)
		if err != 0 {
			return err
		}
		if pid == 0 {
			unix.Exit(0)
		}
		return nil
	})
	// Every system call that is not listed, with arguments that do nothing if it is allowed.
	special := []uint32{unix.SYS_CLONE3}
	for number := range conditional(0) {
		special = append(special, number)
	}
	if runtime.GOARCH == "amd64" {
		special = append(special, 335, 336) // uretprobe and uprobe, which kill whoever the kernel has not sent there
	}
	for number := uint32(0); number < 470; number++ {
		if slices.Contains(allowed, number) || slices.Contains(special, number) {
			continue
		}
		bad := ^uintptr(0)
		add(fmt.Sprintf("system call %d", number), func() error {
			_, _, err := unix.RawSyscall6(uintptr(number), bad, bad, bad, bad, bad, bad)
			if err != unix.EPERM {
				fmt.Printf("system call %d: %v\n", number, err)
				return nil
			}
			return err
		})
	}
	add("clone3", func() error {
		var args [88]byte
		_, _, err := unix.RawSyscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args), 0)
		if err == unix.ENOSYS {
			return err
		}
		return nil
	})
	return all
}

// nothingSeen returns an error if neither a file nor its absence was seen.
func nothingSeen(_ os.FileInfo, err error) error { return secretive(err) }

func secretive(err error) error {
	if os.IsNotExist(err) {
		fmt.Println("says whether there is a file:", err)
		return nil
	}
	return err
}

// escape confines this process by one or both walls and makes all attempts; it prints
// their number, and which succeeded.
func escape(role, secret, folder string) int {
	threads := make(chan attempt) // to a thread that was started before the walls
	results := make(chan error)
	go func() {
		runtime.LockOSThread()
		for a := range threads {
			results <- a.try()
		}
	}()
	threads <- attempt{"", func() error { return nil }}
	<-results
	attempts := append(files(secret, folder), others(secret, folder)...)
	var err error
	switch role {
	case "both":
		_, err = Enter(Bounds{})
	case "landlock":
		attempts = files(secret, folder)
		err = forbidFiles()
	case "seccomp":
		err = filter(false)
	}
	if err != nil {
		fmt.Println(err)
		return 9
	}
	out := 0
	for _, a := range attempts {
		mine := a.try()
		threads <- a
		if its := <-results; mine == nil || its == nil {
			fmt.Printf("OUT: %s: %v, %v\n", a.name, mine, its)
			out++
		}
	}
	fmt.Printf("%d attempts\n", 2*len(attempts))
	if out > 0 {
		return 1
	}
	return 0
}

// Nothing escapes, from a thread that was started before the walls or after, with one
// wall or both.
func TestNothingGetsOut(t *testing.T) {
	offered := Offered()
	for _, test := range []struct {
		role  string
		there bool
	}{{"both", offered.Whole()}, {"landlock", offered.Landlock >= 3}, {"seccomp", offered.Seccomp}} {
		t.Run(test.role, func(t *testing.T) {
			if !test.there {
				t.Skipf("this kernel lacks what it takes: %+v", offered)
			}
			folder := t.TempDir()
			secret := filepath.Join(folder, "secret")
			const content = "the secret\n"
			if err := os.WriteFile(secret, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			out, state := again(t, test.role, secret, folder)
			if !state.Success() || strings.Contains(out, "OUT") {
				t.Errorf("%v: %s", state, out)
			}
			t.Log(strings.TrimSpace(out))
			entries, err := os.ReadDir(folder)
			have, rerr := os.ReadFile(secret)
			if err != nil || rerr != nil || len(entries) != 1 || string(have) != content {
				t.Errorf("the folder holds %v, the file %q, %v, %v", entries, have, err, rerr)
			}
		})
	}
}

// Memory and CPU time are limited.
func TestBounds(t *testing.T) {
	out, state := again(t, "memory")
	if state.Success() || strings.Contains(out, "out 100") || !strings.Contains(out, "out of memory") &&
		!strings.Contains(out, "cannot allocate memory") {
		t.Errorf("memory: %v: %s", state, out)
	}
	start := time.Now()
	out, state = again(t, "cpu")
	status := state.Sys().(syscall.WaitStatus)
	if !status.Signaled() || strings.Contains(out, "out") {
		t.Errorf("CPU time: %v after %v: %s", state, time.Since(start), out)
	}
}
