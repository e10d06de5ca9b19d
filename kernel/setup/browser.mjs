// Starts the browser of tests by playwright-core, as setup.sh installs both: Chromium,
// or Firefox where FOCAL_BROWSER=firefox, which is driven over WebDriver BiDi.

import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium, firefox } = createRequire(import.meta.url)('playwright-core');

function program(...names) {
  const paths = process.env.PATH.split(':').flatMap(dir => names.map(name => join(dir, name)));
  const found = paths.find(path => statSync(path, { throwIfNoEntry: false }));
  if (!found) throw new Error(`no ${names[0]}: run kernel/setup/setup.sh --browser --firefox`);
  return found;
}

export const launch = () => (process.env.FOCAL_BROWSER === 'firefox'
  ? firefox.launch({ channel: 'moz-firefox', executablePath: program('firefox-esr', 'firefox') })
  : chromium.launch({ executablePath: program('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'), args: ['--no-sandbox'] }));
