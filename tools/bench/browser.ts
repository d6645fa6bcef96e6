// `npm run bench -- browser [RUNS]`: runs Lighthouse, installed in a temporary folder, on the demo
// household's landing page, sign-in page, and dashboard. Uses Lighthouse's mobile and desktop settings, each
// in a new browser profile. Also measures interactions at a quarter of the CPU speed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium } from '@playwright/test';
import { type Bank, startBank } from './bank-process.ts';
import { printInteractions } from './interactions.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 5;
const PAGES = ['/', '/auth', '/dashboard'];
const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse results of two other apps, Cypress Real World App and Actual, with the same settings. */
const REFERENCES = {
  'reference: Cypress RWA sign-in, mobile': { kB: 811, LCP: 5.2, blocking: 370, scores: '60 / 95' },
  'reference: Cypress RWA dashboard, mobile': { kB: 821, LCP: 5.9, blocking: 650, scores: '50 / 83' },
  'reference: Actual first page, mobile': { kB: 2240, LCP: 8.7, scores: '55 / 90' },
};

type Item = { transferSize?: number; networkEndTime?: number; observedLargestContentfulPaint?: number };
type Audit = { numericValue?: number; details?: { items?: Item[] } };

type Report = { audits: Record<string, Audit>; categories: Record<string, { score: number | null }> };
type Lighthouse = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;

export async function benchBrowser(runs = RUNS): Promise<void> {
  const folder = install();
  const bank = await startBank();
  try {
    const load = (file: string) =>
      import(pathToFileURL(join(folder, 'node_modules', 'lighthouse', 'core', file)).href);
    const lighthouse: Lighthouse = (await load('index.js')).default;
    const desktop: object = (await load('config/desktop-config.js')).default;
    const measures: Record<string, object> = {};
    for (const [form, config] of [['mobile', undefined] as const, ['desktop', desktop] as const])
      for (const page of PAGES) {
        const reports: Report[] = [];
        for (let run = 0; run < runs; run += 1) reports.push(await getReport(lighthouse, bank, page, config));
        measures[`${page} ${form}`] = getSummary(reports);
        console.log(`${page} ${form}`, measures[`${page} ${form}`]);
      }
    console.table({ ...measures, ...REFERENCES });
    await printInteractions(bank, BROWSER);
  } finally {
    await bank.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs Lighthouse for this measurement only. */
function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-lighthouse-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', LIGHTHOUSE], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(`${LIGHTHOUSE} could not be installed.`);
  return folder;
}

/** Runs Lighthouse once with an empty profile, signed in if the page requires it. */
async function getReport(
  lighthouse: Lighthouse,
  bank: Bank,
  path: string,
  config: object | undefined,
): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'sandbank-profile-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    viewport: null,
  });
  try {
    if (path === '/dashboard') await signIn(context, bank);
    const result = await lighthouse(
      bank.url + path,
      { port, logLevel: 'silent', onlyCategories: CATEGORIES, disableStorageReset: true },
      config,
    );
    if (!result) throw new Error('Lighthouse gave no report.');
    return result.lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function signIn(context: BrowserContext, bank: Bank): Promise<void> {
  const page = await context.newPage();
  // Opens a page on the bank's origin that doesn't load the app.
  await page.goto(`${bank.url}/offline.html`);
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), await bank.session());
  await page.close();
}

function getSummary(reports: readonly Report[]) {
  const number = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const bytes = reports.map(({ audits }) => {
    // Counts the requests that had finished when the largest text was painted. Uses the observed paint time,
    // because Lighthouse's simulated times can't be compared with the times of the requests.
    const largestPaint = audits['metrics']?.details?.items?.[0]?.observedLargestContentfulPaint ?? 0;
    return (audits['network-requests']?.details?.items ?? [])
      .filter(({ networkEndTime = 0 }) => networkEndTime <= largestPaint)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  });
  const scores = CATEGORIES.map((name) =>
    median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))),
  );
  return {
    kB: Math.round(median(bytes) / 100) / 10,
    FCP: seconds(number('first-contentful-paint')),
    LCP: seconds(number('largest-contentful-paint')),
    blocking: Math.round(number('total-blocking-time')),
    shift: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
    scores: scores.join(' / '),
  };
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
