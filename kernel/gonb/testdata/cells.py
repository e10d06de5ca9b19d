"""Runs cells in a new kernel, in the working directory, and prints what came of
each as JSON on a line of its own.

    cells.py KERNEL <CELLS

CELLS is a JSON list of {"code": ..., "interrupt": ...}; a cell with interrupt is
interrupted a moment after its first output. One with history asks for the history instead,
and one with complete for what completes its code. One with until is run again, at most so
many times, until its standard error has that.
"""

import json
import sys
import threading
import time

from jupyter_client.manager import start_new_kernel


def run(manager, client, cell):
    said = {"status": "", "stdout": "", "stderr": "", "shown": [], "error": "", "stopped": 0}
    if cell.get("history"):
        said["status"] = client.history(hist_access_type="tail", n=10, reply=True, timeout=60)["content"]["status"]
        return said
    if cell.get("complete"):
        reply = client.complete(cell["code"], reply=True, timeout=600)["content"]
        said["status"], said["shown"] = reply["status"], reply["matches"]
        return said
    asked = []  # when, by the clock

    def ask():
        asked.append(time.monotonic())
        manager.interrupt_kernel()

    timer = threading.Timer(0.3, ask) if cell.get("interrupt") else None

    def output(message):
        content = message["content"]
        match message["msg_type"]:
            case "stream":
                said[content["name"]] += content["text"]
            case "error":
                said["error"] = "\n".join(content["traceback"])
            case "display_data" | "update_display_data":
                said["shown"].append(content["data"].get("text/plain", ""))
            case _:
                return
        if timer and not timer.is_alive() and not asked:
            timer.start()

    reply = client.execute_interactive(cell["code"], output_hook=output, timeout=60)
    if asked:
        said["stopped"] = time.monotonic() - asked[0]
    said["status"] = reply["content"]["status"]
    return said


manager, client = start_new_kernel(kernel_name=sys.argv[1], startup_timeout=60)
try:
    for cell in json.load(sys.stdin):
        for _ in range(cell.get("times") or 1):
            said = run(manager, client, cell)
            print(json.dumps(said), flush=True)
            if cell.get("until") and cell["until"] in said["stderr"]:
                break
finally:
    client.stop_channels()
    manager.shutdown_kernel()
