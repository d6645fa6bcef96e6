import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Browser tests that are too slow for every run: `npm run prove`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.proof.ts',
  globalSetup: '../fixtures/start-bank.ts',
  globalTimeout: 60 * 60_000,
  timeout: 10 * 60_000,
  reporter: 'list',
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
});
