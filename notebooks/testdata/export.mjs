// Opens an exported notebook in Chromium, from disk, and prints as JSON what its
// charts look like: live ones with scripts, pictures without.
//
//   node export.mjs PAGE.html

import { pathToFileURL } from 'node:url';

import { launch } from '../../kernel/setup/browser.mjs';

const page = pathToFileURL(process.argv[2]).href;
const browser = await launch();
try {
  const look = async (javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1200, height: 9000 } });
    // What the export's own template asks for elsewhere is not to be had.
    await context.route(/^https?:/, route => route.abort());
    const tab = await context.newPage();
    await tab.goto(page);
    await tab.waitForTimeout(javaScriptEnabled ? 2000 : 200);
    return tab;
  };
  const live = await (await look(true)).evaluate(() => [...document.querySelectorAll('.focal-live canvas')].map(canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }));
  const still = await look(false);
  const pictures = await still.locator('.jp-OutputArea img, .jp-OutputArea svg').evaluateAll(
    all => all.filter(e => e.getBoundingClientRect().height > 50 && (e.tagName !== 'IMG' || e.naturalWidth > 0)).length);
  console.log(JSON.stringify({ live, pictures }));
} finally {
  await browser.close();
}
