"""The kernel named focal, seen from a Jupyter client."""
import base64
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jupyter_kernel_test
from jupyter_client.manager import start_new_kernel

QUICKSTART = pathlib.Path(__file__).parents[3] / "scripts" / "quickstart.go"

# A search that would take many minutes.
LONG = 'engine.Solve(show.Context(), domains.Get("npuzzle/korf/82:heavy"), engine.AStar())'

# How long an interrupt may take, in seconds: one, and as many times more as there
# are more processes that want to run than cores.
SOON = max(1.0, os.getloadavg()[0] / os.cpu_count())

# How many seconds to wait for what has no such limit. Only a machine that has stopped needs more.
PATIENCE = 600


def alive(pid):
    """Whether a process is there, and not merely waited for by its parent."""
    try:
        return " Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def read(file):
    """The text of a file of /proc, empty where its process has gone."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


class Standard(jupyter_kernel_test.KernelTests):
    """Jupyter's own tests of kernels."""

    kernel_name = "focal"
    language_name = "go"
    file_extension = ".go"
    code_hello_world = 'fmt.Println("hello, world")'
    code_stderr = 'fmt.Fprintln(os.Stderr, "oops")'
    completion_samples = [
        {"text": "engine.Solv", "matches": ["Solve", "Solved"]},
        {"text": "strings.ToUpperS", "matches": ["ToUpperSpecial"]},
        {"text": "no_such_thing", "matches": []},
        {"text": 'domains.Get("npuzzle/korf/39:h', "matches": ["npuzzle/korf/39:heavy"]},
    ]
    complete_code_samples = ["x := 1", "%%\nx := 1", "func f() int { return 1 }", 'import "fmt"', ""]
    incomplete_code_samples = ["for {", "x :=", "f(", "s := `a", "func f() {\n\tg()"]
    invalid_code_samples = ["x := := 1", "}", "func 3() {}"]
    code_generate_error = 'panic("this is wanted")'
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": 'strings.Repeat("ab", 2)', "result": "abab"},
    ]
    code_display_data = [
        {"code": 'show.HTML("<b>x</b>")', "mime": "text/html"},
        {"code": 'show.Markdown("*x*")', "mime": "text/markdown"},
        {"code": 'show.Value(show.Table{Columns: []string{"a"}, Rows: [][]any{{1}}})', "mime": "text/html"},
    ]
    code_history_pattern = "6 *"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "engine.Solve"
    code_page_something = "engine.Solve?"
    code_clear_output = "show.Clear(false)"
    support_iopub_welcome = True


class Cell:
    """A cell that was executed: its reply and what it showed."""

    def __init__(self, reply, messages):
        self.reply = reply["content"]
        self.messages = [(m["msg_type"], m["content"]) for m in messages]

    @property
    def ok(self):
        return self.reply["status"] == "ok"

    @property
    def result(self):
        """The value of the last expression as text, None if there is none."""
        for kind, content in self.messages:
            if kind == "execute_result":
                return content["data"]["text/plain"]
        return None

    @property
    def outputs(self):
        """What the notebook holds at the end, in order, as (kind, content): displays as last updated, without cleared ones.

        A search that takes a second shows its progress, on a busy machine a short one too.
        """
        found, place = [], {}
        for kind, content in self.messages:
            if kind == "stream" and found and found[-1][0] == kind and found[-1][1]["name"] == content["name"]:
                found[-1] = (kind, {**content, "text": found[-1][1]["text"] + content["text"]})
            elif kind == "update_display_data":
                at = place[content["transient"]["display_id"]]
                found[at] = (found[at][0], content)
            elif kind in ("stream", "display_data", "execute_result"):
                if display := content.get("transient", {}).get("display_id"):
                    place[display] = len(found)
                found.append((kind, content))
        return [(kind, content) for kind, content in found if kind == "stream" or content["data"]["text/plain"]]

    @property
    def shown(self):
        """The outputs as (kind, text); that of a stream has its name."""
        return [
            (content["name"], content["text"]) if kind == "stream" else (kind, content["data"]["text/plain"])
            for kind, content in self.outputs
        ]

    @property
    def text(self):
        return "\n".join(text for _, text in self.shown)

    @property
    def error(self):
        """The lines of the error, without colours."""
        kind, content = next(m for m in self.messages if m[0] == "error")
        return [line.replace("\x1b[31m", "").replace("\x1b[0m", "") for line in content["traceback"]]


class KernelTest(unittest.TestCase):
    """A kernel for each test."""

    def setUp(self):
        self.km, self.kc = start_new_kernel(kernel_name="focal")
        self.addCleanup(self.km.shutdown_kernel, now=True)
        self.addCleanup(self.kc.stop_channels)

    def send(self, code, **how):
        return self.kc.execute(code, **how)

    def finish(self, msg_id, on_output=None):
        """Waits until a cell has ended; on_output gets what it shows, until it returns true."""
        messages = []
        while True:
            message = self.kc.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != msg_id:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    break
                continue
            messages.append(message)
            if on_output and message["msg_type"] != "execute_input" and on_output(message["content"]):
                on_output = None
        reply = self.kc.get_shell_msg(timeout=PATIENCE)
        while reply["parent_header"]["msg_id"] != msg_id:
            reply = self.kc.get_shell_msg(timeout=PATIENCE)
        return Cell(reply, messages)

    def run_cell(self, code, **how):
        return self.finish(self.send(code, **how))

    def reply(self, msg_id):
        reply = self.kc.get_shell_msg(timeout=PATIENCE)
        while reply["parent_header"]["msg_id"] != msg_id:
            reply = self.kc.get_shell_msg(timeout=PATIENCE)
        return reply["content"]

    def good(self, code):
        cell = self.run_cell(code)
        self.assertTrue(cell.ok, cell.messages)
        return cell

    def bad(self, code, name):
        cell = self.run_cell(code)
        self.assertEqual((cell.reply["status"], cell.reply.get("ename")), ("error", name), cell.messages)
        return cell


class Cells(KernelTest):
    def test_order_of_print_and_display(self):
        cell = self.good(
            """for i := range 3 {
	fmt.Println("printed", i)
	show.HTML(fmt.Sprint("shown ", i))
}
"last" """
        )
        want = []
        for i in range(3):
            want += [("stdout", f"printed {i}\n"), ("display_data", f"shown {i}")]
        self.assertEqual(cell.shown, want + [("execute_result", "last")])

    def test_output_comes_while_the_cell_runs(self):
        start, first = time.monotonic(), []
        msg_id = self.send('fmt.Println("first")\ntime.Sleep(time.Second)\nfmt.Println("second")')
        cell = self.finish(msg_id, on_output=lambda _: first.append(time.monotonic() - start))
        self.assertLess(first[0], SOON / 2)
        self.assertEqual(cell.text, "first\nsecond\n")

    def test_live_display_is_updated_in_place(self):
        cell = self.good(
            """p := show.Live("work")
for i := range 3 {
	p.Set(int64(i+1), 3)
	time.Sleep(300 * time.Millisecond)
}
p.Done()"""
        )
        kinds = [kind for kind, _ in cell.messages if kind != "execute_input"]
        self.assertEqual(kinds[0], "display_data")
        self.assertEqual(set(kinds[1:]), {"update_display_data"})
        ids = {c["transient"]["display_id"] for kind, c in cell.messages if kind != "execute_input"}
        self.assertEqual(len(ids), 1)

    def test_compile_error(self):
        cell = self.bad("x := 1\nfmt.Println(x, y)", "CompileError")
        self.assertEqual(cell.error, ["undefined: y", "cell [1], line 2, column 16:", "fmt.Println(x, y)", "               ^"])
        self.bad("x", "CompileError")  # nothing of the cell has run

    def test_panic_keeps_variables(self):
        self.good("keep := 7\nfunc divide(a, b int) int {\n\treturn a / b\n}")
        cell = self.bad("n := 0\nfmt.Println(divide(1, n))", "Panic")
        self.assertEqual(
            cell.error,
            ["panic: runtime error: integer divide by zero", "cell [1], line 3, column 2:", "\treturn a / b", "\t^", "in divide"],
        )
        self.assertEqual(self.good("keep").result, "7")

    def test_death_and_a_fresh_session(self):
        for code, words in (
            ('time.AfterFunc(0, func() {\n\tpanic("in compiled code")\n})\ntime.Sleep(time.Minute)', "panic: in compiled code"),
            ('import "syscall"\nsyscall.Kill(os.Getpid(), 9)\ntime.Sleep(time.Minute)', "was killed"),
        ):
            with self.subTest(words=words):
                self.good("lost := 1")
                cell = self.bad(code, "Died")
                self.assertIn(words, cell.error[0])
                self.assertIn("all variables are lost, a fresh session has begun", cell.error[0])
                self.bad("lost", "CompileError")
                self.assertEqual(self.good("1 + 1").result, "2")

    def test_survival(self):
        """What would end a Go program ends only the cell."""
        self.good("kept := 1")
        for code, name, words, place in (
            ('go func() {\n\tpanic("boom")\n}()\ntime.Sleep(time.Minute)', "Panic", "panic in a goroutine: boom", "line 2, column 2:"),
            ("func f(n int) int { return f(n+1) + 1 }\nf(0)", "StackOverflow", "endless recursion", "line 1, column 21:"),
            (
                "c := make(chan int)\ngo func() {\n\tvar m map[int]int\n\tm[1] = 1\n\tc <- 1\n}()\n<-c",
                "Panic",
                "panic in a goroutine: assignment to entry in nil map",
                "line 4, column 2:",
            ),
        ):
            with self.subTest(words=words):
                cell = self.bad(code, name)
                self.assertIn(words + ("" if name == "Panic" else ": the stack"), cell.error[0])
                self.assertIn("all variables are kept", cell.error[0])
                self.assertIn(place, cell.error[1])
                self.assertEqual(self.good("kept").result, "1")

    def test_goroutine_that_panics_after_its_cell(self):
        msg_id = self.send('kept := 1\ngo func() {\n\ttime.Sleep(300 * time.Millisecond)\n\tpanic("late")\n}()')
        self.assertTrue(self.finish(msg_id).ok)
        message = self.kc.get_iopub_msg(timeout=PATIENCE)
        self.assertEqual((message["msg_type"], message["content"]["name"]), ("stream", "stderr"))
        self.assertIn("panic in a goroutine: late", message["content"]["text"])
        self.assertIn("cell [1], line 4, column 2:", message["content"]["text"])
        self.assertEqual(self.good("kept").result, "1")

    def test_values_outlive_the_sockets(self):
        """The process that holds the sockets is killed, and the client notices a line of text."""
        self.good("kept := 1")
        holders = lambda: [
            int(d.name)
            for d in pathlib.Path("/proc").glob("[0-9]*")
            if f") S {self.km.provisioner.pid} " in read(d / "stat") and "kernel-sockets" in read(d / "cmdline")
        ]
        first = holders()
        self.assertEqual(len(first), 1)
        os.kill(first[0], signal.SIGKILL)
        while True:
            message = self.kc.get_iopub_msg(timeout=PATIENCE)
            if message["msg_type"] == "stream":
                break
        self.assertIn("the process that held the kernel's sockets was killed", message["content"]["text"])
        self.assertIn("all variables are kept", message["content"]["text"])
        self.assertEqual(self.good("kept").result, "1")
        self.assertNotEqual(holders(), first)

    def test_exit(self):
        self.good("keep := 1")
        self.assertTrue(self.run_cell("os.Exit(0)").ok)
        self.bad("os.Exit(3)", "Exit")
        self.assertEqual(self.good("keep").result, "1")

    def test_failure_aborts_what_is_queued(self):
        first, second = self.send('time.Sleep(time.Second)\npanic("x")'), self.send("1 + 1")
        self.assertEqual(self.finish(first).reply["status"], "error")
        self.assertEqual(self.finish(second).reply["status"], "aborted")
        first, second = self.send('panic("x")', stop_on_error=False), self.send("1 + 1")
        self.assertEqual(self.finish(first).reply["status"], "error")
        self.assertEqual(self.finish(second).result, "2")

    def test_failure_waits_for_what_was_sent_with_it(self):
        start = time.monotonic()
        self.bad('panic("x")', "Panic")
        self.assertGreaterEqual(time.monotonic() - start, 0.1)

    def test_ends_with_the_server_that_started_it(self):
        server = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import time\n"
                "from jupyter_client.manager import start_new_kernel\n"
                "manager, client = start_new_kernel(kernel_name='focal')\n"
                f"client.execute({LONG!r})\n"
                "print(manager.provisioner.pid, flush=True)\n"
                "time.sleep(600)",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        with server:
            kernel = int(server.stdout.readline())
            server.kill()
        deadline = time.monotonic() + PATIENCE
        while alive(kernel):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)

    def test_silent(self):
        cell = self.run_cell("s := 1\ns", silent=True)
        self.assertTrue(cell.ok)
        self.assertEqual(cell.messages, [])
        self.assertEqual(self.good("s").reply["execution_count"], 1)

    def test_quickstart_pasted(self):
        cell = self.good(QUICKSTART.read_text())
        kinds = [kind for kind, _ in cell.shown]
        self.assertEqual(kinds, ["display_data", "stdout", "display_data"])
        self.assertIn("444,774", cell.shown[0][1])
        chart = cell.outputs[2][1]["data"]
        self.assertIn("<svg", chart["image/svg+xml"])
        self.assertIn("<script", chart["text/html"])

    def test_heartbeat(self):
        time.sleep(1.5)
        self.assertTrue(self.kc.hb_channel.is_beating())

    def test_shutdown_and_restart(self):
        self.good("x := 1")
        self.km.restart_kernel()
        self.kc.wait_for_ready(timeout=PATIENCE)
        self.bad("x", "CompileError")
        start = time.monotonic()
        self.km.shutdown_kernel()
        self.assertFalse(self.km.is_alive())
        self.assertLess(time.monotonic() - start, 2 * SOON)


class Shared(KernelTest):
    """Tests that leave the kernel as it was: one kernel for all."""

    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start_new_kernel(kernel_name="focal")
        cls.addClassCleanup(cls.km.shutdown_kernel, now=True)
        cls.addClassCleanup(cls.kc.stop_channels)

    def setUp(self):
        pass

    def complete(self, code):
        return self.reply(self.kc.complete(code))["matches"]

    def inspect(self, code):
        content = self.reply(self.kc.inspect(code))
        return content["data"]["text/plain"] if content["found"] else None

    def test_completion(self):
        self.good("type Stack struct{ depth int }\nfunc (s *Stack) Push() {}\nvar stack = &Stack{}")
        for code, want in (
            ("stack.Pu", ["Push"]),
            ("stack.de", ["depth"]),
            ('domains.Get("', ["gctsp/", "grid/", "npuzzle/", "pancake/", "racetrack/", "sas/", "topspin/",
                                 "tsp/", "vacuum/"]),
            ('domains.Get("npuzzle/korf/10', ["npuzzle/korf/10", "npuzzle/korf/100"]),
            ('x := "no such problem', []),
            ('import "encoding/j', ["encoding/json"]),
        ):
            with self.subTest(code=code):
                self.assertEqual(self.complete(code), want)
        content = self.reply(self.kc.complete('é := domains.Get("npuz")', cursor_pos=22))
        self.assertEqual((content["matches"], content["cursor_start"], content["cursor_end"]), (["npuzzle/"], 18, 22))

    def test_inspection(self):
        self.good("// half halves.\nfunc half(n int) int { return n / 2 }\nvar seven = 7")
        for code, words in (
            ("engine.Solve", ["func Solve(ctx context.Context, p *Problem, a Algorithm, opts ...Option) *Result", "Solve "]),
            ("engine.FS(2).Draws", ["func (a Algorithm) Draws() bool", "Draws "]),
            ("half", ["func half(n int) int", "half halves.", "cell ["]),
            ("seven", ["var seven int", "7"]),
        ):
            text = self.inspect(code)
            for word in words:
                self.assertIn(word, text)
        self.assertIsNone(self.inspect("nosuch"))

    def test_nothing_runs_before_a_cell_is_executed(self):
        """What a front end asks when it opens a notebook, or while one types."""
        with tempfile.TemporaryDirectory() as folder:
            code = f'os.WriteFile("{folder}/trace", nil, 0o644)'
            before = self.good("0").reply["execution_count"]
            for hidden in (code, f"func() error {{ return {code} }}()", f"var _ = {code}", f"func init() {{ {code} }}"):
                self.complete(hidden + ".")
                self.complete(hidden + "\nx")
                self.inspect(hidden)
                self.inspect(f"func() error {{ return {code} }}().Error")
                self.reply(self.kc.is_complete(hidden))
            self.reply(self.kc.history(raw=True, hist_access_type="tail", n=10))
            self.reply(self.kc.comm_info())
            self.kc.shell_channel.send(self.kc.session.msg("comm_open", {"comm_id": "x", "target_name": code, "data": {"code": code}}))
            self.assertEqual(self.good("0").reply["execution_count"], before + 1)
            self.assertEqual(os.listdir(folder), [])

    def test_values_are_shown_richly(self):
        self.good('var p79 = domains.Get("npuzzle/korf/79")\nvar solved = engine.Solve(show.Context(), p79, engine.FS(2), engine.Traced())')
        for code, mime, words in (
            ("solved", "text/html", "<table"),
            ("[]*engine.Result{solved, solved}", "text/html", "<table"),
            ("plot.Trajectory(solved)", "image/svg+xml", "<svg"),
            ("p79", "image/svg+xml", "<svg"),
            ('show.Table{Columns: []string{"a"}, Rows: [][]any{{1}}}', "text/html", "<table"),
            ('errors.New("no")', "text/plain", "error: no"),
            ("p79.Picture(nil)", "text/plain", "\n"),
            ("struct{ A, B int }{1, 2}", "text/plain", "{A:1 B:2}"),
        ):
            with self.subTest(code=code):
                data = next(c["data"] for kind, c in self.good(code).messages if kind == "execute_result")
                self.assertIn(words, data[mime])

    def test_declaring_again(self):
        for code, want in (
            ("func f() int { return 1 }\nfunc g() int { return 10 * f() }\ng()", "10"),
            ("func f() int { return 2 }\ng()", "20"),
            ("v := 1\nv", "1"),
            ('v := "text"\nv', "text"),
            ("type T struct{ A int }\nfunc (t T) Twice() int { return 2 * t.A }\nT{3}.Twice()", "6"),
            ("type T struct{ A, B int }\nT{A: 4, B: 1}.Twice() + T{B: 5}.B", "13"),
        ):
            self.assertEqual(self.good(code).result, want)

    def test_forged_messages_are_dropped(self):
        good = self.kc.session.key
        for key in (b"wrong", b""):
            self.kc.session.key = key
            self.send("forged := 1")
            self.kc.control_channel.send(self.kc.session.msg("shutdown_request", {"restart": False}))
            self.kc.control_channel.send(self.kc.session.msg("interrupt_request", {}))
            self.kc.session.key = good
        self.bad("forged", "CompileError")
        self.good("time.Sleep(200 * time.Millisecond)")
        self.assertTrue(self.km.is_alive())

    def test_a_changed_message_is_dropped(self):
        """One with the signature of another."""
        session = self.kc.session
        frames = session.serialize(session.msg("execute_request", {"code": "forged := 1", "silent": False}))
        frames[-1] = frames[-1].replace(b"forged", b"change")
        self.kc.shell_channel.socket.send_multipart(frames)
        self.bad("change", "CompileError")

    def test_only_this_user_on_this_machine_can_connect(self):
        self.assertEqual(os.stat(self.km.connection_file).st_mode & 0o077, 0)
        ports = {self.km.shell_port, self.km.control_port, self.km.stdin_port, self.km.iopub_port, self.km.hb_port}
        with open("/proc/net/tcp") as table:
            listening = [line.split()[1].split(":") for line in table.readlines()[1:] if line.split()[3] == "0A"]
        self.assertEqual({int(port, 16): address for address, port in listening if int(port, 16) in ports}, dict.fromkeys(ports, "0100007F"))
        with open("/proc/net/tcp6") as table:
            self.assertFalse({int(line.split()[1].split(":")[1], 16) for line in table.readlines()[1:] if line.split()[3] == "0A"} & ports)

    def test_output_is_bounded(self):
        cell = self.good('line := strings.Repeat("x", 1023) + "\\n"\nfor range 8 << 10 {\n\tfmt.Print(line)\n}')
        text = dict(cell.shown)
        self.assertEqual(len(text["stdout"]), 1 << 20)
        self.assertIn("has printed 1 MB", text["stderr"])
        rest = pathlib.Path(re.search(r"are in (\S+)\n", text["stderr"])[1])
        self.assertEqual(rest.parent, pathlib.Path(os.environ["FOCAL_OUT"]))
        self.assertEqual(rest.read_text(), ("x" * 1023 + "\n") * (7 << 10))
        self.assertEqual(self.good('fmt.Print("again")').text, "again")

    def test_displays_are_bounded(self):
        cell = self.good('part := "<p>" + strings.Repeat("x", 1<<20) + "</p>"\nfor range 12 {\n\tshow.HTML(part)\n}\n"the value"')
        kinds = [kind for kind, _ in cell.shown]
        self.assertEqual(kinds, ["display_data"] * 4)  # each has its HTML twice, cut in the plain text
        note = cell.shown[3][1]
        rest = pathlib.Path(re.search(r"displays more than 8 MB, .* are in (\S+)$", note)[1])
        self.assertEqual(rest.parent, pathlib.Path(os.environ["FOCAL_OUT"]))
        whole = rest.read_text()
        self.assertEqual((whole.count("<p>" + "x" * (1 << 20) + "</p>"), whole.count("<pre>the value</pre>")), (9, 1))
        many = self.good('for i := range 5000 {\n\tshow.Display(show.MIME{show.Plain: fmt.Sprint(i)})\n}')
        self.assertEqual([text for _, text in many.shown[:-1]], [str(i) for i in range(len(many.shown) - 1)])
        self.assertTrue(1000 < len(many.shown) < 2100)
        self.assertIn("<pre>4999</pre>", pathlib.Path(re.search(r"are in (\S+)$", many.shown[-1][1])[1]).read_text())
        live = self.good('p := show.NewPlace(show.MIME{show.Plain: "small"})\np.Set(show.MIME{show.HTMLType: strings.Repeat("x", 9<<20)})')
        self.assertIn("has become more than 8 MB", str(live.messages))
        self.assertEqual(self.good('show.HTML("again")').shown, [("display_data", "again")])

    def test_endless_printing(self):
        """It is interrupted, and neither the notebook nor the disk is full."""
        self.good("kept := 1")
        msg_id = self.send('line := strings.Repeat("x", 1<<16)\nfor {\n\tfmt.Print(line)\n}')
        cell = self.finish(msg_id, on_output=lambda c: c.get("name") == "stderr" and (self.km.interrupt_kernel() or True))
        self.assertEqual(cell.reply["ename"], "Interrupted")
        text = dict(cell.shown)
        self.assertEqual(len(text["stdout"]), 1 << 20)
        rest = pathlib.Path(re.search(r"are in (\S+)\n", text["stderr"])[1])
        self.assertLessEqual(rest.stat().st_size, 64 << 20)
        self.assertEqual(self.good("kept").result, "1")

    def test_texts_of_values_are_bounded(self):
        ((_, text),) = self.good('strings.Repeat("é", 10 << 20)').shown
        shown, _, note = text.partition("\n")
        self.assertEqual(shown, "é" * (1 << 19))
        self.assertIn("19,922,944 bytes more", note)
        ((_, text),) = self.good('show.Markdown(strings.Repeat("é", 10 << 20))').shown
        self.assertIn("<pre>" + "é" * (10 << 20) + "</pre>", pathlib.Path(re.search(r"are in (\S+)$", text)[1]).read_text())

    def test_pictures(self):
        """A picture and the bytes of a PNG file are shown as pictures."""
        drawn = self.good(
            'import ("image"; "image/color"; "image/png")\nm := image.NewGray(image.Rect(0, 0, 30, 20))\nm.Set(1, 2, color.White)\nm'
        ).messages[-1]
        self.assertEqual((drawn[0], drawn[1]["data"]["text/plain"]), ("execute_result", "picture of 30 x 20 pixels"))
        data = base64.b64decode(drawn[1]["data"]["image/png"])
        self.assertEqual(data[:8] + data[16:24], b"\x89PNG\r\n\x1a\n" + (30).to_bytes(4, "big") + (20).to_bytes(4, "big"))
        given = self.good("var file bytes.Buffer\nerr := png.Encode(&file, m)\nfile.Bytes()").messages[-1]
        self.assertEqual(base64.b64decode(given[1]["data"]["image/png"]), data)
        self.assertEqual(self.good("file.Bytes()[1:4]").result, "[80 78 71]")
        self.assertIn("cannot be drawn", self.good("var none *image.Gray\nnone").result)

    def test_timeit_repeats(self):
        self.good("runs := 0")
        for command in ("%timeit runs++", "%%timeit\nruns++"):
            with self.subTest(command=command):
                before = int(self.good("runs").result)
                cell = self.good(command)
                said = re.fullmatch(r"\S+ \S+ a run: the median of (\d+) runs after a first one, from \S+ \S+ to \S+ \S+\n", cell.text)
                self.assertEqual(int(self.good("runs").result) - before, 1 + int(said[1]))
                self.assertGreaterEqual(int(said[1]), 3)
        self.bad("%timeit nosuch", "CompileError")

    def test_history(self):
        self.good('"of the " + "history"')
        count = self.good("1").reply["execution_count"]
        history = lambda **how: self.reply(self.kc.history(raw=True, **how))["history"]
        self.assertEqual(history(hist_access_type="tail", n=1), [[0, count, "1"]])
        want = [[0, count - 1, ['"of the " + "history"', "of the history"]]]
        self.assertEqual(history(hist_access_type="range", output=True, start=count - 1, stop=count), want)
        self.assertEqual(history(hist_access_type="search", pattern="*of the*", n=1, output=True), want)

    def test_live_displays_do_not_flood(self):
        """A search, an anytime search with its incumbents, and a loop that reports each of its steps."""
        search = 'engine.Solve(show.Context(), domains.Get("npuzzle/korf/82:heavy"), engine.%s, engine.TimeLimit(2*time.Second), %s)'
        for code in (
            "r := " + search % ("AStar()", 'engine.OnProgress(show.Search("A*"))'),
            'live := show.Live("incumbents")\n'
            + "r := "
            + search % ("AFS()", 'engine.OnProgress(show.Search("AFS")), engine.OnIncumbent(func(x engine.Incumbent) { live.Set(int64(x.Cost), 0) })'),
            'live := show.Live("steps")\nfor start, i := time.Now(), 1; time.Since(start) < 2*time.Second; i++ {\n\tlive.Set(int64(i), 0)\n}',
        ):
            with self.subTest(code=code):
                start = time.monotonic()
                messages = [(kind, c) for kind, c in self.good(code).messages if kind != "execute_input"]
                seconds = time.monotonic() - start
                updates = [c for kind, c in messages if kind == "update_display_data"]
                displays = {c["transient"]["display_id"] for kind, c in messages if kind == "display_data"}
                self.assertGreaterEqual(len(updates), 3)
                self.assertLessEqual(len(updates), len(displays) * (5 * seconds + 2))
                self.assertLessEqual(sum(len(str(c)) for _, c in messages), 1000 * len(messages))
                self.assertEqual({c["data"]["text/plain"] for c in updates[-1:]}, {""})  # it goes with the cell


class Input(KernelTest):
    """What reads standard input asks the front end."""

    def answer(self, code, *lines):
        """Runs a cell and answers its requests for input."""
        msg_id = self.send(code)
        for line in lines:
            request = self.kc.get_stdin_msg(timeout=PATIENCE)
            self.assertEqual((request["msg_type"], request["parent_header"]["msg_id"]), ("input_request", msg_id))
            self.assertEqual(request["content"], {"prompt": "", "password": False})
            self.kc.input(line)
        return self.finish(msg_id)

    def test_what_reads(self):
        for code, lines, want in (
            ('var name string\nvar n int\nfmt.Print("who? ")\nfmt.Scanln(&name, &n)\nfmt.Println(name, 2*n)', ["ada 21"], "who? ada 42\n"),
            ("var a, b int\nfmt.Scan(&a, &b)\na * b", ["6", "7"], "42"),
            (
                'in := bufio.NewScanner(os.Stdin)\nsum := 0\nfor in.Scan() && in.Text() != "" {\n\tn, _ := strconv.Atoi(in.Text())\n\tsum += n\n}\nsum',
                ["1", "20", "300", ""],
                "321",
            ),
            ('line, err := bufio.NewReader(os.Stdin).ReadString(10)\nfmt.Printf("%q %v", line, err)', ["é"], '"é\\n" <nil>'),
        ):
            with self.subTest(code=code):
                cell = self.answer(code, *lines)
                self.assertTrue(cell.ok, cell.messages)
                self.assertEqual(cell.text, want)

    def test_what_is_not_read_is_gone(self):
        self.assertEqual(self.answer("var a int\nfmt.Scan(&a)\na", "6 7").text, "6")
        self.assertEqual(self.answer("var s string\nfmt.Scan(&s)\ns", "asked").text, "asked")

    def test_refused(self):
        self.good("kept := 1")
        cell = self.run_cell('var name string\n_, err := fmt.Scanln(&name)\nfmt.Println(err)', allow_stdin=False)
        self.assertTrue(cell.ok, cell.messages)
        self.assertIn("the front end takes no input (allow_stdin is false)", dict(cell.shown)["stderr"])
        self.assertIn("standard input", dict(cell.shown)["stdout"])
        self.assertEqual(self.answer("var s string\nfmt.Scanln(&s)\ns", "again").result, "again")
        self.assertEqual(self.good("kept").result, "1")

    def test_interrupt(self):
        self.good("kept := 1")
        msg_id = self.send("var s string\nfmt.Scanln(&s)\nfor {\n}")
        self.kc.get_stdin_msg(timeout=PATIENCE)
        self.km.interrupt_kernel()
        cell = self.finish(msg_id)
        self.assertEqual(cell.reply["ename"], "Interrupted")
        self.kc.input("late")  # to nobody
        self.assertEqual(self.good("kept").result, "1")
        self.assertEqual(self.answer("var s string\nfmt.Scanln(&s)\ns", "in time").result, "in")

    def test_reading_what_no_one_waits_for(self):
        """A search that runs for long is not taken for one that reads."""
        self.good("time.Sleep(300 * time.Millisecond)\nfor i, start := 0, time.Now(); time.Since(start) < 300*time.Millisecond; i++ {\n}")


class Expressions(KernelTest):
    def test_user_expressions(self):
        self.good("x := 20")
        reply = self.run_cell("x++", user_expressions={"twice": "2 * x", "wrong": "nosuch", "none": "y := 1", "rich": 'errors.New("no")'}).reply
        got = reply["user_expressions"]
        self.assertEqual(got["twice"], {"status": "ok", "data": {"text/plain": "42"}, "metadata": {}})
        self.assertEqual((got["wrong"]["status"], got["wrong"]["ename"], got["wrong"]["evalue"]), ("error", "CompileError", "undefined: nosuch"))
        self.assertEqual(got["none"]["ename"], "CompileError")
        self.assertIn("error: no", got["rich"]["data"]["text/plain"])
        self.bad("y", "CompileError")

    def test_silent(self):
        reply = self.run_cell("40", silent=True, user_expressions={"sum": "40 + 2"}).reply
        self.assertEqual(reply["user_expressions"]["sum"]["data"], {"text/plain": "42"})

    def test_completion_has_types(self):
        reply = self.reply(self.kc.complete("strings.ToUpperS"))
        self.assertEqual(
            reply["metadata"]["_jupyter_types_experimental"],
            [{"start": 8, "end": 16, "text": "ToUpperSpecial", "type": "function", "signature": "(unicode.SpecialCase, string) string"}],
        )

    def test_inspection_with_source(self):
        for level, want in ((0, False), (1, True)):
            data = self.reply(self.kc.inspect("strings.Repeat", detail_level=level))["data"]["text/plain"]
            self.assertEqual("Source:" in data, want)

    def test_clear(self):
        cell = self.good('fmt.Println("gone")\nshow.Clear(true)\nfmt.Println("there")')
        kinds = [(kind, c) for kind, c in cell.messages if kind != "execute_input"]
        self.assertEqual([kind for kind, _ in kinds], ["stream", "clear_output", "stream"])
        self.assertEqual(kinds[1][1], {"wait": True})
        cell = self.good('fmt.Print("gone\\x1b[2J\\x1b[Hthere")')
        self.assertIn(("clear_output", {"wait": False}), cell.messages)

    def test_comms(self):
        self.assertEqual(self.reply(self.kc.comm_info())["comms"], {})
        message = self.kc.session.msg("comm_open", {"comm_id": "other", "target_name": "no.such", "data": {}})
        self.kc.shell_channel.send(message)
        while True:
            got = self.kc.get_iopub_msg(timeout=PATIENCE)
            if got["msg_type"] == "comm_close":
                break
        self.assertEqual(got["content"]["comm_id"], "other")
        self.assertEqual(self.reply(self.kc.comm_info())["comms"], {})


class Ends(KernelTest):
    """No process is left, however the kernel ends."""

    def processes(self):
        """The interpreter's process, and one that a cell has started."""
        self.good('import "os/exec"\nsleeper := exec.Command("sleep", "600")\nstartErr := sleeper.Start()')
        return [int(self.good(code).result) for code in ("os.Getpid()", "sleeper.Process.Pid")]

    def gone(self, pids):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if not any(alive(pid) for pid in pids):
                return
            time.sleep(0.02)
        self.fail(f"{[pid for pid in pids if alive(pid)]} of {pids} still run")

    def test_shutdown(self):
        pids = self.processes()
        self.km.shutdown_kernel()
        self.gone(pids)

    def test_kill_of_the_front(self):
        pids = self.processes()
        self.send("for {\n}")
        time.sleep(0.2)
        os.kill(self.km.provisioner.pid, signal.SIGKILL)
        self.gone(pids)

    def test_death_of_the_interpreter(self):
        pids = self.processes()
        os.kill(pids[0], signal.SIGKILL)
        self.gone(pids)
        time.sleep(0.3)  # until the front has noticed
        self.assertEqual(self.good("1 + 1").result, "2")

    def test_restart(self):
        pids = self.processes()
        self.km.restart_kernel()
        self.kc.wait_for_ready(timeout=PATIENCE)
        self.gone(pids)
        self.bad("sleeper", "CompileError")


class Interrupts(KernelTest):
    def by_message(self):
        self.km.interrupt_kernel()

    def by_signal(self):
        self.km.signal_kernel(signal.SIGINT)

    def interrupted(self, code, how):
        """Runs a cell and interrupts it a moment after its first output."""
        sent = []

        def interrupt(_):
            time.sleep(0.2)
            sent.append(time.monotonic())
            how()
            return True

        cell = self.finish(self.send('fmt.Println("running")\n' + code), on_output=interrupt)
        elapsed = time.monotonic() - sent[0]
        print(f"{self.id().rpartition('.')[2]} {how.__name__}: {1000 * elapsed:.0f} ms")
        self.assertLess(elapsed, SOON)
        return cell

    def both(self, code, check):
        self.good("keep := 5")
        for how in (self.by_message, self.by_signal):
            with self.subTest(how=how.__name__):
                check(self.interrupted(code, how))
                self.assertEqual(self.good("keep").result, "5")

    def cut(self, cell):
        self.assertEqual(cell.reply["status"], "error")
        self.assertEqual(cell.reply["ename"], "Interrupted")
        self.assertIn("all variables are kept", cell.error[0])

    def reached(self, cell):
        self.assertTrue(cell.ok, cell.messages)
        self.assertRegex(cell.text, r"A\* was interrupted after [\d,]+ expansions: fmin \d+, best lower bound \d+")

    def test_search_whose_result_is_the_value(self):
        self.both(LONG, self.reached)

    def test_search_whose_result_is_shown(self):
        self.both(f"r := {LONG}\nshow.Results(r)", self.reached)
        self.assertEqual(self.good("r.Status").result, "limit: cancelled")
        self.assertNotEqual(self.good("r.Expanded").result, "0")

    def test_search_with_progress(self):
        self.both(LONG[:-1] + ', engine.OnProgress(show.Search("A*")))', self.reached)

    def test_searches_one_after_the_other(self):
        self.both(f"for {{\n\t{LONG}\n}}", self.cut)

    def test_interpreted_loop(self):
        self.good("n := 0")
        self.both("for {\n\tn++\n}", self.cut)
        self.assertEqual(self.good("n > 1000").result, "true")

    def test_waiting(self):
        for code in (
            "time.Sleep(time.Minute)",
            "<-make(chan int)",
            "select {\ncase <-make(chan int):\ncase <-time.After(time.Minute):\n}",
            "select {}",
            "for range make(chan int) {\n}",
            'for {\n\tfmt.Print("x")\n}',
        ):
            with self.subTest(code=code):
                self.both(code, self.cut)

    def test_interrupt_of_nothing(self):
        self.kc.control_channel.send(self.kc.session.msg("interrupt_request", {}))
        self.kc.get_control_msg(timeout=PATIENCE)  # until then the next cell may be the one interrupted
        self.assertEqual(self.good("1 + 1").result, "2")
        self.by_signal()
        self.run_cell("1 + 1")  # signals and messages have no order: it may be the one interrupted
        self.assertEqual(self.good("1 + 1").result, "2")

    def test_compiled_code_that_goes_on(self):
        """It costs the session, but not the kernel."""
        msg_id = self.send(f"engine.Solve(context.Background(), {LONG.partition(', ')[2]}")
        time.sleep(0.5)
        self.by_message()
        cell = self.finish(msg_id)
        self.assertEqual(cell.reply["ename"], "Interrupted")
        self.assertIn("all variables are lost", cell.error[0])
        self.assertEqual(self.good("1 + 1").result, "2")


if __name__ == "__main__":
    unittest.main()
