"""How long it takes until an interrupted cell has ended, as a client sees it.

    python interrupt.py KERNEL_NAME

prints {"search": [...], "loop": [...]}, times in milliseconds: of a search, which is
compiled code that has the cell's context, and of an interpreted loop.
"""
import json
import sys
import time

from jupyter_client.manager import start_new_kernel

INTERRUPTS = 15

CELLS = {
    "search": 'engine.Solve(show.Context(), domains.Get("npuzzle/korf/82:heavy"), engine.AStar())',
    "loop": "for n := 0; ; n++ {\n}",
}


def idle(kc, msg_id):
    """Waits until a cell has ended."""
    while True:
        message = kc.get_iopub_msg(timeout=30)
        if message["parent_header"].get("msg_id") == msg_id and message["content"].get("execution_state") == "idle":
            return


def interrupted(km, kc, code):
    msg_id = kc.execute(code)
    time.sleep(0.3)
    start = time.perf_counter()
    km.interrupt_kernel()
    idle(kc, msg_id)
    return round(1000 * (time.perf_counter() - start), 1)


def main(kernel):
    km, kc = start_new_kernel(kernel_name=kernel)
    try:
        times = {name: [interrupted(km, kc, code) for _ in range(INTERRUPTS)] for name, code in CELLS.items()}
        idle(kc, kc.execute("1 + 1"))
    finally:
        kc.stop_channels()
        km.shutdown_kernel(now=True)
    print(json.dumps(times))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python interrupt.py KERNEL_NAME")
    main(sys.argv[1])
