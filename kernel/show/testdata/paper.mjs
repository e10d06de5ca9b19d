// Opens a page with tables in Chromium, on a screen and on paper that is 640 pixels wide,
// and prints as JSON for each table its font size in pixels on both and by how many pixels
// it is wider than the paper. It writes a picture of the paper.
//
//   node paper.mjs PAGE PICTURE

import { pathToFileURL } from 'node:url';

import { launch } from '../../setup/browser.mjs';

const [file, picture] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 640, height: 900 } });
await page.goto(pathToFileURL(file).href);
await page.waitForSelector('.focal-table-live');
const tables = () => page.evaluate(() => [...document.querySelectorAll('table')].map(table => ({
  font: parseFloat(getComputedStyle(table).fontSize),
  over: Math.max(0, Math.ceil(table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right)),
})));
const screen = await tables();
await page.emulateMedia({ media: 'print' });
const paper = await tables();
await page.screenshot({ path: picture, fullPage: true });
await browser.close();
console.log(JSON.stringify(paper.map(({ font, over }, i) => ({ screen: screen[i].font, paper: font, over }))));
