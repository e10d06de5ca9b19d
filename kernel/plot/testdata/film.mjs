// Opens a page with a film in Chromium and does with it what a reader does:
// steps, plays, moves the slider. What was seen is printed as JSON.
//
//   node film.mjs PAGE.html

import { launch } from '../../setup/browser.mjs';

const page = process.argv[2];
const seen = { elsewhere: [], console: [], states: [], between: [] };

// state is what the film shows: the keyed elements of its picture and what it says.
const state = film => film.evaluate(box => ({
  places: Object.fromEntries([...box.querySelectorAll('[data-key]')].map(e => [e.dataset.key, e.getAttribute('transform')])),
  label: box.querySelector('[role=img]').getAttribute('aria-label'),
  says: box.lastElementChild.textContent,
  ink: getComputedStyle(box.querySelector('[data-key] text[fill=currentColor]') ?? box).fill,
}));

// still waits until no element of the picture has moved in five frames.
const still = film => film.evaluate(async box => {
  const places = () => [...box.querySelectorAll('[data-key]')].map(e => e.getAttribute('transform')).join();
  for (let before = '', frames = 0; frames < 5;) {
    await new Promise(requestAnimationFrame);
    const now = places();
    frames = now === before ? frames + 1 : 0;
    before = now;
  }
});

const browser = await launch();
try {
  for (const colorScheme of ['light', 'dark']) {
    const tab = await browser.newPage({ colorScheme });
    tab.on('request', r => { if (!r.url().startsWith('file:') && !r.url().startsWith('data:')) seen.elsewhere.push(r.url()); });
    tab.on('console', m => seen.console.push(m.text()));
    tab.on('pageerror', e => seen.console.push(e.message));
    await tab.goto('file://' + page);
    const film = tab.locator('.focal-film');
    await film.waitFor();
    seen[colorScheme] = (await state(film)).ink;
    if (colorScheme === 'dark') continue;

    const slider = film.locator('input'), step = film.locator('[aria-label=step]');
    const last = +await slider.getAttribute('max');
    // What a picture's elements go through on the way to the next.
    await film.evaluate(box => {
      window.ways = new Set();
      new MutationObserver(all => all.forEach(m => window.ways.add(m.target.getAttribute('transform'))))
        .observe(box, { attributes: true, attributeFilter: ['transform'], subtree: true });
    });
    seen.states.push(await state(film));
    for (let i = 1; i <= last; i++) {
      await step.click();
      await still(film);
      seen.states.push(await state(film));
    }
    seen.between = await tab.evaluate(() => [...window.ways]);
    await step.click(); // at the end there is nowhere to go
    seen.end = +await slider.inputValue();
    await film.locator('[aria-label=back]').click();
    seen.back = +await slider.inputValue();
    await film.locator('[aria-label=start]').click();
    await slider.focus();
    for (let i = 0; i < 3; i++) await tab.keyboard.press('ArrowRight');
    seen.keys = +await slider.inputValue();
    await film.locator('[aria-label=play]').click();
    await film.locator('[aria-label=pause]').click();
    await tab.waitForTimeout(1000);
    seen.paused = +await slider.inputValue();
    await film.locator('[aria-label=play]').click();
    await tab.waitForFunction(last => +document.querySelector('.focal-film input').value === last, last);
    await film.locator('[aria-label=play]').waitFor(); // it stops by itself
    await still(film);
    seen.played = await state(film);
  }
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto('file://' + page);
  const picture = plain.locator('img');
  seen.alt = await picture.getAttribute('alt');
  seen.strip = await picture.boundingBox();
  console.log(JSON.stringify(seen));
} catch (e) {
  console.error(e, JSON.stringify(seen));
  process.exitCode = 1;
} finally {
  await browser.close();
}
