// The web worker of Focal's kernel: it runs the Go program focal.wasm, gives it
// the files of the page, and takes messages between the two.

let peer = self; // who gets its messages: the page
const post = message => { flush(); peer.postMessage(message); };

// What the program prints is gathered while it goes on, for a moment at most.
const printed = { name: '', text: '', since: 0 };
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

function flush() {
  if (printed.text) peer.postMessage({ op: 'print', name: printed.name, text: printed.text });
  printed.text = '';
}

function print(fd, data) {
  const name = fd === 1 ? 'stdout' : 'stderr';
  if (printed.name !== name) flush();
  if (!printed.text) {
    printed.since = performance.now();
    setTimeout(flush, 20);
  }
  printed.name = name;
  printed.text += decoders[fd].decode(data, { stream: true });
  if (performance.now() - printed.since > 50 || printed.text.length > 1 << 16) flush();
}

// ask calls a function of the page's files.
const asked = new Map();
let questions = 0;
let ask = (call, ...args) => new Promise((resolve, reject) => {
  asked.set(++questions, { resolve, reject });
  self.postMessage({ op: 'files', id: questions, call, args });
});

// Files. The program sees those of the page, /tmp, which is kept nowhere, and
// /focal, what belongs to the kernel. A file that is open is in memory as a whole;
// one that was written goes to the page when it is closed, and from time to time before.

const failure = (code, path) => Object.assign(new Error(`${code}: ${path ?? ''}`), { code });
const memory = new Map([['/tmp', { directory: true, modified: Date.now() }]]); // below /tmp, by path
const open = new Map(); // by number
const dirty = new Map(); // nodes to be saved, by path
let folder = '/', lastNumber = 100, lastInode = 0;

function absolute(path) {
  const parts = [];
  for (const part of (path.startsWith('/') ? path : folder + '/' + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return '/' + parts.join('/');
}

const temporary = path => path === '/tmp' || path.startsWith('/tmp/');
const charts = 'echarts.packed';
const own = path => path === '/focal' || path.startsWith('/focal/');

let declarations; // the packages whose declarations are at hand
async function packages() {
  declarations ??= fetch('declarations/index.json').then(r => (r.ok ? r.json() : []), () => []);
  return declarations;
}

// opened is a file that is open under its path, if one is: all who open it share it.
function opened(path) {
  if (dirty.has(path)) return dirty.get(path);
  for (const f of open.values()) if (f.path === path && f.node) return f.node;
}

async function look(path) {
  if (path === '/dev/null') return { size: 0, modified: 0 };
  if (temporary(path)) {
    const node = memory.get(path);
    if (!node) throw failure('ENOENT', path);
    return node;
  }
  if (own(path)) {
    const [, , top, name, file] = path.split('/');
    if (top === charts && !name) return { size: 0, modified: 0 };
    if (!top || top === 'declarations' && (!name || (await packages()).includes(name) && (!file || file === 'doc.go'))) {
      return { directory: !file, size: 0, modified: 0 };
    }
    throw failure('ENOENT', path);
  }
  const node = opened(path);
  if (node) return { ...node, size: node.length };
  if (path === '/dev' || path === '/tmp') return { directory: true };
  return ask('stat', path);
}

const sizeOf = node => node.length ?? node.size ?? 0;

function stats(node) {
  const mode = node.directory ? 0o040777 : 0o100666, time = node.modified ?? 0;
  return { dev: 1, ino: node.inode ??= ++lastInode, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: sizeOf(node), blksize: 4096,
    blocks: Math.ceil(sizeOf(node) / 512), atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => !!node.directory };
}

async function contentOf(path) {
  if (own(path)) {
    const answer = await fetch(path.replace('/focal/', ''));
    if (!answer.ok) throw failure('ENOENT', path);
    return new Uint8Array(await answer.arrayBuffer());
  }
  return ask('read', path);
}

const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

async function openFile(name, flags) {
  const path = absolute(name);
  let info = await look(path).catch(e => { if (e.code !== 'ENOENT') throw e; });
  const writes = (flags & 3) !== 0;
  if (info && flags & constants.O_CREAT && flags & constants.O_EXCL) throw failure('EEXIST', path);
  if (!info && !(flags & constants.O_CREAT)) throw failure('ENOENT', path);
  if (info?.directory && writes) throw failure('EISDIR', path);
  if (writes && own(path)) throw failure('EROFS', path);
  let node;
  if (info?.directory) node = info;
  else if (temporary(path)) node = memory.get(path);
  else node = opened(path);
  if (!node) {
    const data = info && path !== '/dev/null' && !(flags & constants.O_TRUNC) ? await contentOf(path) : new Uint8Array(0);
    node = { data, length: data.length, modified: info?.modified ?? Date.now() };
    if (temporary(path)) {
      const parent = memory.get(path.slice(0, path.lastIndexOf('/')));
      if (!parent?.directory) throw failure('ENOENT', path);
      memory.set(path, node);
    }
    if (!info) touch(path, node);
  }
  if (flags & constants.O_TRUNC && writes && node.length > 0) resize(node, 0), touch(path, node);
  open.set(++lastNumber, { path, node, at: 0, append: !!(flags & constants.O_APPEND) });
  return lastNumber;
}

function resize(node, length) {
  if (length > node.data.length) {
    const data = new Uint8Array(Math.max(length, 2 * node.data.length));
    data.set(node.data.subarray(0, node.length));
    node.data = data;
  } else {
    node.data.fill(0, length, node.length);
  }
  node.length = length;
}

// touch notes that a file has changed. It is saved within half a second or so.
function touch(path, node) {
  node.modified = Date.now();
  if (temporary(path) || path.startsWith('/dev/')) return;
  if (dirty.size === 0) setTimeout(save, 500);
  dirty.set(path, node);
}

let saving = Promise.resolve();
function save() {
  const changed = [...dirty];
  saving = saving.then(async () => {
    for (const [path, node] of changed) {
      const at = node.modified;
      if (dirty.get(path) !== node) continue;
      await ask('write', path, node.data.slice(0, node.length)).catch(e => print(2, new TextEncoder().encode(`${path} cannot be kept: ${e.message}\n`)));
      if (node.modified === at) dirty.delete(path);
    }
    if (dirty.size > 0) setTimeout(save, 500);
  });
  return saving;
}

function file(number) {
  const f = open.get(number);
  if (!f) throw failure('EBADF');
  return f;
}

async function remove(name, directory) {
  const path = absolute(name);
  const info = await look(path);
  if (directory !== !!info.directory) throw failure(directory ? 'ENOTDIR' : 'EISDIR', path);
  if (directory && (await list(path)).length > 0) throw failure('ENOTEMPTY', path);
  if (own(path)) throw failure('EROFS', path);
  if (temporary(path)) return void memory.delete(path);
  await saving;
  dirty.delete(path);
  await ask('remove', path).catch(e => { if (!opened(path)) throw e; });
}

async function list(path) {
  if (temporary(path)) return [...memory.keys()].filter(p => p !== path && p.slice(0, p.lastIndexOf('/')) === path).map(p => p.slice(path.length + 1));
  if (own(path)) return path === '/focal' ? ['declarations', charts] : path === '/focal/declarations' ? packages() : ['doc.go'];
  await save();
  return ask('list', path);
}

const operations = {
  open: openFile,
  async close(fd) {
    const f = file(fd);
    open.delete(fd);
    if (dirty.has(f.path)) save();
  },
  async stat(name) { return stats(await look(absolute(name))); },
  async lstat(name) { return stats(await look(absolute(name))); },
  async fstat(fd) { return stats(fd <= 2 ? {} : file(fd).node); },
  async read(fd, buffer, offset, length, position) {
    if (fd === 0) return 0;
    const f = file(fd), from = position ?? f.at;
    const part = f.node.data.subarray(from, Math.min(from + length, f.node.length));
    buffer.set(part, offset);
    if (position == null) f.at += part.length;
    return part.length;
  },
  async write(fd, buffer, offset, length, position) {
    const data = buffer.subarray(offset, offset + length);
    if (fd <= 2) {
      print(fd, data);
      await rest();
      return length;
    }
    const f = file(fd);
    if (f.path === '/dev/null') return length;
    const at = f.append ? f.node.length : position ?? f.at;
    if (at + length > f.node.length) resize(f.node, at + length);
    f.node.data.set(data, at);
    if (position == null) f.at = at + length;
    touch(f.path, f.node);
    return length;
  },
  async fsync() {},
  async readdir(name) { return list(absolute(name)); },
  async mkdir(name) {
    const path = absolute(name);
    if (await look(path).catch(() => null)) throw failure('EEXIST', path);
    if (temporary(path)) {
      if (!memory.get(path.slice(0, path.lastIndexOf('/')))?.directory) throw failure('ENOENT', path);
      memory.set(path, { directory: true, modified: Date.now() });
      return;
    }
    if (!(await look(absolute(path + '/..'))).directory) throw failure('ENOTDIR', path);
    await ask('mkdir', path);
  },
  unlink: name => remove(name, false),
  rmdir: name => remove(name, true),
  async rename(from, to) {
    const [a, b] = [absolute(from), absolute(to)];
    await look(a);
    if (temporary(a) !== temporary(b)) throw failure('EXDEV', a);
    if (temporary(a)) {
      for (const [path, node] of [...memory]) {
        if (path === a || path.startsWith(a + '/')) memory.delete(path), memory.set(b + path.slice(a.length), node);
      }
      return;
    }
    await save();
    if (await look(b).catch(() => null)) await ask('remove', b);
    await ask('rename', a, b);
    for (const f of open.values()) if (f.path === a) f.path = b;
  },
  async ftruncate(fd, length) {
    const f = file(fd);
    resize(f.node, length);
    touch(f.path, f.node);
  },
  async truncate(name, length) {
    const fd = await openFile(name, constants.O_RDWR);
    await operations.ftruncate(fd, length);
    await operations.close(fd);
  },
  async utimes() {}, async chmod() {}, async fchmod() {}, async chown() {}, async fchown() {}, async lchown() {},
  async link(path) { throw failure('ENOSYS', path); },
  async symlink(path) { throw failure('ENOSYS', path); },
  async readlink(path) { throw failure('EINVAL', path); },
};

self.fs = { constants, writeSync(fd, data) { print(fd, data); return data.length; } };
for (const [name, operation] of Object.entries(operations)) {
  self.fs[name] = (...args) => {
    const done = args.pop();
    operation(...args).then(result => done(null, result), e => done(e.code ? e : failure('EIO', e.message)));
  };
}

self.process = {
  pid: 1, ppid: 0, umask: () => 0o022, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [],
  cwd: () => folder,
  chdir: path => { folder = absolute(path); },
};
self.path = { resolve: (...parts) => parts.reduce((a, b) => (b.startsWith('/') ? absolute(b) : absolute(a + '/' + b))) };

// What the program and this worker share; see ServePage in kernel/instant.

self.focalPublish = (type, content) => post({ op: 'publish', type, content });
self.focalStuck = () => post({ op: 'ended', why: 'interrupted: the cell was cut off, but compiled code that it had called went on (does it take show.Context()?), so its worker was ended' });

// yielder returns a function that calls another when messages have been taken. A timeout
// would be held back for some milliseconds.
function yielder() {
  const channel = new MessageChannel();
  let then;
  channel.port1.onmessage = () => then();
  return f => {
    flush();
    then = f;
    channel.port2.postMessage(0);
  };
}

self.focalYield = yielder();

// rest waits until messages have been taken, an interrupt among them, if that is some time
// ago: else code that prints without end would keep the worker to itself, and fill the
// page's memory with what it prints.
const afterMessages = yielder();
let rested = 0, resting;
async function rest() {
  if (performance.now() - rested < 50) return;
  await (resting ??= new Promise(afterMessages));
  resting = undefined;
  rested = performance.now();
}

const ready = new Promise(resolve => { self.focalReady = resolve; });

// Further workers make the runs of studies, one at a time each. They run the program with
// an argument. Their messages are ready, answer and, if they end by themselves, ended with
// what they have printed. The page makes them and passes a port on for these messages: if a
// worker makes one while developer tools are open, Firefox may lock up (2026, version 153).

const most = 8; // because of their memory
self.focalWorkers = Math.min(most, navigator.hardwareConcurrency || 1);

const further = new Map(); // by number
let lastFurther = 0;

self.focalWorker = take => {
  const id = ++lastFurther;
  let port, printed = '';
  const heard = m => {
    if (m.op === 'print') printed += m.text;
    else if (m.op === 'ended') take('ended', printed + m.why);
    else take(m.op, m.text ?? '', m.memory ?? 0);
  };
  further.set(id, {
    begun(p) {
      port = p;
      port.onmessage = ({ data }) => heard(data);
    },
    failed: why => heard({ op: 'ended', why }),
  });
  post({ op: 'worker', id, program });
  return {
    order: text => port.postMessage({ op: 'order', text }),
    end() {
      further.delete(id);
      port?.close(); // nothing is heard any more
      post({ op: 'end', id });
    },
  };
};

self.focalAnswer = text => post({ op: 'answer', text, memory: memoryOf() });

let program; // the compiled one
let running; // until it ends
let memoryOf; // its memory, in bytes

async function load() {
  const packed = await fetch('focal.wasm.gz');
  if (!packed.ok) throw new Error(`focal.wasm.gz: ${packed.status}`);
  // A server that says that the file is compressed has had the browser unpack it.
  const [head, rest] = packed.body.tee();
  const first = (await head.getReader().read()).value;
  const zipped = first[0] === 0x1f && first[1] === 0x8b;
  const unpacked = zipped ? rest.pipeThrough(new DecompressionStream('gzip')) : rest;
  program = await WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } }));
}

async function run(...args) {
  if (!self.Go) importScripts('wasm_exec.js');
  const go = new Go();
  // Nothing interrupts code that runs here, so a collector that works beside it may not get its turn.
  go.env = { HOME: '/', TMPDIR: '/tmp', GOTRACEBACK: 'none', GODEBUG: 'gcstoptheworld=1' };
  go.argv = ['focal', ...args];
  let code = 0;
  go.exit = c => { code = c; };
  const instance = await WebAssembly.instantiate(program, go.importObject);
  memoryOf = () => instance.exports.mem.buffer.byteLength;
  await go.run(instance);
  return code;
}

// serve lets the peer know when requests can come, and when none can any more.
function serve(running) {
  ready.then(() => post({ op: 'ready' }));
  running.then(code => post({ op: 'ended', why: `the interpreter ended with exit code ${code}` }),
    e => post({ op: 'ended', why: `the interpreter does not start: ${e.message}` }));
}

self.onmessage = ({ data: m }) => {
  switch (m.op) {
    case 'load':
      running = load().then(() => run());
      running.catch(() => {}); // serve says why
      break;
    case 'start':
      folder = m.folder;
      serve(running);
      break;
    case 'worker':
      further.get(m.id)?.begun(m.port);
      break;
    case 'failed':
      further.get(m.id)?.failed(m.why);
      break;
    case 'serve':
      program = m.program;
      peer = m.port; // of the kernel's worker
      peer.onmessage = self.onmessage;
      ask = async () => { throw failure('ENOENT'); }; // files are the kernel's
      serve(run('runs'));
      break;
    case 'order':
      self.focalOrder(m.text);
      break;
    case 'request':
      self.focalRequest(m.type, m.content, async content => {
        await save();
        post({ op: 'reply', id: m.id, content });
      });
      break;
    case 'interrupt':
      self.focalInterrupt();
      break;
    case 'files': {
      const { resolve, reject } = asked.get(m.id);
      asked.delete(m.id);
      if (m.error) reject(failure(m.error));
      else resolve(m.result);
    }
  }
};
