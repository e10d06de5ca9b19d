"""Studies from the cells of the kernel named focal."""
import re
import tempfile
import time
import unittest

from protocol_test import PATIENCE, SOON, KernelTest

# 200 runs, some seconds on any machine: two at a time, whatever its cores.
STUDY = """var store1 = "%s/korf.db"
var ctx = show.Context()
var tiles = study.Grid{
	Name: "tiles", Problems: "npuzzle/korf/1-40", Algorithms: engine.Named("pfs"), W: []float64{1.05}, P: []float64{0.5},
	Seeds: []uint64{1, 2, 3, 4, 5}, Limits: engine.Limits{Expanded: 100_000}, Jobs: 2,
}"""


class Studies(KernelTest):
    def setUp(self):
        super().setUp()
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)
        self.good(STUDY % self.dir.name)

    def test_run(self):
        """Progress in one display; an interrupt keeps what is finished; then answers come from the store."""
        interrupted = []

        def interrupt(shown):
            """Interrupts the study once a run is done, long before the last is."""
            if re.search(r" [1-9]\d* of 200", str(shown)):
                interrupted.append(time.monotonic())
                self.km.interrupt_kernel()
            return interrupted

        cell = self.finish(self.send("tiles.Run(ctx, store1)"), on_output=interrupt)
        self.assertLess(time.monotonic() - interrupted[0], SOON)
        self.assertTrue(cell.ok, cell.messages)
        made, missing = map(int, re.search(r"200 runs: 0 were there, (\d+) made in .*, (\d+) missing", cell.result).groups())
        self.assertGreater(made, 0)
        self.assertGreater(missing, 0)
        self.assertEqual(made + missing, 200)

        cell = self.good("tiles.Run(ctx, store1)")
        self.assertIn(f"200 runs: {made} were there, {missing} made in ", cell.result)
        bars = [c["data"]["text/plain"] for kind, c in cell.messages if kind.endswith("display_data")]
        self.assertRegex("\n".join(bars), r"tiles \[#+\.+\] \d+ %, \d+ of 200, \d+ solved, [\d.]+ s left, [\d.]+ s, [\d.]+/s")
        ids = {c["transient"]["display_id"] for kind, c in cell.messages if kind.endswith("display_data")}
        self.assertEqual(len(ids), 1)
        self.assertEqual(bars[-1], "")  # it goes when all is done

        start = time.monotonic()
        cell = self.good("runs := tiles.Run(ctx, store1)\nruns")
        self.assertLess(time.monotonic() - start, SOON)
        self.assertIn("200 runs: 200 were there, 0 made in ", cell.result)
        self.assertEqual(self.good("len(runs.Results)").result, "200")
        cell = self.good('store.Ask(store1, "SELECT algorithm, count(*) AS runs FROM results GROUP BY 1")')
        self.assertEqual(cell.result, "algorithm  runs\n---------  ----\npfs         200\n")

    def test_start(self):
        """A job outlives the kernel, and another kernel attaches to it."""
        cell = self.good("j := job.Start(tiles, store1)\nj")
        self.assertRegex(cell.result, r"tiles +\d+ .* at work +\d+ +200")
        pid = self.good("j.Worker.PID").result
        self.km.restart_kernel(now=True)
        self.kc.wait_for_ready(timeout=PATIENCE)
        self.good(STUDY % self.dir.name)
        self.assertEqual(self.good("j := job.Start(tiles, store1)\nj.Worker.PID").result, pid)
        cell = self.good("job.Attach(store1).Wait(ctx)")
        self.assertIn("200 runs: 0 were there, 200 made in ", cell.result)
        self.assertRegex(self.good("job.Attach(store1)").result, r"tiles +" + pid.replace(",", "") + r" .* done +200 +200")

    def test_isolated(self):
        cell = self.good('small := tiles\nsmall.Problems = "npuzzle/korf/1-2"\nsmall.Run(ctx, store1, study.Isolated())')
        self.assertIn("10 runs: 0 were there, 10 made in ", cell.result)


if __name__ == "__main__":
    unittest.main()
