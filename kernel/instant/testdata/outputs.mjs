// Opens a notebook in JupyterLab in a browser, runs cells with pictures and with much output, and prints as JSON what is
// seen.
//
//   node outputs.mjs JUPYTER FOLDER SCREENSHOTS

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { add, lab, launch, patience, ready, until } from '../../setup/browser.mjs';

const [jupyter, folder, shots] = process.argv.slice(2);
mkdirSync(shots, { recursive: true });

const started = lab(jupyter, folder);
const seen = {};
let browser;
try {
  const address = await started.address();
  browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${address}lab/tree/sliders.ipynb?reset&token=focal`);
  await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor();
  await ready(address);

  const run = async (source, ended = true) => {
    const cell = await add(page, source);
    if (ended) await until('the cell has ended', async () => /\[\d+\]/.test(await cell.locator('.jp-InputPrompt').innerText()));
    return cell;
  };
  const text = cell => cell.locator('.jp-OutputArea').evaluate(e => e.textContent);

  const picture = (await run('import ("image"; "image/color")\nm := image.NewGray(image.Rect(0, 0, 30, 20))\nm.Set(1, 2, color.White)\nm'))
    .locator('img').first();
  await picture.waitFor();
  seen.picture = await picture.evaluate(e => [e.naturalWidth, e.naturalHeight]);
  seen.value = (await text(await run('strings.Repeat("x", 20<<20)'))).length;
  const displays = await run('for range 20 {\n\tshow.HTML("<p>" + strings.Repeat("x", 1<<20) + "</p>")\n}');
  await until('there is a note', async () => /displays more than 8 MB/.test(await text(displays)));
  seen.displays = (await text(displays)).length;
  const printing = await run('for {\n\tfmt.Println(strings.Repeat("x", 1023))\n}', false);
  await until('there is a note', async () => /has printed 1 MB/.test(await text(printing)));
  await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
  await until('it is interrupted', async () => /interrupted: the cell was cut off/.test(await text(printing)));
  seen.printed = (await text(printing)).length;
  const after = await run('m.Bounds().Dx()');
  await until('it answers', async () => await text(after));
  seen.after = (await text(after)).replace(/^\[\d+\]:/, '').trim();
  await page.screenshot({ path: join(shots, 'outputs.png') });
  console.log(JSON.stringify(seen));
} catch (e) {
  console.error(e, JSON.stringify(seen), started.log());
  process.exitCode = 1;
} finally {
  await browser?.close();
  await started.end();
}
