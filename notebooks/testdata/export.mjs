// Opens exported notebooks in Chromium, from disk, and prints for each as a line of
// JSON what its charts look like: live ones with scripts, also on narrow paper, and
// pictures without.
//
//   node export.mjs PAGE.html ...

import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { launch } from '../../kernel/setup/browser.mjs';

// colours counts how many each live chart is painted with.
const colours = tab => tab.evaluate(() => [...document.querySelectorAll('.focal-live canvas')].map(canvas => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}));

// painted waits until the charts are, as ECharts moves its lines in. A chart that
// stays empty is left to the test after ten minutes.
async function painted(tab) {
  let before = [];
  for (const deadline = Date.now() + 600000; Date.now() < deadline; await sleep(200)) {
    const now = await colours(tab);
    if (now.length > 0 && now.every((n, i) => n >= 100 && n === before[i])) return now;
    before = now;
  }
  return before;
}

// printed returns where each live chart ends on paper, where 500 pixels fit beside the
// prompts. Its script does not get to draw it anew.
async function printed(tab) {
  await tab.emulateMedia({ media: 'print' });
  return tab.evaluate(() => [...document.querySelectorAll('.focal-live')].map(box => {
    box.parentElement.style.width = '500px';
    return { right: Math.round(box.querySelector('canvas').getBoundingClientRect().right - box.getBoundingClientRect().left) };
  }));
}

const browser = await launch();
try {
  const look = async (page, javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1200, height: 9000 } });
    // Files that the export's template loads from other hosts are not available.
    await context.route(/^https?:/, route => route.abort());
    const tab = await context.newPage();
    tab.setDefaultTimeout(600000);
    await tab.goto(page, { timeout: 600000 });
    return { context, tab };
  };
  for (const file of process.argv.slice(2)) {
    const page = pathToFileURL(file).href;
    const scripted = await look(page, true);
    const live = await painted(scripted.tab);
    const height = await scripted.tab.evaluate(() => Math.round(document.querySelector('main').getBoundingClientRect().height));
    const paper = await printed(scripted.tab);
    await scripted.context.close();
    const still = await look(page, false);
    const pictures = await still.tab.locator('.jp-OutputArea img, .jp-OutputArea svg').evaluateAll(
      all => all.filter(e => e.getBoundingClientRect().height > 50 && (e.tagName !== 'IMG' || e.naturalWidth > 0)).length);
    await still.context.close();
    console.log(JSON.stringify({ live, height, paper, pictures }));
  }
} finally {
  await browser.close();
}
