// Runs cells in the kernel of a page under Node.
//
//	node node.mjs FOLDER CORES DEAF < CELLS
//
// The folder has what the page's extension has; so many further web workers as are deaf never
// start; the cells are a JSON list of their code. A
// cell that prints "interrupt me" is interrupted. Each begins when all further web workers
// have started. Printed is a JSON list of what was seen of each cell: see cell in
// workers_test.go.

import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const [folder, cores, deaf] = process.argv.slice(2);
const cells = JSON.parse(readFileSync(0, 'utf8'));
const seen = [];
let text = '', pressed = 0, workers = 0, starting = 0, orders = 0, idle = false;

const worker = new Worker(new URL('webworker.cjs', import.meta.url), { workerData: { folder, cores: +cores, deaf: +deaf } });
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
    case 'further':
      workers += m.started ?? 0;
      starting += (m.started ?? 0) - (m.ready ?? 0);
      orders += m.orders ?? 0;
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
  if (idle && starting === 0) {
    if (seen.length === cells.length) {
      console.log(JSON.stringify(seen));
      process.exit();
    }
    idle = false;
    worker.postMessage({ op: 'request', id: 0, type: 'execute_request', content: JSON.stringify({ code: cells[seen.length] }) });
  }
});
worker.postMessage({ op: 'load' });
worker.postMessage({ op: 'start', folder: '/tmp' });
