// Finds Chromium for the browser tests. If it is missing, installs it from Debian's packages if apt exists,
// and otherwise from Playwright.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const CAN_INSTALL = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** The headless shell, which uses a third less processor time than Chromium for the same pages. */
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Returns the paths of a working Chromium and of its headless shell, or null if there is none. The two paths
 * can be the same.
 */
export async function findOrInstallChromium() {
  const named = process.env.CHROMIUM_PATH !== undefined;
  if (!named && CAN_INSTALL && !(existsSync(USUAL_PLACES[0]) && existsSync(SHELL))) installDebianPackages();
  const chromium = (await findChromium()) ?? (await installPlaywrights());
  return { chromium, shell: !named && existsSync(SHELL) ? SHELL : chromium };
}

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const usual = USUAL_PLACES.find((place) => existsSync(place));
  if (usual) return usual;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

/** Installs Debian's packages. Skips missing packages, because other distributions don't have the shell. */
function installDebianPackages() {
  console.info('Installing Chromium from Debian’s packages …');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-q');
  for (const packages of [['chromium', 'fonts-liberation'], ['chromium-headless-shell']])
    apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

function installPlaywrights() {
  console.info('Installing Playwright’s Chromium …');
  spawnSync(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  });
  return findChromium();
}
