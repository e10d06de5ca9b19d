// Opens a page with sliders in Chromium, moves the first one to its end, and prints as
// JSON the title of the chart before and after.
//
//   node explore.mjs PAGE

import { pathToFileURL } from 'node:url';

import { launch, patience, until } from '../../setup/browser.mjs';

const browser = await launch();
const page = await browser.newPage();
page.setDefaultTimeout(patience);
const said = [];
page.on('console', m => said.push(m.text()));
page.on('pageerror', e => said.push(String(e)));
await page.addInitScript(() => { // the texts that are painted
  const fill = CanvasRenderingContext2D.prototype.fillText;
  window.painted = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { window.painted.push(text); return fill.call(this, text, ...rest); };
});
await page.goto(pathToFileURL(process.argv[2]).href);
await page.waitForSelector('.focal-live canvas');
await page.waitForSelector('input[type=range]');
const title = () => page.evaluate(() => window.painted.filter(t => /^a [\d.]+, b [\d.]+$/.test(t)).at(-1));
const seen = { before: await until('the chart is painted', title), labels: await page.evaluate(() => [...document.querySelectorAll('label')].map(l => l.textContent).join(' ')) };
await page.evaluate(() => {
  const input = document.querySelector('input');
  input.value = input.max;
  input.dispatchEvent(new Event('input'));
});
seen.after = await until('the chart follows', async () => {
  const now = await title();
  return now !== seen.before && now;
});
seen.console = said.join('\n');
await browser.close();
console.log(JSON.stringify(seen));
