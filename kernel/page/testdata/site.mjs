// Serves a site like a static host, opens one of its notebooks in a browser, and acts
// like a reader: looks at the document, opens the notebook, runs all cells, interrupts,
// reloads.
//
//   node site.mjs SITE NOTEBOOK SCREENSHOTS < cells.json
//
// cells.json contains texts to be replaced in the notebook's cells, "replace": {"from":
// "to"}, and optionally cells to run afterwards, "long", "after", "writes" and "reads".
// With "again" the notebook is opened and run in an ordinary window, and then again, as by
// a reader who returns. The observations are printed as JSON, with times in milliseconds.

import { createServer } from 'node:http';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

import { launch, patience, returning } from '../../setup/browser.mjs';

const [site, notebook, screenshots] = process.argv.slice(2);
const { replace = {}, ...cells } = JSON.parse(readFileSync(0, 'utf8'));
mkdirSync(screenshots, { recursive: true });

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.json': 'application/json', '.css': 'text/css',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2', '.wasm': 'application/wasm', '.gz': 'application/gzip' };

const server = createServer((request, response) => {
  let path = join(site, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
  try {
    if (statSync(path).isDirectory()) path = join(path, 'index.html');
    const data = readFileSync(path);
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream', 'Cache-Control': 'max-age=600' });
    response.end(data);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const seen = { elsewhere: [], missing: [], console: [] };

const idle = page => page.locator('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ timeout: patience });

async function runAll(page) {
  await page.locator('.lm-MenuBar-itemLabel', { hasText: /^Run$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Run All Cells$/ }).click();
}

// runAnew clears all outputs and runs all cells.
async function runAnew(page) {
  await page.locator('.lm-MenuBar-itemLabel', { hasText: /^Edit$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Clear Outputs of All Cells$/ }).click();
  await runAll(page);
}

const chart = page => page.locator('.focal-live canvas').first().waitFor({ timeout: patience });

const failures = ['error', 'stderr'].map(kind => `.jp-OutputArea [data-mime-type="application/vnd.jupyter.${kind}"]`).join(', ');

// saved returns the notebook as JupyterLite stores it in the browser, once all cells that have run are
// stored: it also stores a notebook while it runs.
async function saved(page) {
  const prompts = await page.locator('.jp-CodeCell .jp-InputArea-prompt').allTextContents();
  const ran = prompts.filter(s => /\[\d+\]/.test(s)).length;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  for (let tries = 0; tries < 240; tries++) {
    const text = await page.evaluate(async ([name, ran]) => {
      const outcome = r => new Promise((resolve, reject) => { r.onsuccess = () => resolve(r.result); r.onerror = () => reject(r.error); });
      for (const { name: kept } of await indexedDB.databases()) {
        const db = await outcome(indexedDB.open(kept));
        const model = db.objectStoreNames.contains('files') && await outcome(db.transaction('files').objectStore('files').get(name));
        db.close();
        if (model?.content?.cells?.filter(c => c.execution_count).length === ran) return JSON.stringify(model.content);
      }
      return null;
    }, [`${notebook}.ipynb`, ran]);
    if (text) return JSON.parse(text);
    await page.waitForTimeout(500);
  }
  throw new Error('the browser does not store the notebook');
}

// allRun waits until all cells have run, or until one has failed and none is queued.
const allRun = page => page.waitForFunction(failures => {
  const all = [...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')].map(e => e.textContent);
  return all.length > 0 && all.every(s => /\[\d+\]:/.test(s)) ||
    document.querySelector(failures) && all.every(s => !/\*/.test(s));
}, failures, { timeout: patience });

// until repeats an action until its effect is visible, because JupyterLab may ignore
// keys right after a page is loaded.
async function until(seen, act) {
  for (let tries = 0; ; tries++) {
    await act();
    try {
      return await seen();
    } catch (e) {
      if (tries === 20) throw e;
    }
  }
}

async function add(page, source) {
  const cells = page.locator('.jp-Notebook .jp-Cell');
  let before = 0;
  for (let n; (n = await cells.count()) === 0 || n !== before; before = n) await page.waitForTimeout(500); // until all have appeared
  await until(() => cells.nth(before).waitFor({ timeout: 5000 }), async () => {
    await cells.nth(before - 1).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
  });
  const cell = cells.nth(before);
  await cell.locator('.cm-content').click();
  await page.keyboard.insertText(source);
  await until(() => cell.locator('.jp-InputArea-prompt', { hasText: /\[(\*|\d+)\]/ }).waitFor({ timeout: 5000 }), async () => {
    await cell.locator('.cm-content').click();
    await page.keyboard.press('Control+Enter');
  });
  return cell;
}

async function said(cell) {
  await cell.locator('.jp-OutputArea-output').first().waitFor({ timeout: patience });
  return cell.locator('.jp-OutputArea').innerText();
}

// told is what a cell has said at its end: a search that takes longer than a second shows its progress before.
async function told(cell) {
  await cell.locator('.jp-InputArea-prompt', { hasText: /\[\d+\]:/ }).waitFor({ timeout: patience });
  return said(cell);
}

async function open(page) {
  await page.goto(`${address}lab/index.html?path=${notebook}.ipynb`);
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor({ timeout: patience });
  await idle(page);
}

let browser;
try {
  let context;
  if (cells.again) {
    context = browser = await returning({ viewport: { width: 1280, height: 900 } });
  } else {
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1280, height: 9000 } });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on('request', r => { if (/^(https?|wss?):/.test(r.url()) && !r.url().startsWith(address)) seen.elsewhere.push(r.url()); });
  page.on('response', r => { if (r.status() >= 400) seen.missing.push(r.url().replace(address, '')); });
  page.on('console', m => { if (m.type() === 'error') seen.console.push(m.text()); });
  page.on('pageerror', e => seen.console.push(String(e)));
  try {
    if (statSync(join(site, notebook), { throwIfNoEntry: false })) {
      const start = Date.now();
      await page.goto(`${address}${notebook}/`);
      await page.locator('img, canvas').first().waitFor();
      seen.document = { ms: Date.now() - start, text: (await page.locator('body').innerText()).length,
        pictures: await page.locator('img').count(), canvases: await page.locator('canvas').count() };
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(screenshots, 'document.png'), clip: { x: 0, y: 0, width: 1280, height: 2400 } });
    }
    const start = Date.now();
    await open(page);
    seen.opened = Date.now() - start;
    for (const [from, to] of Object.entries(replace)) {
      const cell = page.locator('.jp-CodeCell', { hasText: from });
      await cell.locator('.cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText((await cell.locator('.cm-content').innerText()).replace(from, to));
    }
    await runAnew(page);
    const first = chart(page).then(() => { seen.chart = Date.now() - start; }, () => {});
    await allRun(page);
    await first;
    await idle(page);
    seen.ran = Date.now() - start;
    await page.waitForTimeout(1500);
    seen.text = await page.locator('.jp-OutputArea').allInnerTexts();
    seen.errors = await page.locator(failures).allTextContents();
    seen.charts = await page.locator('.focal-live canvas').count();
    await page.screenshot({ path: join(screenshots, 'ran.png') });
    seen.notebook = await saved(page);
    if (cells.long) {
      const cell = await add(page, cells.long);
      await cell.locator('.jp-OutputArea-output').filter({ hasText: 'expanded' }).first().waitFor();
      await page.waitForTimeout(500);
      const pressed = Date.now();
      await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
      await cell.locator('.jp-OutputArea-output').filter({ hasText: 'was interrupted' }).first().waitFor();
      seen.interrupted = { ms: Date.now() - pressed, says: await cell.locator('.jp-OutputArea').innerText() };
      await idle(page);
      seen.after = await told(await add(page, cells.after));
    }
    if (cells.batch) {
      seen.batch = await told(await add(page, cells.batch));
      await idle(page);
      if (browser.browserType().name() === 'chromium') {
        const session = await browser.newBrowserCDPSession();
        const want = 1 + Math.min(8, await page.evaluate(() => navigator.hardwareConcurrency));
        const given = Date.now() + patience; // a short study may end before the further workers have begun
        do {
          await page.waitForTimeout(100);
          const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
          seen.workers = targetInfos.filter(({ type, url }) => type === 'worker' && url.endsWith('/static/worker.js')).length;
        } while (seen.workers < want && Date.now() < given);
      }
    }
    if (cells.deaf) {
      const cell = await add(page, cells.deaf);
      await page.waitForTimeout(500);
      const pressed = Date.now();
      await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
      seen.deaf = { says: await said(cell), ms: Date.now() - pressed };
      await idle(page);
    }
    if (cells.writes) {
      seen.wrote = await said(await add(page, cells.writes));
      await page.waitForTimeout(1500);
      await page.reload();
      await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor({ timeout: patience });
      await idle(page);
      seen.read = await said(await add(page, cells.reads));
      await page.screenshot({ path: join(screenshots, 'reloaded.png') });
    }
    for (let visit = 0; cells.again && visit < 3; visit++) { // the last with all that the browser keeps
      const opened = Date.now();
      await open(page);
      await runAnew(page);
      await chart(page);
      seen.again = Date.now() - opened;
      await idle(page);
      await page.waitForTimeout(3000); // the browser stores compiled code a while after it has run
    }
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
  server.close();
}
