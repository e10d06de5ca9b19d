"""Charts that a cell makes itself, and commands, in the cells of the kernel named focal."""
import time
import unittest

from protocol_test import KernelTest

BAR = """import "github.com/go-echarts/go-echarts/v2/charts"
import "github.com/go-echarts/go-echarts/v2/opts"
bar := charts.NewBar()
bar.SetXAxis([]string{"FS", "PFS"}).AddSeries("expanded", []opts.BarData{{Value: 3}, {Value: 8}},
	charts.WithLabelOpts(opts.Label{Show: opts.Bool(true), Formatter: opts.FuncOpts("p => p.value + ' nodes'")}))
bar"""


class Charts(KernelTest):
    def test_picture_comes_after_the_reply(self):
        self.good("1")
        start = time.monotonic()
        msg_id = self.send(BAR)
        reply = self.kc.get_shell_msg(timeout=30)
        while reply["parent_header"].get("msg_id") != msg_id:
            reply = self.kc.get_shell_msg(timeout=30)
        replied = time.monotonic() - start
        self.assertEqual(reply["content"]["status"], "ok")
        kinds, bundles = [], []
        while True:
            m = self.kc.get_iopub_msg(timeout=30)
            if m["parent_header"].get("msg_id") != msg_id:
                continue
            kinds.append(m["msg_type"])
            if m["msg_type"].endswith("display_data"):
                bundles.append(m["content"])
            if m["msg_type"] == "status" and m["content"]["execution_state"] == "idle":
                break
        print(f"reply after {1000 * replied:.0f} ms, whole after {1000 * (time.monotonic() - start):.0f} ms")
        self.assertEqual([k for k in kinds if k.endswith("data")], ["display_data", "update_display_data"])
        self.assertEqual(bundles[0]["transient"], bundles[1]["transient"])
        self.assertNotIn("image/svg+xml", bundles[0]["data"])
        self.assertIn("8 nodes", bundles[1]["data"]["image/svg+xml"])
        self.assertIn("focalCharts", bundles[0]["data"]["text/html"])

    def test_endless_function_costs_only_the_picture(self):
        cell = self.good("var kept = 7\n" + BAR.replace("p.value + ' nodes'", "{for (;;) {}}"))
        self.assertIn("given up", [c for k, c in cell.messages if k == "update_display_data"][-1]["data"]["text/html"])
        self.assertEqual(self.good("kept").result, "7")

    def test_commands(self):
        self.assertRegex(self.good("%time x := 3\nx").text, r"took [0-9.]+ (µs|ms)\n")
        self.assertIn("focal script FILE", self.bad("%run a.go", "CompileError").error[0])


if __name__ == "__main__":
    unittest.main()
