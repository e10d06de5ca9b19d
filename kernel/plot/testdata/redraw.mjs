// Puts outputs into one place of a page one after the other, as notebooks do with
// updates of a display, and tells as JSON what a reader sees of that.
//
//   node redraw.mjs OUTPUTS.json

import { readFileSync } from 'node:fs';

import { launch } from '../../setup/browser.mjs';

const outputs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const seen = { console: [], pictures: 0, canvases: 0, heights: [], changes: 0, boxes: 0, colours: 0 };

const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.on('console', m => seen.console.push(m.text()));
  page.on('pageerror', e => seen.console.push(e.message));
  await page.setContent('<div id="output"></div>');
  await page.evaluate(() => { window.canvases = new Set(); });
  let painted = '';
  for (const [i, output] of outputs.entries()) {
    const pictures = await page.evaluate(output => {
      const host = document.getElementById('output');
      host.innerHTML = output;
      for (const script of host.querySelectorAll('script')) { // which only run when they are made
        const made = document.createElement('script');
        made.textContent = script.textContent;
        script.replaceWith(made);
      }
      return host.querySelectorAll('img').length;
    }, output);
    if (i > 0) seen.pictures += pictures;
    await page.waitForFunction(() => document.querySelector('.focal-live canvas') && !document.querySelector('.focal-chart > img'));
    await page.waitForTimeout(150);
    const now = await page.evaluate(() => {
      const canvas = document.querySelector('.focal-live canvas');
      window.canvases.add(canvas);
      return { url: canvas.toDataURL(), height: document.getElementById('output').clientHeight,
        canvases: window.canvases.size, boxes: document.querySelectorAll('.focal-live').length };
    });
    if (now.url !== painted) seen.changes++;
    painted = now.url;
    seen.heights.push(now.height);
    seen.canvases = now.canvases;
    seen.boxes = now.boxes;
  }
  seen.colours = await page.evaluate(() => {
    const canvas = document.querySelector('.focal-live canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
