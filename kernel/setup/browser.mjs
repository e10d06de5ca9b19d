// Starts a browser and JupyterLab for tests, through playwright-core. The browser is
// Chromium, or with FOCAL_BROWSER=firefox Firefox, driven over WebDriver BiDi. setup.sh
// installs all of them.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { chromium, firefox } = createRequire(import.meta.url)('playwright-core');

function program(...names) {
  const folders = process.env.PATH.split(':');
  const paths = names.flatMap(name => folders.map(folder => join(folder, name)));
  const found = paths.find(path => statSync(path, { throwIfNoEntry: false }));
  if (!found) throw new Error(`no ${names[0]}: run kernel/setup/setup.sh --browser --firefox`);
  return found;
}

const chrome = () => ({
  executablePath: program('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
  args: ['--no-sandbox'],
});

export const launch = () => (process.env.FOCAL_BROWSER === 'firefox'
  ? firefox.launch({ channel: 'moz-firefox', executablePath: program('firefox-esr', 'firefox') })
  : chromium.launch(chrome()));

// returning starts Chromium with a profile, in a folder of its own that is removed at the end.
// Only with one does it store the compiled code of scripts, from their second use on.
export const returning = options => chromium.launchPersistentContext('', { ...chrome(), ...options });

// All waits are for events. An event that does not occur within patience, which only a
// hanging machine exceeds, is an error.
export const patience = 20 * 60000; // milliseconds

// until waits until f returns a true value, and returns it.
export async function until(what, f) {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(100)) {
    const value = await f();
    if (value) return value;
  }
  throw new Error(`${what}: not within ${patience / 60000} minutes`);
}

// slower is how many times longer work takes now than on an idle machine, as setup.Within measures it.
export function slower() {
  const start = Date.now(), before = process.cpuUsage();
  let used;
  do used = process.cpuUsage(before); while (used.user + used.system < 200_000); // microseconds
  return Math.max(1, (Date.now() - start) / 200);
}

const running = server => server.exitCode === null && server.signalCode === null;

// lab starts JupyterLab in a folder, with settings and files separate from the user's.
// address waits until JupyterLab responds, since its log contains the address before it
// listens; log returns the log so far; end stops JupyterLab.
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

// kernels returns the kernels that JupyterLab runs.
export const kernels = async address => (await fetch(address + 'api/kernels?token=focal')).json();

// ready waits until the kernel of the only notebook is connected and idle. It asks the
// server, since JupyterLab's page may show the state as unknown until a cell has run.
export const ready = address => until('the notebook has its kernel', async () => {
  const all = await kernels(address);
  return all.length === 1 && all[0].connections > 0 && all[0].execution_state === 'idle';
});

// add adds a cell with a source at the end of the notebook, runs it, and returns it. It
// clicks the prompt of the cell above, since a widget may be anywhere else in that cell.
export async function add(page, source) {
  const cell = page.locator('.jp-Notebook .jp-Cell').last();
  await cell.locator('.jp-InputPrompt').click();
  await page.keyboard.press('b');
  await until('there is a new cell', async () => (await cell.locator('.cm-content').innerText()).trim() === '');
  await cell.locator('.cm-content').click();
  await page.keyboard.insertText(source);
  await page.keyboard.press('Control+Enter');
  return cell;
}

// titles watches the titles "w W, n N" of charts that a page paints from now on: each
// canvas has its last one, and window, by title, when each was first painted. It returns
// functions that read the title of the chart in the page and wait for one. A chart that
// has been taken out of the page may still paint.
export async function titles(page) {
  await page.addInitScript(() => {
    const fill = CanvasRenderingContext2D.prototype.fillText;
    window.painted = {};
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      if (/^w [\d.]+, n \d+$/.test(text)) {
        window.painted[text] ??= performance.now();
        this.canvas.title = text;
      }
      return fill.call(this, text, ...rest);
    };
  });
  const title = () => page.evaluate(() => [...document.querySelectorAll('.focal-live canvas')].findLast(c => c.title)?.title);
  return { title, shows: what => until(`the chart shows ${what}`, async () => await title() === what) };
}
