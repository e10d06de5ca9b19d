// Opens a page with a long table in Chromium, turns a page, sorts and filters, and
// prints as JSON what the first row and the count of rows say after each.
//
//   node table.mjs PAGE

import { pathToFileURL } from 'node:url';

import { launch } from '../../setup/browser.mjs';

const browser = await launch();
const page = await browser.newPage();
const console_ = [];
page.on('console', m => console_.push(m.text()));
page.on('pageerror', e => console_.push(String(e)));
await page.goto(pathToFileURL(process.argv[2]).href);
await page.waitForSelector('.focal-table-live');
const state = () => page.evaluate(() => {
  const rows = [...document.querySelectorAll('tbody tr')];
  return `${[...rows[0].children].map(e => e.textContent).join('|')} of ${rows.length}: ${document.querySelector('span').textContent}`;
});
const seen = { first: await state() };
await page.click('button:nth-of-type(2)');
seen.next = await state();
await page.click('th:nth-of-type(2)');
seen.upwards = await state();
await page.click('th:nth-of-type(2)');
seen.downwards = await state();
await page.click('th:nth-of-type(1)');
await page.fill('input', 'row 1999');
seen.filtered = await state();
seen.console = console_.join('\n');
await browser.close();
console.log(JSON.stringify(seen));
