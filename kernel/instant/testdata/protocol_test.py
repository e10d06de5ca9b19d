"""The kernel named focal, seen from a Jupyter client."""
import pathlib
import signal
import time
import unittest

import jupyter_kernel_test
from jupyter_client.manager import start_new_kernel

QUICKSTART = pathlib.Path(__file__).parents[3] / "scripts" / "quickstart.go"

# A search that would take many minutes.
LONG = 'engine.Solve(show.Context(), domains.Get("npuzzle/korf/82:heavy"), engine.AStar())'

# How long an interrupt may take, in seconds.
SOON = 1.0


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
        {"code": 'show.Table{Columns: []string{"a"}, Rows: [][]any{{1}}}.Show()', "mime": "text/html"},
    ]
    code_history_pattern = "6 *"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "engine.Solve"


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
    def shown(self):
        """Everything shown, in order, as (kind, text)."""
        found = []
        for kind, content in self.messages:
            if kind == "stream":
                name, text = content["name"], content["text"]
                if found and found[-1][0] == name:
                    text = found.pop()[1] + text
                found.append((name, text))
            elif kind in ("display_data", "update_display_data", "execute_result"):
                found.append((kind, content["data"]["text/plain"]))
        return found

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
        """Waits until a cell has ended."""
        messages = []
        while True:
            message = self.kc.get_iopub_msg(timeout=30)
            if message["parent_header"].get("msg_id") != msg_id:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    break
                continue
            messages.append(message)
            if on_output and message["msg_type"] != "execute_input":
                on_output()
                on_output = None
        reply = self.kc.get_shell_msg(timeout=30)
        while reply["parent_header"]["msg_id"] != msg_id:
            reply = self.kc.get_shell_msg(timeout=30)
        return Cell(reply, messages)

    def run_cell(self, code, **how):
        return self.finish(self.send(code, **how))

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
        cell = self.finish(msg_id, on_output=lambda: first.append(time.monotonic() - start))
        self.assertLess(first[0], 0.5)
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
        for code, name, words in (
            ('go func() {\n\tpanic("in a goroutine")\n}()\ntime.Sleep(time.Minute)', "Died", "panic: in a goroutine"),
            ("func f(n int) int { return f(n+1) + 1 }\nf(0)", "StackOverflow", "endless recursion"),
            ('import "syscall"\nsyscall.Kill(os.Getpid(), 9)\ntime.Sleep(time.Minute)', "Died", "was killed"),
        ):
            with self.subTest(name=name, words=words):
                self.good("lost := 1")
                cell = self.bad(code, name)
                self.assertIn(words, cell.error[0])
                self.assertIn("all variables are lost, a fresh session has begun", cell.error[0])
                self.bad("lost", "CompileError")
                self.assertEqual(self.good("1 + 1").result, "2")

    def test_place_of_a_panic_in_a_goroutine(self):
        cell = self.bad("c := make(chan int)\ngo func() {\n\tvar m map[int]int\n\tm[1] = 1\n\tc <- 1\n}()\n<-c", "Died")
        self.assertIn("panic: assignment to entry in nil map", cell.error[0])
        self.assertIn("cell [1], line 4, column 2:", cell.error[1])

    def test_exit(self):
        self.good("keep := 1")
        self.assertTrue(self.run_cell("os.Exit(0)").ok)
        self.bad("os.Exit(3)", "Exit")
        self.assertEqual(self.good("keep").result, "1")

    def test_failure_aborts_what_is_queued(self):
        first, second = self.send('panic("x")'), self.send("1 + 1")
        self.assertEqual(self.finish(first).reply["status"], "error")
        self.assertEqual(self.finish(second).reply["status"], "aborted")
        first, second = self.send('panic("x")', stop_on_error=False), self.send("1 + 1")
        self.assertEqual(self.finish(first).reply["status"], "error")
        self.assertEqual(self.finish(second).result, "2")

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
        charts = [c["data"] for kind, c in cell.messages if kind == "display_data"][1:]
        self.assertIn("<svg", charts[0]["image/svg+xml"])
        self.assertIn("<script", charts[0]["text/html"])

    def test_forged_messages_are_dropped(self):
        key, self.kc.session.key = self.kc.session.key, b"wrong"
        self.send("forged := 1")
        self.kc.session.key = key
        self.bad("forged", "CompileError")

    def test_heartbeat(self):
        time.sleep(1.5)
        self.assertTrue(self.kc.hb_channel.is_beating())

    def test_shutdown_and_restart(self):
        self.good("x := 1")
        self.km.restart_kernel()
        self.kc.wait_for_ready(timeout=30)
        self.bad("x", "CompileError")
        start = time.monotonic()
        self.km.shutdown_kernel()
        self.assertFalse(self.km.is_alive())
        self.assertLess(time.monotonic() - start, 2)


class Interrupts(KernelTest):
    def by_message(self):
        self.km.interrupt_kernel()

    def by_signal(self):
        self.km.signal_kernel(signal.SIGINT)

    def interrupted(self, code, how):
        """Runs a cell and interrupts it a moment after its first output."""
        sent = []

        def interrupt():
            time.sleep(0.2)
            sent.append(time.monotonic())
            how()

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
        self.by_message()
        self.by_signal()
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
