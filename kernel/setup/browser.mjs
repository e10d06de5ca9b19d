// Starts the browser of tests: Chromium by playwright-core, as setup.sh installs them.

import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(import.meta.url)('playwright-core');

function browserPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const paths = process.env.PATH.split(':').flatMap(dir => names.map(name => join(dir, name)));
  const found = paths.find(path => statSync(path, { throwIfNoEntry: false }));
  if (!found) throw new Error('no Chromium: run make setup');
  return found;
}

export const launch = () => chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
