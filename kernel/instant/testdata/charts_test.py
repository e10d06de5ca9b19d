"""Charts that a cell makes itself, and commands, in the cells of the kernel named focal."""
import tempfile
import time
import unittest

import nbformat
from nbconvert.exporters import LatexExporter
from traitlets.config import Config

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
        self.assertIn("was stopped", [c for k, c in cell.messages if k == "update_display_data"][-1]["data"]["text/html"])
        self.assertEqual(self.good("kept").result, "7")

    def test_commands(self):
        self.assertRegex(self.good("%time x := 3\nx").text, r"took [0-9.]+ (µs|ms)\n")
        who = self.good("%who").text
        self.assertRegex(who, r"(?m)^x +variable +int$")
        with tempfile.NamedTemporaryFile("w", suffix=".go") as file:
            file.write("x + 1\n")
            file.flush()
            payload = self.good(f"%load {file.name}").reply["payload"]
        self.assertEqual(payload, [{"source": "set_next_input", "text": "x + 1\n", "replace": True}])
        self.assertIn("no such file", self.bad("%load no/such.go", "CompileError").error[0])
        self.assertIn("focal script FILE", self.bad("%run a.go", "CompileError").error[0])

    def test_latex_has_the_charts_of_a_report(self):
        """nbconvert has Inkscape make PDF of SVG; here a copy stands for it."""
        with tempfile.TemporaryDirectory() as folder:
            cell = self.good(
                f"""results := study.Grid{{Problems: "npuzzle/korf/12,79", Algorithms: engine.Named("fs", "pfs"), W: []float64{{1.5, 2}},
	P: []float64{{0.7}}}}.Run(show.Context(), "{folder}/study.db").Results
plot.Report("absolute", results)"""
            )
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=[
            nbformat.v4.new_output("display_data", data=c["data"]) for kind, c in cell.messages if kind == "display_data"
        ])])
        copy = {"inkscape": "cp", "inkscape_version": "1.0", "command": ["cp", "{from_filename}", "{to_filename}"]}
        body, resources = LatexExporter(config=Config(SVG2PDFPreprocessor=copy)).from_notebook_node(notebook)
        pictures = [name for name in resources["outputs"] if name.endswith(".pdf")]
        self.assertEqual(len(pictures), 3)  # success, expansions, time
        for name in pictures:
            self.assertIn("{" + name + "}", body)
            self.assertIn(b"</svg>", resources["outputs"][name])
        self.assertIn("Counted: 8 runs", body)


if __name__ == "__main__":
    unittest.main()
