// Finds a Chromium for the browser tests, or installs one: Debian's package where there is apt, else Playwright's own.
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

/** The path of a Chromium that runs here; null when none could be found or installed. */
export async function findOrInstallChromium() {
  return (await findChromium()) ?? (await installChromium());
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

async function installChromium() {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.info('Installing Chromium from Debian’s packages …');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-q'], options);
    spawnSync(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      options,
    );
  } else {
    console.info('Installing Playwright’s Chromium …');
    spawnSync(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  return findChromium();
}
