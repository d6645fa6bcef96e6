// Measures the time from an input to the next frame with the browser's event timing, at a quarter of the CPU
// speed. Also part of `npm run bench -- browser`.
import { chromium, type Page } from '@playwright/test';
import { type Bank, startBank } from './bank-process.ts';

const SLOWER = 4;
const ROUNDS = 3;

type Step = {
  name: string;
  path: string;
  ready: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
};

const STEPS: Step[] = [
  {
    name: 'open the explanation of a figure',
    path: '/dashboard',
    ready: (page) => page.getByRole('button', { name: /Explain Net worth$/ }).waitFor(),
    act: (page) => page.getByRole('button', { name: /Explain Net worth$/ }).click(),
  },
  {
    name: 'open the menu of the customer',
    path: '/dashboard',
    ready: (page) => page.getByRole('button', { name: 'My account menu' }).waitFor(),
    act: (page) => page.getByRole('button', { name: 'My account menu' }).click(),
  },
  {
    name: 'go to the transactions',
    path: '/dashboard',
    ready: (page) => page.getByRole('button', { name: /Explain Net worth$/ }).waitFor(),
    act: (page) => page.getByRole('link', { name: 'View transactions' }).click(),
  },
  {
    name: 'type a word into the search',
    path: '/transactions',
    ready: (page) => page.getByRole('combobox', { name: 'Search transactions' }).waitFor(),
    act: (page) =>
      page.getByRole('combobox', { name: 'Search transactions' }).pressSequentially('coffee', { delay: 80 }),
  },
  {
    name: 'switch between signing in and up',
    path: '/auth',
    ready: (page) => page.locator('html[data-hydrated]').waitFor(),
    act: (page) => page.getByRole('radio', { name: 'Sign up' }).click(),
  },
  {
    name: 'press +1 month',
    path: '/dashboard',
    ready: (page) => page.getByRole('button', { name: 'One month later' }).waitFor(),
    act: (page) => page.getByRole('button', { name: 'One month later' }).click(),
  },
];

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export async function benchInteractions(): Promise<void> {
  const bank = await startBank();
  try {
    await printInteractions(bank, BROWSER);
  } finally {
    await bank.stop();
  }
}

/** Prints the longest time from an input to the next frame, in milliseconds, as the median of all rounds. */
export async function printInteractions(bank: Bank, executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const measures: Record<string, object> = {};
  try {
    for (const step of STEPS) {
      const worst: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        if (step.path !== '/auth')
          await page.addInitScript(
            ([key, session]) => localStorage.setItem(key, session),
            await bank.session(),
          );
        await page.addInitScript(watch);
        worst.push(await getWorst(page, bank.url, step));
        await context.close();
      }
      worst.sort((left, right) => left - right);
      measures[step.name] = {
        'ms to the next frame': worst[Math.floor(ROUNDS / 2)],
        rounds: worst.join(' '),
      };
    }
  } finally {
    await browser.close();
  }
  console.table(measures);
}

async function getWorst(page: Page, url: string, { path, ready, act }: Step): Promise<number> {
  await page.goto(url + path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => Object.assign(globalThis, { worstAnswer: 0 }));
  await act(page);
  await page.waitForTimeout(1_500);
  return page.evaluate(() => (globalThis as unknown as { worstAnswer: number }).worstAnswer);
}

function watch(): void {
  Object.assign(globalThis, { worstAnswer: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const measured = globalThis as unknown as { worstAnswer: number };
      measured.worstAnswer = Math.max(measured.worstAnswer, duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
