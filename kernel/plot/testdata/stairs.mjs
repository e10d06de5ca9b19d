// Prints as JSON at which height the upper line of a chart of incumbents is drawn, in
// some columns of its canvas, on a screen with one pixel for each of CSS.
//
//   node stairs.mjs PAGE

import { pathToFileURL } from 'node:url';

import { launch } from '../../setup/browser.mjs';

const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 }, deviceScaleFactor: 1 });
  await page.goto(pathToFileURL(process.argv[2]).href);
  await page.waitForFunction(() => document.querySelector('.focal-live canvas'));
  await page.waitForTimeout(200);
  console.log(JSON.stringify(await page.evaluate(() => {
    const canvas = document.querySelector('.focal-live canvas');
    return [0.2, 0.4, 0.6, 0.8].map(at => {
      const { data } = canvas.getContext('2d').getImageData(Math.round(at * canvas.width), 0, 1, canvas.height / 2);
      let sum = 0, weight = 0;
      for (let y = 70; y < canvas.height / 2; y++) { // below the titles
        const [r, , b, a] = data.slice(4 * y, 4 * y + 4);
        if (b - r < 40) continue;
        sum += a * y;
        weight += a;
      }
      return sum / weight;
    });
  })));
} finally {
  await browser.close();
}
