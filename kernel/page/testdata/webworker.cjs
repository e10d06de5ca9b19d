// A thread of Node that runs worker.js as a web worker does.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runInThisContext } = require('node:vm');
const { parentPort, workerData } = require('node:worker_threads');

const { folder, cores } = workerData;
const load = file => runInThisContext(readFileSync(join(folder, file), 'utf8'), { filename: file });

// Node delivers up to a thousand messages of a channel before those of others; a browser
// delivers them in their order.
class MessageChannel {
  port1 = {};
  port2 = { postMessage: data => setImmediate(() => this.port1.onmessage({ data })) };
}

Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: cores } });
Object.assign(globalThis, {
  self: globalThis, MessageChannel, importScripts: load,
  postMessage: m => parentPort.postMessage(m), fetch: async file => new Response(readFileSync(join(folder, file))),
});
load('worker.js');
parentPort.on('message', data => globalThis.onmessage({ data }));
