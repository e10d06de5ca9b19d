// Opens notebooks in JupyterLab in Chromium, one after the other, and does with
// each what a reader does: looks, runs all cells, saves, and where asked changes
// the theme and interrupts a long search.
//
//   node browser.mjs JUPYTER FOLDER < visits.json
//
// visits.json is a list of {notebook, screenshots, cells, themes}: a notebook of
// the folder; a folder for pictures of the window; two cells that are run after
// it, one that searches for long and is interrupted and one that shows whether
// the kernel lives on, or none; whether to try the dark theme too. What was seen
// in a visit is printed as a line of JSON when it ends.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { add, kernels, lab, launch, patience, ready, slower, until } from '../../kernel/setup/browser.mjs';

const [jupyter, folder] = process.argv.slice(2);
const visits = JSON.parse(readFileSync(0, 'utf8'));

// prompts are the execution counts beside the code cells.
const prompts = page => page.locator('.jp-CodeCell .jp-InputArea-prompt').allTextContents();

const errors = (page, kinds) => page.locator(kinds.map(k => `.jp-OutputArea [data-mime-type="application/vnd.jupyter.${k}"]`).join())
  .allTextContents();

async function idle(page) {
  await page.locator('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
}

async function runAll(page) {
  await menu(page, 'Run', 'Run All Cells');
  // It does not wait for the page to paint, which one that is idle need not do.
  await until('all cells have run', async () => {
    // After an error the cells below are not run.
    const [failed] = await errors(page, ['error']);
    if (failed) throw new Error('a cell failed: ' + failed);
    const all = await prompts(page);
    return all.length > 0 && all.every(s => /\[\d+\]:/.test(s));
  });
  await idle(page);
}

const menu = async (page, ...path) => {
  await page.locator('.lm-MenuBar-itemLabel', { hasText: new RegExp(`^${path[0]}$`) }).click();
  for (const item of path.slice(1)) await page.locator('.lm-Menu-itemLabel', { hasText: new RegExp(`^${item}$`) }).click();
};

// save writes the notebook to its file, and waits until JupyterLab has.
async function save(page) {
  await menu(page, 'File', 'Save Notebook');
  await page.locator('.jp-mod-dirty').first().waitFor({ state: 'detached' });
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

async function open(page, address, notebook) {
  await page.goto(`${address}lab/tree/${notebook}?reset&token=focal`); // reset: without those opened before
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor();
  await idle(page);
  await ready(address);
}

// painted waits until all live charts are, and returns their measures.
const painted = page => {
  let before = '';
  return until('the charts are painted', async () => {
    const all = await charts(page), now = JSON.stringify(all);
    const still = now === before; // ECharts moves its lines in
    before = now;
    return all.length > 0 && all.every(c => c.colours > 50) && still && all;
  });
};

async function look(page, visit, seen) {
  const picture = name => page.screenshot({ path: join(visit.screenshots, name + '.png') });
  // Before anything has run.
  seen.pictures = await until('the notebook shows a picture', () => pictures(page));

  await runAll(page);
  await page.locator('.focal-live canvas').first().waitFor();
  seen.charts = await painted(page);
  seen.tables = await tables(page);
  seen.errors = await errors(page, ['error', 'stderr']);
  await save(page);

  if (visit.themes) {
    await picture('light');
    // As it looks in a window of common size, for the README.
    const tall = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 960 });
    await page.locator('.jp-Notebook h2').first().evaluate(heading => heading.scrollIntoView());
    await page.waitForTimeout(1500);
    await picture('window');
    await page.setViewportSize(tall);
    await menu(page, 'Settings', 'Theme', 'JupyterLab Dark');
    await page.waitForTimeout(1500);
    await picture('dark');
  }
  if (visit.cells.length > 0) await interrupt(page, seen, picture, ...visit.cells);
}

// interrupt has the fastest of at most three interrupts: a busy machine may delay one.
async function interrupt(page, seen, picture, long, after) {
  const tries = [], late = x => x.ms / x.slower;
  do tries.push(await interrupted(page, picture, long)); while (late(tries.at(-1)) > 1000 && tries.length < 3);
  seen.interrupted = tries.reduce((a, b) => (late(b) < late(a) ? b : a));
  const next = await add(page, after);
  // A search that takes longer than a second shows its progress before.
  await next.locator('.jp-InputArea-prompt', { hasText: /\[\d+\]:/ }).waitFor();
  seen.after = await next.locator('.jp-OutputArea').innerText();
  await picture('interrupted');
}

async function interrupted(page, picture, long) {
  const cell = await add(page, long);
  await cell.locator('.jp-OutputArea-output').filter({ hasText: 'expanded' }).first().waitFor(); // progress
  await page.waitForTimeout(500);
  await picture('running');
  const sent = page.waitForRequest(/\/interrupt\b/); // after a click, which waits for a page of this height to be painted
  await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
  await sent;
  const start = Date.now();
  await cell.locator('.jp-OutputArea-output').filter({ hasText: 'was interrupted' }).first().waitFor();
  const ms = Date.now() - start;
  const seen = { ms, slower: slower(), says: await cell.locator('.jp-OutputArea').innerText() };
  await idle(page);
  return seen;
}

// wired keeps the types of the last messages between the page and its kernel, for the report of
// a visit that hangs.
function wired(page) {
  const last = [];
  const keep = way => ({ payload }) => {
    const type = /"msg_type": ?"(\w+)"/.exec(payload)?.[1];
    const state = /"execution_state": ?"(\w+)"/.exec(payload)?.[1] ?? '';
    if (type) last.push(`${way} ${type} ${state}`.trim());
    if (last.length > 60) last.shift();
  };
  page.on('websocket', socket => socket.on('framesent', keep('to')).on('framereceived', keep('from')));
  return last;
}

let started, address, browser;

async function begin() {
  started = lab(jupyter, folder);
  address = await started.address();
}

// visit opens a notebook with a kernel, looks at it and ends the kernel. Jupyter
// chooses a kernel's ports before the kernel takes them; should another process be
// faster, the two never meet. So where a notebook does not open, JupyterLab is
// started once more, and what happened is kept.
async function visited(visit) {
  const seen = { elsewhere: [], console: [] };
  mkdirSync(visit.screenshots, { recursive: true });
  for (;;) {
    // Tall, because JupyterLab keeps in the page only what is in view.
    const page = await browser.newPage({ viewport: { width: 1280, height: 9000 } });
    page.on('request', r => { if (/^(https?|wss?):/.test(r.url()) && !r.url().includes('//127.0.0.1:')) seen.elsewhere.push(r.url()); });
    page.on('console', m => { if (/focal/.test(m.text())) seen.console.push(m.text()); });
    const wire = wired(page);
    let opened = false;
    try {
      page.setDefaultTimeout(seen.again ? patience : 3 * 60000); // to open, the first time
      await open(page, address, visit.notebook);
      page.setDefaultTimeout(patience);
      opened = true;
      await look(page, visit, seen);
      await page.close();
      for (const kernel of await kernels(address)) {
        await fetch(`${address}api/kernels/${kernel.id}?token=focal`, { method: 'DELETE' });
      }
      return seen;
    } catch (e) {
      await page.screenshot({ path: join(visit.screenshots, 'failed.png'), timeout: 60000 }).catch(() => {});
      const found = { seen, prompts: await prompts(page).catch(String), kernels: await kernels(address).catch(String), wire };
      const report = `${visit.notebook}: ${e}\n${JSON.stringify(found)}\n${started.log()}`;
      if (opened || seen.again) throw new Error(report, { cause: e });
      seen.again = report;
      await page.close();
      await started.end();
      await begin();
    }
  }
}

try {
  browser = await launch();
  await begin();
  for (const visit of visits) console.log(JSON.stringify(await visited(visit)));
} catch (e) {
  console.error(e);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await started?.end();
}
