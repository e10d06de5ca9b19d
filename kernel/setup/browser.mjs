// Starts the browser of tests by playwright-core: Chromium, or Firefox where
// FOCAL_BROWSER=firefox, which is driven over WebDriver BiDi; and JupyterLab. setup.sh
// installs them.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { chromium, firefox } = createRequire(import.meta.url)('playwright-core');

function program(...names) {
  const paths = process.env.PATH.split(':').flatMap(dir => names.map(name => join(dir, name)));
  const found = paths.find(path => statSync(path, { throwIfNoEntry: false }));
  if (!found) throw new Error(`no ${names[0]}: run kernel/setup/setup.sh --browser --firefox`);
  return found;
}

export const launch = () => (process.env.FOCAL_BROWSER === 'firefox'
  ? firefox.launch({ channel: 'moz-firefox', executablePath: program('firefox-esr', 'firefox') })
  : chromium.launch({ executablePath: program('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'), args: ['--no-sandbox'] }));

// All waits are for something to happen. Only what does not happen within
// patience, which is for a machine that has stopped, is an error.
export const patience = 20 * 60000; // milliseconds

// until waits for what f returns to be true, and returns it.
export async function until(what, f) {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(100)) {
    const value = await f();
    if (value) return value;
  }
  throw new Error(`${what}: not within ${patience / 60000} minutes`);
}

const running = server => server.exitCode === null && server.signalCode === null;

// lab starts JupyterLab in a folder, with settings and files apart from the user's,
// and gives its address, once it answers there, what it logs, and its end. The log
// alone does not do: it names the address before JupyterLab listens.
export function lab(jupyter, folder) {
  const state = mkdtempSync(join(tmpdir(), 'focal-lab-'));
  const own = Object.fromEntries(['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'JUPYTERLAB_SETTINGS_DIR',
    'JUPYTERLAB_WORKSPACES_DIR', 'IPYTHONDIR'].map(name => [name, join(state, name)]));
  const server = spawn(jupyter, ['lab', '--no-browser', '--allow-root', '--port=0', '--IdentityProvider.token=focal',
    '--ServerApp.root_dir=' + folder], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...own } });
  let log = '';
  server.stderr.on('data', data => { log += data; });
  async function address() {
    for (const deadline = Date.now() + patience; Date.now() < deadline && running(server); await sleep(50)) {
      const named = log.match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0];
      if (named && await fetch(named + 'api').then(answer => answer.ok, () => false)) return named;
    }
    throw new Error('JupyterLab does not answer');
  }
  async function end() {
    if (running(server)) {
      server.kill();
      await new Promise(resolve => server.once('exit', resolve));
    }
    rmSync(state, { recursive: true, force: true });
  }
  return { address, log: () => log, end };
}

// kernels are those that JupyterLab runs.
export const kernels = async address => (await fetch(address + 'api/kernels?token=focal')).json();

// ready waits until the kernel of the only notebook is connected and idle. JupyterLab's
// page may show its state as unknown until a cell has run.
export const ready = address => until('the notebook has its kernel', async () => {
  const all = await kernels(address);
  return all.length === 1 && all[0].connections > 0 && all[0].execution_state === 'idle';
});
