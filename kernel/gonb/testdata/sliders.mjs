// Opens a notebook with sliders in JupyterLab in Chromium, runs it under GoNB, moves a
// slider while the cell draws and after its end, saves the notebook, and prints as JSON
// what is shown.
//
//   node sliders.mjs JUPYTER FOLDER SCREENSHOTS

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lab, launch, patience, ready, titles, until } from '../../setup/browser.mjs';

const [jupyter, folder, shots] = process.argv.slice(2);
mkdirSync(shots, { recursive: true });

const started = lab(jupyter, folder);
let browser;
try {
  const address = await started.address();
  browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  page.setDefaultTimeout(patience);
  const seen = { console: [] };
  page.on('console', m => { if (/focal|gonb/i.test(m.text()) && !/failed to connect/.test(m.text())) seen.console.push(m.text()); });
  const { title, shows } = await titles(page);
  // The first connection fails, as on a busy machine: GoNB's answer does not arrive in time.
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'gonb_comm', { configurable: true, get: () => undefined, set: first => {
      delete globalThis.gonb_comm; // from now on it is an ordinary variable
      globalThis.gonb_comm = first;
      globalThis.lost = first;
      queueMicrotask(() => { first._on_comm_msg = () => {}; }); // GoNB's script has set it by then
    } });
  });
  await page.goto(`${address}lab/tree/sliders.ipynb?reset&token=focal`);
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor();
  const picture = name => page.screenshot({ path: join(shots, name + '.png') });
  const draw = name => writeFileSync(join(folder, name), ''); // the cell's drawings wait for it
  await ready(address);
  await page.locator('.jp-CodeCell .cm-content').first().click();
  await page.keyboard.press('Control+Enter');
  const slider = page.locator('input[type=range]').first();
  await slider.waitFor();
  seen.first = await until('the chart is there', title);
  await until('GoNB has its second connection', () => page.evaluate(() => {
    const { lost, gonb_comm } = globalThis;
    return lost && lost !== gonb_comm && gonb_comm?._comm_id;
  }));
  await slider.press('End');
  seen.note = await page.locator('.focal-notes').innerText();
  draw('asked');
  await shows('w 2, n 4');
  seen.prompt = await page.locator('.jp-InputPrompt').first().innerText(); // while the cell runs
  await picture('asked');
  await page.locator('.focal-explore').evaluate(host => { host.dataset.before = true; });
  draw('rest');
  await until('the cell has ended', async () => (await page.locator('.jp-InputPrompt').first().innerText()).includes('1'));
  await page.locator('.focal-explore:not([data-before]) input[type=range]').first().waitFor(); // the page of all charts
  await shows('w 2, n 4');
  await slider.press('Home');
  await shows('w 1, n 4');
  await picture('ended');
  await page.locator('.jp-NotebookPanel [data-command="docmanager:save"]').first().click();
  await until('the notebook is saved', async () => !await page.locator('.jp-mod-dirty').count());
  console.log(JSON.stringify(seen));
} finally {
  await browser?.close();
  await started.end();
}
