import { request as get } from 'node:http';
import { expect, REFUSAL, test } from './fixtures/bank.ts';

/**
 * The maximum compressed size of everything that a page needs to paint its largest text. Unlike times, sizes
 * are exact.
 */
const LANDING_BYTES = 47_000;
const AUTH_BYTES = 33_500;
/** Excludes the bank's responses (about 15 KB), whose size depends on the household. */
const DASHBOARD_BYTES = 240_000;

/** Matches the files that a page requests before its scripts run. */
const ASKED = [
  /<link rel="stylesheet"[^>]* href="([^"]+)"/g,
  /<link rel="preload"[^>]* href="([^"]+)"/g,
  /<link rel="modulepreload"[^>]* href="([^"]+)"/g,
  /<script [^>]*src="([^"]+)"/g,
];

const getAddress = (path: string) => new URL(path, process.env.SANDBANK_E2E_URL);

/** Returns the number of compressed bytes of a file, and its text if it was uncompressed. */
function fetched(path: string, encoding = 'br'): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(getAddress(path), { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        if (response.statusCode === 200) resolve({ bytes: body.length, text: body.toString() });
        else reject(new Error(`${path} answered ${response.statusCode}.`));
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Returns the compressed size in bytes of a page and of each file that the page references. */
async function getBytes(path: string, { signedIn = false } = {}): Promise<Record<string, number>> {
  const { text } = await fetched(path, 'identity');
  const addresses = ASKED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, address = '']) => address),
  );
  const [, dashboard = ''] = /data-dashboard="([^"]*)"/.exec(text) ?? [];
  const all = new Set([path, ...addresses, ...(signedIn ? dashboard.split(' ') : [])]);
  const sizes: Record<string, number> = {};
  for (const address of all) sizes[address] = (await fetched(address)).bytes;
  return sizes;
}

const sumOf = (sizes: Record<string, number>) => Object.values(sizes).reduce((sum, size) => sum + size, 0);

test('the first page stays within its size budget', async () => {
  const [landing, auth, dashboard] = await Promise.all([
    getBytes('/'),
    getBytes('/auth'),
    getBytes('/dashboard', { signedIn: true }),
  ]);
  expect(sumOf(landing), JSON.stringify(landing, null, 1)).toBeLessThanOrEqual(LANDING_BYTES);
  expect(sumOf(auth), JSON.stringify(auth, null, 1)).toBeLessThanOrEqual(AUTH_BYTES);
  expect(sumOf(dashboard), JSON.stringify(dashboard, null, 1)).toBeLessThanOrEqual(DASHBOARD_BYTES);
});

test('the landing and sign-in pages are visible before the app loads, without layout shift', async ({
  page,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    const measured = globalThis as unknown as { shifted: number };
    measured.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        measured.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/auth');
  const address = page.getByLabel('Email');
  await address.fill('early@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a password entered early');
  release();
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  // Text entered before hydration is kept, and the app submits it.
  await expect(address).toHaveValue('early@example.com');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText("don't match")).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(
    0.02,
  );
});
