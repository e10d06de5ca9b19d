// Runs cells in the kernel of a page under Node.
//
//	node node.mjs FOLDER CORES REFUSED < CELLS
//
// The folder has what the page's extension has; so many further web workers as are refused
// do not start; the cells are a JSON list of their code. A
// cell that prints "interrupt me" is interrupted. Each begins when all further web workers
// have started. Printed is a JSON list of what was seen of each cell: see cell in
// workers_test.go.

import { readFileSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';

const [folder, cores, refused] = process.argv.slice(2);
const cells = JSON.parse(readFileSync(0, 'utf8'));
const seen = [];
let text = '', pressed = 0, workers = 0, starting = 0, orders = 0, idle = false, refuse = +refused;

const thread = () => new Worker(new URL('webworker.cjs', import.meta.url), { workerData: { folder, cores: +cores } });
const worker = thread();
const further = new Map();

// help starts a further web worker, as the page does, and listens in on its messages.
function help(id, program) {
  const kernels = new MessageChannel(), its = new MessageChannel();
  const helper = thread();
  further.set(id, helper);
  workers++, starting++;
  its.port1.on('message', m => {
    kernels.port1.postMessage(m);
    if (m.op === 'ready') starting--;
    begin();
  });
  kernels.port1.on('message', m => {
    if (m.op === 'order') orders++;
    its.port1.postMessage(m);
  });
  helper.on('error', e => worker.postMessage({ op: 'failed', id, why: e.message }));
  helper.postMessage({ op: 'serve', program, port: its.port2 }, [its.port2]);
  worker.postMessage({ op: 'worker', id, port: kernels.port2 }, [kernels.port2]);
}

// begin runs the next cell if everything waits for it.
function begin() {
  if (!idle || starting > 0) return;
  if (seen.length === cells.length) {
    console.log(JSON.stringify(seen));
    process.exit();
  }
  idle = false;
  worker.postMessage({ op: 'request', id: 0, type: 'execute_request', content: JSON.stringify({ code: cells[seen.length] }) });
}

worker.on('error', e => { throw e; });
worker.on('message', m => {
  switch (m.op) {
    case 'files': // there are none but those in /tmp
      worker.postMessage({ op: 'files', id: m.id, error: 'ENOENT' });
      break;
    case 'print':
      text += m.text;
      if (m.text.includes('interrupt me')) {
        pressed = performance.now();
        worker.postMessage({ op: 'interrupt' });
      }
      break;
    case 'publish':
      if (m.type === 'error') text += JSON.parse(m.content).traceback.join('\n');
      break;
    case 'worker':
      if (refuse-- > 0) worker.postMessage({ op: 'failed', id: m.id, why: 'refused' });
      else help(m.id, m.program);
      break;
    case 'end':
      further.get(m.id)?.terminate();
      break;
    case 'ready':
      idle = true;
      break;
    case 'reply':
      seen.push({ text, interrupted: pressed && performance.now() - pressed, workers, orders });
      text = '', pressed = 0, idle = true;
      break;
    case 'ended':
      throw new Error(m.why);
  }
  begin();
});
worker.postMessage({ op: 'load' });
worker.postMessage({ op: 'start', folder: '/tmp' });
