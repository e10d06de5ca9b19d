// Opens pages of charts in Chromium, light and the first few also dark, and prints as
// JSON what each paints, what it logs and what it requests from elsewhere.
//
//   node paint.mjs DARK PAGE...

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch, patience } from '../../setup/browser.mjs';

const browser = await launch();
const seen = [];

// painted measures the live charts: their width, the first and the last column that is
// painted, and how many colours they have.
const painted = page => page.evaluate(() => [...document.querySelectorAll('.focal-live')].map(box => {
  const canvas = box.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const columns = data.reduce((seen, value, i) => i % 4 === 3 && value ? seen.add((i >> 2) % canvas.width) : seen, new Set());
  return { width: box.clientWidth, first: Math.min(...columns), last: Math.max(...columns), overflows: box.scrollWidth > box.clientWidth, colours: new Set(new Uint32Array(data.buffer)).size };
}));

// tooltip moves the pointer over a page's first chart until a tooltip shows, and
// gives its text.
const tooltip = page => page.evaluate(async () => {
  const box = document.querySelector('.focal-live'), { left, top } = box.getBoundingClientRect();
  for (let y = 80; y < 340; y += 6) {
    for (let x = 40; x < 500; x += 6) {
      box.firstElementChild.firstElementChild.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: left + x, clientY: top + y }));
      const shown = [...box.children].slice(1).find(e => e.innerText && e.style.visibility !== 'hidden');
      if (shown) return shown.innerText;
    }
    await new Promise(requestAnimationFrame);
  }
  return '';
});

// look opens a page in a colour scheme and gives what is seen.
async function look(file, colorScheme) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 700 } });
  const s = { name: basename(file, '.html'), scheme: colorScheme, console: [], elsewhere: [] };
  page.on('console', m => s.console.push(m.text()));
  page.on('pageerror', e => s.console.push(String(e)));
  page.on('request', r => /^(file|data|blob):/.test(r.url()) || s.elsewhere.push(r.url()));
  await page.goto(pathToFileURL(file).href, { timeout: patience });
  await page.waitForFunction(() => document.querySelector('.focal-live canvas') && !document.querySelector('.focal-chart > img'), null, { timeout: patience });
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50))));
  s.charts = await painted(page);
  if (colorScheme === 'light') s.tooltip = await tooltip(page);
  await page.close();
  return s;
}

const [dark, ...files] = process.argv.slice(2);
for (const [i, file] of files.entries()) {
  seen.push(await look(file, 'light'));
  if (i < Number(dark)) seen.push(await look(file, 'dark'));
}
await browser.close();
console.log(JSON.stringify(seen));
