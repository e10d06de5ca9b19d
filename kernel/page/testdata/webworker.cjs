// A thread of Node that runs worker.js as a web worker does. The test gets a message when
// a further web worker is started, is ready, and is sent an order.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runInThisContext } = require('node:vm');
const { parentPort, Worker: Thread, workerData } = require('node:worker_threads');

const { folder, cores } = workerData;
let { deaf } = workerData; // so many further workers never start
const load = file => runInThisContext(readFileSync(join(folder, file), 'utf8'), { filename: file });
const further = seen => parentPort.postMessage({ op: 'further', ...seen });

// Nobody waits long for a worker that never starts.
let hurried = false;
const wait = setTimeout;
const hurry = (f, ms, ...args) => wait(f, hurried ? Math.min(ms, 10) : ms, ...args);

class Worker {
  constructor() {
    this.deaf = deaf-- > 0;
    hurried = this.deaf;
    if (this.deaf) return;
    further({ started: 1 });
    this.thread = new Thread(__filename, { workerData });
    this.thread.on('message', data => {
      if (data.op === 'ready') further({ ready: 1 });
      this.onmessage?.({ data });
    });
    this.thread.on('error', e => this.onerror?.(e));
  }
  postMessage(m) {
    if (this.deaf) return;
    if (m.op === 'order') further({ orders: 1 });
    this.thread.postMessage(m);
  }
  terminate() { this.thread?.terminate(); }
}

// Node delivers up to a thousand messages of a channel before those of others; a browser
// delivers them in their order.
class MessageChannel {
  port1 = {};
  port2 = { postMessage: data => setImmediate(() => this.port1.onmessage({ data })) };
}

Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: cores } });
Object.assign(globalThis, {
  self: globalThis, Worker, MessageChannel, setTimeout: hurry, location: { href: 'worker.js' }, importScripts: load,
  postMessage: m => parentPort.postMessage(m), fetch: async file => new Response(readFileSync(join(folder, file))),
});
load('worker.js');
parentPort.on('message', data => globalThis.onmessage({ data }));
