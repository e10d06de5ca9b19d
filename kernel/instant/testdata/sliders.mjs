// Opens a notebook with sliders in JupyterLab in Chromium, runs it, moves the
// sliders by keys and by dragging, watches a study and ends it, and prints as JSON
// what is shown.
//
//   node sliders.mjs JUPYTER FOLDER SCREENSHOTS

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { add, lab, launch, patience, titles, until } from '../../setup/browser.mjs';

const [jupyter, folder, shots] = process.argv.slice(2);
mkdirSync(shots, { recursive: true });

const started = lab(jupyter, folder);
let browser;
try {
  const address = await started.address();
  browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
  page.setDefaultTimeout(patience);
  const seen = { moves: [], console: [] };
  page.on('console', m => { if (/focal|widget/i.test(m.text()) && !/ to activate/.test(m.text())) seen.console.push(m.text()); });
  const { title, shows } = await titles(page);
  await page.addInitScript(() => addEventListener('keydown', () => { window.pressed = performance.now(); }, true));
  const widgets = new Promise(asked => page.on('websocket', socket => socket.on('framesent', ({ payload }) => {
    if (String(payload).includes('jupyter.widget.control')) asked();
  })));
  await page.goto(`${address}lab/tree/sliders.ipynb?reset&token=focal`);
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor();
  const idle = () => page.locator('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
  const picture = name => page.screenshot({ path: join(shots, name + '.png') });
  await idle();
  await widgets; // before their front end has asked for them, the kernel does not know of it
  await page.locator('.jp-CodeCell .cm-content').first().click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.widget-readout').first().waitFor();
  seen.readouts = await page.locator('.widget-readout').allTextContents();
  seen.first = await until('the chart is there', title);
  await picture('first');

  const handle = k => page.locator('.noUi-handle').nth(k);
  for (const want of ['w 1.55, n 6', 'w 1.6, n 6', 'w 1.65, n 6', 'w 1.7, n 6', 'w 1.75, n 6']) {
    await handle(0).press('ArrowRight');
    await shows(want).catch(() => {});
    seen.moves.push({ title: await title(), ms: await page.evaluate(want => window.painted[want] - window.pressed, want) });
  }
  await picture('moved');

  // To the end, where a drawing takes an hour, and back.
  const from = await handle(1).boundingBox(), bar = await page.locator('.noUi-base').nth(1).boundingBox();
  const y = from.y + from.height / 2;
  await page.mouse.move(from.x + from.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width + 30, y, { steps: 10 });
  await until('the slow drawing has begun', () => existsSync(join(folder, 'slow')));
  await picture('slow');
  await page.mouse.move(bar.x - 30, y, { steps: 10 });
  await page.mouse.up();
  await shows('w 1.75, n 3');
  seen.dragged = await title();

  const asked = await add(page, 'fmt.Printf("all ended: %v, slow: %v", begun == ended, slow > 0)');
  await asked.locator('.jp-OutputArea-output').first().waitFor();
  seen.slow = await asked.locator('.jp-OutputArea').innerText();

  const cut = await add(page, 'fmt.Println("runs"); for { }');
  await cut.locator('.jp-OutputArea-output').first().waitFor();
  await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
  await cut.locator('.jp-OutputArea-output').filter({ hasText: 'interrupted' }).first().waitFor();
  seen.interrupted = await cut.locator('.jp-OutputArea').innerText();
  await handle(0).press('ArrowRight');
  await shows('w 1.8, n 3');
  seen.after = await title();
  await picture('after');

  // The page is reloaded: its sliders keep their values, and the chart follows.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await until('the notebook is saved', async () => !await page.locator('.jp-mod-dirty').count());
  await page.reload();
  await page.locator('.widget-readout').first().waitFor();
  seen.reloaded = (await page.locator('.widget-readout').allTextContents()).join(' ');
  await shows('w 1.8, n 3');
  await handle(0).press('ArrowRight');
  await shows('w 1.85, n 3');
  await until('there is one chart', async () => await page.locator('.focal-live').count() === 1);
  await picture('reloaded');

  // A study in the background, beside another cell, and its button.
  const study = await add(page, 'watch.Study(study.Grid{Problems: "npuzzle/korf/1-40", Algorithms: engine.Named("wastar", "fs", "dps"), W: []float64{1.5, 2}}, "study.db")');
  await study.locator('.focal-live canvas').first().waitFor();
  const beside = await add(page, 'fmt.Println("beside it")');
  await beside.locator('.jp-OutputArea-output').filter({ hasText: 'beside it' }).first().waitFor();
  const progress = page.locator('.jp-OutputArea progress').first();
  await until('the study has made a run', () => progress.evaluate(p => p.value > 0));
  await progress.evaluate(p => p.scrollIntoView()); // it is replaced all the time
  await picture('study');
  await page.locator('button.widget-button').click();
  const ended = page.locator('.jp-OutputArea-output').filter({ hasText: 'made in' }).first();
  await ended.waitFor();
  seen.study = await ended.locator('div').first().innerText();
  await picture('stopped');
  console.log(JSON.stringify(seen));
} finally {
  await browser?.close();
  await started.end();
}
