// Opens a notebook in JupyterLab in Chromium and does with it what a reader
// does: looks, runs all cells, changes the theme, interrupts a long search.
//
//   node browser.mjs JUPYTER NOTEBOOK SCREENSHOTS < cells.json
//
// The notebook lies in a folder of its own. cells.json is a list: empty, or the
// sources of two cells that are run after it, one that searches for long and is
// interrupted, and one that shows whether the kernel lives on. What was seen is
// printed as JSON.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { launch } from '../../kernel/setup/browser.mjs';

const [jupyter, notebook, screenshots] = process.argv.slice(2);
const cells = JSON.parse(readFileSync(0, 'utf8'));
mkdirSync(screenshots, { recursive: true });

// own keeps this JupyterLab's settings and files apart from the user's.
const state = mkdtempSync(join(tmpdir(), 'focal-lab-'));
const own = Object.fromEntries(['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'JUPYTERLAB_SETTINGS_DIR',
  'JUPYTERLAB_WORKSPACES_DIR', 'IPYTHONDIR'].map(name => [name, join(state, name)]));

// lab starts JupyterLab and gives its address, once it answers there, and what
// it logs. The log alone does not do: it names the address before JupyterLab
// listens.
function lab() {
  const server = spawn(jupyter, ['lab', '--no-browser', '--allow-root', '--port=0', '--IdentityProvider.token=focal',
    '--ServerApp.root_dir=' + dirname(notebook)], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...own } });
  let log = '';
  server.stderr.on('data', data => { log += data; });
  async function address() {
    for (const deadline = Date.now() + 60000; Date.now() < deadline && running(server); await sleep(50)) {
      const named = log.match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0];
      if (named && await fetch(named + 'api').then(answer => answer.ok, () => false)) return named;
    }
    throw new Error('JupyterLab does not answer');
  }
  return { server, address, log: () => log };
}

const running = server => server.exitCode === null && server.signalCode === null;

const seen = { elsewhere: [], console: [] };

// prompts are the execution counts beside the code cells.
const prompts = page => page.locator('.jp-CodeCell .jp-InputArea-prompt').allTextContents();

async function idle(page) {
  await page.locator('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ timeout: 60000 });
}

async function runAll(page) {
  await page.locator('.lm-MenuBar-itemLabel', { hasText: /^Run$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Run All Cells$/ }).click();
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')].map(e => e.textContent);
    return all.length > 0 && all.every(s => /\[\d+\]:/.test(s));
  }, null, { timeout: 120000 });
  await idle(page);
}

// charts measures each live chart: its size, its place within the output, and
// how many colours it is painted with.
const charts = page => page.evaluate(() => [...document.querySelectorAll('.focal-live')].map(box => {
  const canvas = box.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set(new Uint32Array(data.buffer));
  const area = box.closest('.jp-OutputArea-output').getBoundingClientRect(), at = box.getBoundingClientRect();
  return { width: at.width, height: at.height, clipped: at.right > area.right + 1, colours: colours.size };
}));

// pictures counts the static pictures that a reader sees.
const pictures = page => page.evaluate(() =>
  [...document.querySelectorAll('.jp-OutputArea img')].filter(i => i.complete && i.naturalWidth > 0 && i.clientHeight > 0).length);

// tables measures whether each table shows all of its columns.
const tables = page => page.evaluate(() => [...document.querySelectorAll('.jp-OutputArea table')]
  .filter(t => !t.closest('.focal-live')).map(t => ({ rows: t.rows.length, clipped: t.parentElement.scrollWidth > t.parentElement.clientWidth + 1 })));

// add writes a cell at the end of the notebook and runs it.
async function add(page, source) {
  const last = page.locator('.jp-Notebook .jp-Cell').last();
  await last.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  const cell = page.locator('.jp-Notebook .jp-Cell').last();
  await cell.locator('.cm-content').click();
  await page.keyboard.insertText(source);
  await page.keyboard.press('Control+Enter');
  return cell;
}

async function open(page, address) {
  await page.goto(`${address}lab/tree/${basename(notebook)}?token=focal`);
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor({ timeout: 60000 });
  await idle(page);
}

async function visit(page) {
  await page.locator('.jp-OutputArea img').first().waitFor({ timeout: 10000 }).catch(() => {});
  await page.waitForTimeout(500);
  seen.pictures = await pictures(page); // before anything has run
  await page.screenshot({ path: join(screenshots, 'opened.png') });

  await runAll(page);
  await page.locator('.focal-live canvas').first().waitFor();
  await page.waitForTimeout(1500); // ECharts moves its lines in
  seen.prompts = await prompts(page);
  seen.errors = await page.locator('.jp-OutputArea [data-mime-type="application/vnd.jupyter.error"], .jp-OutputArea [data-mime-type="application/vnd.jupyter.stderr"]').allTextContents();
  seen.charts = await charts(page);
  seen.tables = await tables(page);
  await page.screenshot({ path: join(screenshots, 'light.png') });

  // As it looks in a window of common size, for the README.
  const tall = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 960 });
  await page.locator('.jp-Notebook h2').first().evaluate(heading => heading.scrollIntoView());
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(screenshots, 'window.png') });
  await page.setViewportSize(tall);

  await page.locator('.lm-MenuBar-itemLabel', { hasText: /^Settings$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Theme$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^JupyterLab Dark$/ }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(screenshots, 'dark.png') });

  if (cells.length > 0) await interrupt(page, ...cells);
}

async function interrupt(page, long, after) {
  const cell = await add(page, long);
  await cell.locator('.jp-OutputArea-output').filter({ hasText: 'expanded' }).first().waitFor({ timeout: 60000 }); // progress
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(screenshots, 'running.png') });
  const start = Date.now();
  await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
  await cell.locator('.jp-OutputArea-output').filter({ hasText: 'was interrupted' }).first().waitFor({ timeout: 15000 });
  seen.interrupted = { ms: Date.now() - start, says: await cell.locator('.jp-OutputArea').innerText() };
  await idle(page);
  const next = await add(page, after);
  await next.locator('.jp-OutputArea-output').first().waitFor({ timeout: 30000 });
  seen.after = await next.locator('.jp-OutputArea').innerText();
  await page.screenshot({ path: join(screenshots, 'interrupted.png') });
}

let server, browser;

async function end() {
  if (!server || !running(server)) return;
  server.kill();
  await new Promise(resolve => server.once('exit', resolve));
}

// opened is the notebook with its kernel. Jupyter chooses a kernel's ports before
// the kernel takes them; should another process be faster, the two never meet. So
// it is tried once more, and told.
async function opened() {
  for (;;) {
    const started = lab();
    server = started.server;
    // Tall, because JupyterLab keeps in the page only what is in view.
    const page = await browser.newPage({ viewport: { width: 1280, height: 9000 } });
    page.on('request', r => { if (/^(https?|wss?):/.test(r.url()) && !r.url().includes('//127.0.0.1:')) seen.elsewhere.push(r.url()); });
    page.on('console', m => { if (/focal/.test(m.text())) seen.console.push(m.text()); });
    page.setDefaultTimeout(30000);
    try {
      await open(page, await started.address());
      return page;
    } catch (e) {
      await page.screenshot({ path: join(screenshots, 'failed.png') });
      const told = `${e}\n${started.log()}`;
      if (seen.again) throw new Error(told, { cause: e });
      seen.again = told;
      await page.close();
      await end();
    }
  }
}

try {
  browser = await launch();
  const page = await opened();
  try {
    await visit(page);
  } catch (e) {
    await page.screenshot({ path: join(screenshots, 'failed.png') });
    throw e;
  }
  console.log(JSON.stringify(seen));
} catch (e) {
  console.error(e, JSON.stringify(seen));
  process.exitCode = 1;
} finally {
  await browser?.close();
  await end();
  rmSync(state, { recursive: true, force: true });
}
