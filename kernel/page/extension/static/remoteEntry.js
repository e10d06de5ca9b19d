// Focal's kernel for JupyterLite: a prebuilt extension, as JupyterLab loads it. The
// kernel itself is a Go program in a web worker; see worker.js.

(() => {
  const here = new URL('.', document.currentScript.src);
  let shared; // the modules of the application, by name and version

  const shares = name => shared[name] && Object.values(shared[name])[0];
  const load = async name => (await shares(name).get())();

  // How long a cell that was interrupted may go on before its worker is ended.
  const patience = 1000;
  // How much a cell can print: a notebook of more is slow to open and to save.
  const mostText = 1 << 20;
  const lost = '; all variables are lost, a fresh session has begun';

  // A worker loads the kernel's program and starts it at once. The first one does while JupyterLab starts.
  function newWorker() {
    const worker = new Worker(new URL('worker.js', here));
    worker.postMessage({ op: 'load' });
    return worker;
  }
  let first;

  function kernelOf(BaseKernel, contents) {
    return class FocalKernel extends BaseKernel {
      constructor(options) {
        super(options);
        this.files = new Files(contents);
        this.further = new Map(); // workers for the runs of studies, by number
        this.start();
      }

      start() {
        this.pending = new Map();
        this.says = '';
        this.started = new Promise(resolve => { this.begun = resolve; });
        this.worker = first ?? newWorker();
        first = undefined;
        this.worker.onmessage = e => this.take(e.data);
        this.worker.onerror = e => this.end(`the interpreter ended: ${e.message}`);
        const folder = '/' + (this.location ?? '').replace(/^[^:/]*:/, '').replace(/^\/+|\/+$/g, '');
        this.worker.postMessage({ op: 'start', folder });
      }

      get ready() { return this.started; }

      dispose() {
        if (!this.isDisposed) this.stop();
        super.dispose();
      }

      // stop ends all workers.
      stop() {
        for (const worker of [this.worker, ...this.further.values()]) worker.terminate();
        this.further.clear();
      }

      // help makes a worker for the runs of studies. It exchanges messages with the kernel's worker.
      help(id, program) {
        try {
          const { port1, port2 } = new MessageChannel();
          const worker = new Worker(new URL('worker.js', here)); // which the browser may not allow
          worker.onerror = e => this.worker.postMessage({ op: 'failed', id, why: e.message });
          worker.postMessage({ op: 'serve', program, port: port2 }, [port2]);
          this.further.set(id, worker);
          this.worker.postMessage({ op: 'worker', id, port: port1 }, [port1]);
        } catch (e) {
          this.worker.postMessage({ op: 'failed', id, why: e.message });
        }
      }

      // end ends the workers, answers what the kernel's has left open, and starts another.
      end(why) {
        this.stop();
        const open = [...this.pending.values()];
        const failure = { ename: 'Died', evalue: why + lost, traceback: [`\x1b[31m${why + lost}\x1b[0m`] };
        this.begun();
        this.start();
        for (const { type, reply } of open) {
          if (type === 'execute_request') this.publishExecuteError(failure);
          reply({ status: 'error', ...failure });
        }
      }

      async request(type, content) {
        await this.ready;
        return new Promise(reply => {
          const id = this.next = (this.next ?? 0) + 1;
          this.pending.set(id, { type, reply });
          this.worker.postMessage({ op: 'request', id, type, content: JSON.stringify(content) });
        });
      }

      interrupt() {
        const running = [...this.pending.keys()];
        if (running.length === 0) return;
        this.worker.postMessage({ op: 'interrupt' });
        setTimeout(() => {
          if (running.some(id => this.pending.has(id))) {
            this.end('interrupted: the cell did not heed it (does what it calls take show.Context()?), so its worker was ended');
          }
        }, patience);
      }

      // take handles a message of the worker.
      async take(m) {
        switch (m.op) {
          case 'ready':
            this.begun();
            break;
          case 'reply': {
            const { reply } = this.pending.get(m.id) ?? {};
            this.pending.delete(m.id);
            reply?.(JSON.parse(m.content));
            break;
          }
          case 'publish':
            this.show(m.type, JSON.parse(m.content));
            break;
          case 'print':
            this.print(m.name, m.text);
            break;
          case 'ended':
            this.end(m.why);
            break;
          case 'worker':
            this.help(m.id, m.program);
            break;
          case 'end':
            this.further.get(m.id)?.terminate();
            this.further.delete(m.id);
            break;
          case 'files': {
            let answer;
            try {
              answer = { result: await this.files[m.call](...m.args) };
            } catch (e) {
              answer = { error: e.code ?? 'EIO' };
            }
            this.worker.postMessage({ op: 'files', id: m.id, ...answer });
          }
        }
      }

      show(type, content) {
        switch (type) {
          case 'display_data': return this.displayData(content);
          case 'update_display_data': return this.updateDisplayData(content);
          case 'execute_result': return this.publishExecuteResult({ ...content, execution_count: this.executionCount });
          case 'error': return this.publishExecuteError(content);
        } // execute_input is the base class's
      }

      // print shows what the cell prints. What clears a terminal clears the output.
      print(name, text) {
        const [before, ...rest] = text.split('\x1b[2J');
        this.stream2(name, before);
        for (const after of rest) {
          this.clearOutput({ wait: false });
          this.stream2(name, after.replace(/^\x1b\[H/, ''));
        }
      }

      stream2(name, text) {
        const room = mostText - this.printed;
        this.printed += text.length;
        if (text === '' || room < 0) return;
        this.stream({ name, text: text.slice(0, room) });
        if (text.length > room) {
          this.stream({ name: 'stderr', text: `\nnote: this cell has printed ${mostText >> 20} MB, and what it prints from here on is not shown: write it to a file\n` });
        }
      }

      kernelInfoRequest() { return this.request('kernel_info_request', {}); }
      async executeRequest(content) {
        this.printed = 0;
        const reply = await this.request('execute_request', content);
        return { payload: [], user_expressions: {}, ...reply, execution_count: this.executionCount };
      }
      completeRequest(content) { return this.request('complete_request', content); }
      inspectRequest(content) { return this.request('inspect_request', content); }
      isCompleteRequest(content) { return this.request('is_complete_request', content); }
      async commInfoRequest() { return { comms: {}, status: 'ok' }; }
      inputReply() {}
      async commOpen() {}
      async commMsg() {}
      async commClose() {}
    };
  }

  // Files are those of the page, as its file browser shows them: JupyterLite keeps
  // what is changed in the browser's storage, and reads the rest from the site.
  class Files {
    constructor(contents) { this.contents = contents; }

    async model(path, content) {
      try {
        return await this.contents.get(path.slice(1), { content });
      } catch {
        throw Object.assign(new Error(path), { code: 'ENOENT' });
      }
    }

    async stat(path) {
      const m = path === '/' ? { type: 'directory' } : await this.model(path, false);
      return { directory: m.type === 'directory', size: m.size ?? 0, modified: Date.parse(m.last_modified) || 0 };
    }

    async list(path) {
      return (await this.model(path, true)).content.map(m => m.name);
    }

    async read(path) {
      const m = await this.model(path, true);
      if (m.type === 'directory') throw Object.assign(new Error(path), { code: 'EISDIR' });
      if (m.format === 'base64') return Uint8Array.from(atob(m.content), c => c.charCodeAt(0));
      return new TextEncoder().encode(typeof m.content === 'string' ? m.content : JSON.stringify(m.content, null, 1));
    }

    async write(path, data) {
      let binary = '';
      for (let i = 0; i < data.length; i += 1 << 15) binary += String.fromCharCode(...data.subarray(i, i + (1 << 15)));
      const name = path.split('/').pop();
      await this.contents.save(path.slice(1), { name, path: path.slice(1), type: 'file', format: 'base64', content: btoa(binary) });
    }

    async mkdir(path) {
      const name = path.split('/').pop();
      await this.contents.save(path.slice(1), { name, path: path.slice(1), type: 'directory', format: 'json', content: [] });
    }

    async remove(path) { await this.contents.delete(path.slice(1)); }
    async rename(from, to) { await this.contents.rename(from.slice(1), to.slice(1)); }
  }

  async function plugins() {
    if (!shares('@jupyterlite/services')) return []; // an ordinary JupyterLab, which has kernels of its own
    first = newWorker();
    first.onerror = () => { first = undefined; }; // the kernel's own will say why
    const { BaseKernel, IKernelSpecs, IKernelClient } = await load('@jupyterlite/services');
    return [{
      id: '@focal-search/page:kernel',
      autoStart: true,
      requires: [IKernelSpecs, IKernelClient],
      activate: (app, specs, client) => {
        const running = new Map();
        const Kernel = kernelOf(BaseKernel, app.serviceManager.contents);
        specs.register({
          spec: { name: 'focal', display_name: 'Focal', language: 'go', argv: [], resources: {} },
          create: async options => {
            const kernel = new Kernel(options);
            running.set(kernel.id, kernel);
            return kernel;
          },
        });
        // JupyterLite's interrupt cancels the cells that wait, and this one also the one that runs.
        const interrupt = client.interrupt.bind(client);
        client.interrupt = async id => {
          running.get(id)?.interrupt();
          await interrupt(id);
        };
      },
    }];
  }

  globalThis._JUPYTERLAB ??= {};
  globalThis._JUPYTERLAB['@focal-search/page'] = {
    init: scope => { shared = scope; },
    get: async () => {
      const all = await plugins();
      return () => ({ __esModule: true, default: all });
    },
  };
})();
