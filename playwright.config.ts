import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './tools/testing/temporary-files.ts';

keepTemporaryFilesInMemory();

const SERVER_STARTS_WITHIN_MS = 120_000;

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const launch = (executablePath: string) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
/** Push notifications need a full browser. The headless shell doesn't show them. */
const PUSH = '**/push.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/fixtures/start-bank.ts',
  // Only ends a run that hangs. Each test has its own limit.
  globalTimeout: 45 * 60_000,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // The report marks retried tests, so flaky tests are visible.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: SERVER_STARTS_WITHIN_MS / 4,
    // Tests can't delay or mock requests that go through a service worker. Only the push and offline tests
    // allow service workers.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Animations would only make the tests slower. Tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launch(process.env.CHROMIUM_SHELL_PATH ?? chromium),
  },
  projects: [
    { name: 'push', testMatch: PUSH, use: { launchOptions: launch(chromium) } },
    {
      name: 'desktop',
      testIgnore: PUSH,
      use: { viewport: { width: 1440, height: 900 } },
      // Tests for phones run only at phone width unless all widths are requested.
      grepInvert: process.env.SANDBANK_E2E_WIDTHS === 'all' ? /@phone-only/ : /@phone/,
    },
    {
      name: 'phone',
      testIgnore: PUSH,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
});
