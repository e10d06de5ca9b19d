// Puts outputs into one place of a page one after the other, as notebooks do with
// updates of a display, and prints as JSON what a reader sees of that. Then the
// reader zooms into the first, and looks at the last.
//
//   node redraw.mjs OUTPUTS.json

import { readFileSync } from 'node:fs';

import { launch, until } from '../../setup/browser.mjs';

const outputs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const seen = { console: [], pictures: 0, canvases: 0, heights: [], changes: 0, boxes: 0, colours: 0, zoomed: false, whole: false, marks: [] };

// put puts an output into its place, and says how many pictures stand there at once.
const put = (page, output) => page.evaluate(output => {
  const host = document.getElementById('output');
  host.innerHTML = output;
  for (const script of host.querySelectorAll('script')) { // which only run when they are made
    const made = document.createElement('script');
    made.textContent = script.textContent;
    script.replaceWith(made);
  }
  return host.querySelectorAll('img').length;
}, output);

// painted waits until the chart is there and does not change for some frames, and gives its
// pixels.
async function painted(page) {
  await page.waitForFunction(() => document.querySelector('.focal-live canvas') && !document.querySelector('.focal-chart > img'));
  return page.evaluate(async () => {
    let before = '';
    for (let same = 0; same < 12; await new Promise(requestAnimationFrame)) {
      const now = document.querySelector('.focal-live canvas').toDataURL();
      same = now === before ? same + 1 : 0;
      before = now;
    }
    return before;
  });
}

// zoom draws a frame over the middle of the chart, with the tool at its right end.
async function zoom(page) {
  const { width } = page.viewportSize();
  await page.mouse.click(width - 32, 23);
  await page.mouse.move(width * 0.3, 150);
  await page.mouse.down();
  await page.mouse.move(width * 0.6, 250, { steps: 3 });
  await page.mouse.up();
  await page.mouse.click(width - 32, 23); // the tool is put back
  await page.mouse.move(0, 650);
}

const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.on('console', m => seen.console.push(m.text()));
  page.on('pageerror', e => seen.console.push(e.message));
  await page.setContent('<body style="margin:0"><div id="output"></div>');
  await page.evaluate(() => {
    window.canvases = new Set();
    window.marks = []; // what is written in the middle below its place: the numbers of the horizontal axis
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      if (this.textAlign === 'center' && /^[\d,.]+$/.test(text)) window.marks.push(text);
      fillText.call(this, text, ...rest);
    };
  });
  let before = '';
  for (const [i, output] of outputs.entries()) {
    const pictures = await put(page, output);
    if (i > 0) seen.pictures += pictures;
    const url = await until('the chart changes', async () => {
      const url = await painted(page);
      return url !== before && url;
    });
    const now = await page.evaluate(() => {
      const canvas = document.querySelector('.focal-live canvas');
      window.canvases.add(canvas);
      return { height: document.getElementById('output').clientHeight,
        canvases: window.canvases.size, boxes: document.querySelectorAll('.focal-live').length };
    });
    if (url !== before) seen.changes++;
    before = url;
    seen.heights.push(now.height);
    seen.canvases = now.canvases;
    seen.boxes = now.boxes;
  }
  seen.colours = await page.evaluate(() => {
    const canvas = document.querySelector('.focal-live canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

  await put(page, outputs[0]);
  await painted(page);
  await zoom(page);
  await page.evaluate(() => { window.marks = []; });
  await put(page, outputs.at(-1));
  seen.marks = await until('the axis has marks', async () => {
    const marks = await page.evaluate(() => [...new Set(window.marks)]);
    return marks.length > 1 && marks;
  });
  seen.zoomed = await painted(page) !== before;
  await page.mouse.click(page.viewportSize().width - 59, 23); // the step back
  await page.mouse.move(0, 650);
  seen.whole = await until('the whole chart is seen again', async () => await painted(page) === before);
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
