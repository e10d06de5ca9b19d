// Opens a notebook with sliders in two tabs of a browser, moves the sliders in either,
// reloads one tab, also while a cell waits for input, and prints as JSON what both show.
//
//   node tabs.mjs JUPYTER FOLDER SCREENSHOTS

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { add, lab, launch, patience, titles, until } from '../../setup/browser.mjs';

const [jupyter, folder, shots] = process.argv.slice(2);
mkdirSync(shots, { recursive: true });

const started = lab(jupyter, folder);
const seen = { steps: [], console: [] };
let browser;
try {
  const address = await started.address();
  browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  context.setDefaultTimeout(patience);

  // open opens the notebook in a new tab, once the tab's front end has asked for the widgets.
  async function open(query) {
    const page = await context.newPage();
    page.on('console', m => { if (/focal|widget/i.test(m.text()) && !/ to activate|Failed to fetch/.test(m.text())) seen.console.push(m.text()); });
    page.on('pageerror', e => seen.console.push(String(e)));
    const { title, shows } = await titles(page);
    const tab = {
      page, title, shows, async load(go) {
        const asked = page.waitForEvent('websocket', { predicate: socket => socket.url().includes('/channels') }).then(socket =>
          socket.waitForEvent('framesent', { predicate: ({ payload }) => String(payload).includes('jupyter.widget.control') }));
        await go();
        await page.locator('.jp-NotebookPanel .jp-Cell').first().waitFor();
        await asked;
      },
      handle: k => page.locator('.noUi-handle').nth(k),
      readouts: async () => (await page.locator('.widget-readout').allTextContents()).join(' '),
    };
    await tab.load(() => page.goto(`${address}lab/tree/sliders.ipynb?${query}token=focal`));
    return tab;
  }

  const first = await open('reset&');
  await first.page.locator('.jp-CodeCell .cm-content').first().click();
  await first.page.keyboard.press('Control+Enter');
  await first.shows('w 1.5, n 6');
  await first.page.keyboard.press('Escape');
  await first.page.keyboard.press('Control+s');
  await until('the notebook is saved', async () => !await first.page.locator('.jp-mod-dirty').count());

  // The second tab opens the saved notebook, beside the first.
  const second = await open('');
  const tabs = { first, second };

  // agree waits until both tabs show a chart and the sliders that belong to it.
  async function agree(what, title, readouts) {
    for (const [name, tab] of Object.entries(tabs)) {
      await tab.page.bringToFront(); // the browser paints no other
      await tab.shows(title);
      await until(`the sliders of the ${name} tab say ${readouts}`, async () => await tab.readouts() === readouts);
      await tab.page.screenshot({ path: join(shots, `${seen.steps.length + 1} ${name}.png`) });
    }
    seen.steps.push(what);
  }
  const press = async (tab, k) => {
    await tab.page.bringToFront();
    await tab.handle(k).press('ArrowRight');
  };

  await agree('the second tab is opened', 'w 1.5, n 6', '1.50 6');
  await press(first, 0);
  await agree('the first moves', 'w 1.55, n 6', '1.55 6');
  await press(second, 0);
  await agree('the second moves', 'w 1.6, n 6', '1.60 6');
  await press(first, 1);
  await agree('the first moves the other slider', 'w 1.6, n 7', '1.60 7');
  await second.load(() => second.page.reload());
  await agree('the second is reloaded', 'w 1.6, n 7', '1.60 7');
  await press(second, 0);
  await agree('the reloaded tab moves', 'w 1.65, n 7', '1.65 7');
  await press(first, 0);
  await agree('the reloaded tab follows', 'w 1.7, n 7', '1.70 7');
  seen.charts = await Promise.all(Object.values(tabs).map(tab => tab.page.locator('.focal-live').count()));

  // The first tab is reloaded while a cell waits for input. JupyterLab then has no
  // question, but the next cell says what it waits for, and an interrupt ends that.
  const { page } = first;
  const says = (cell, text) => cell.locator('.jp-OutputArea-output').filter({ hasText: text }).first().waitFor();
  await page.bringToFront();
  await add(page, 'var name string\nfmt.Scanln(&name)');
  await page.locator('.jp-Stdin-input').waitFor();
  page.on('dialog', dialog => dialog.accept()); // the notebook is not saved
  await first.load(() => page.reload());
  const next = await add(page, 'fmt.Println("here")');
  await says(next, 'another cell waits for a line of input');
  await page.screenshot({ path: join(shots, 'waits.png') });
  await page.locator('.jp-NotebookPanel [data-command="notebook:interrupt-kernel"]').first().click();
  await until('the cell does not wait any more', async () => !/\*/.test(await next.locator('.jp-InputPrompt').innerText()));
  await next.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await says(next, /^\s*here\s*$/);
  await agree('the widgets of the reloaded tab are there', 'w 1.7, n 7', '1.70 7');
  seen.questions = await page.locator('.jp-Stdin-input').count();
  console.log(JSON.stringify(seen));
} catch (e) {
  for (const [k, page] of (browser?.contexts()[0]?.pages() ?? []).entries()) {
    await page.bringToFront();
    await page.screenshot({ path: join(shots, `failed ${k + 1}.png`) });
  }
  console.error(e, JSON.stringify(seen));
  process.exitCode = 1;
} finally {
  await browser?.close();
  await started.end();
}
