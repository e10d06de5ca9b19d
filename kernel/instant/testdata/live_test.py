"""Searches that are drawn as they run, in the cells of the kernel named focal."""
import time
import unittest

from protocol_test import SOON, KernelTest

# A search of minutes, which begins with incumbents and then improves its bound.
WATCH = 'r := plot.Watch(show.Context(), domains.Get("tsp/50/1"), engine.AFS(), engine.MaxInserted(%d))\nr.Status'

LIBRARY = 300_000  # an output with the library of charts has more characters

A_SECOND = 6  # updates at most


class Watched(KernelTest):
    def displays(self, cell):
        return [(kind, c) for kind, c in cell.messages if kind.endswith("display_data")]

    def check(self, cell, took):
        """One display that is updated in place, a few times a second, by little."""
        shown = self.displays(cell)
        self.assertEqual([kind for kind, _ in shown], ["display_data"] + ["update_display_data"] * (len(shown) - 1))
        self.assertEqual(len({c["transient"]["display_id"] for _, c in shown}), 1)
        self.assertGreaterEqual(len(shown), 3)
        self.assertLessEqual(len(shown), 2 + A_SECOND * took)
        for i, (_, content) in enumerate(shown):
            size = sum(len(data) for data in content["data"].values())
            if i in (0, len(shown) - 1):  # the page has the library at once, and so has the notebook that is saved
                self.assertGreater(size, LIBRARY)
            else:
                self.assertLess(size, 64 << 10)
            self.assertIn("data:image/svg+xml", content["data"]["text/html"])
            self.assertTrue(content["data"]["image/svg+xml"].startswith("<svg"))
        texts = [c["data"]["text/plain"] for _, c in shown]
        updates = texts[:-1]  # the last one is of the result, whether or not that is news
        self.assertEqual(len(set(updates)), len(updates), "an update without news")
        for text in texts:
            self.assertIn("Incumbents and bound: tsp/50/1, AFS(w=3)\n", text)
        return texts

    def test_watch(self):
        start = time.monotonic()
        cell = self.good(WATCH % 4_000_000)
        texts = self.check(cell, time.monotonic() - start)
        self.assertEqual(cell.result, "limit: inserted")
        self.assertIn(self.good('fmt.Sprintf("proved within %.3f", r.Factor())').result, texts[-1])
        # The chart of the result is the same, and comes without the library.
        again = self.good("plot.Incumbents(r)")
        _, chart = next(m for m in again.messages if m[0] in ("execute_result", "display_data"))
        last = self.displays(cell)[-1][1]
        self.assertEqual(chart["data"]["image/svg+xml"], last["data"]["image/svg+xml"])
        self.assertLess(len(chart["data"]["text/html"]), 64 << 10)

    def test_interrupt(self):
        start = time.monotonic()
        msg_id = self.send(WATCH % 400_000_000)
        time.sleep(1.5)
        self.km.interrupt_kernel()
        interrupted = time.monotonic()
        cell = self.finish(msg_id)
        self.assertLess(time.monotonic() - interrupted, SOON)
        texts = self.check(cell, time.monotonic() - start)
        self.assertEqual(self.good("r.Status").result, "limit: cancelled")
        self.assertIn(self.good("show.Count(r.Expanded)").result + " expansions", texts[-1])


if __name__ == "__main__":
    unittest.main()
