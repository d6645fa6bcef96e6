import { setTimeout } from 'node:timers/promises';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
/** The time within which the bank has reported all changes, and the app has reloaded because of them. */
const SETTLED_AFTER_MS = 800;
const TOAST = /^(Nothing happened|\d+ events? posted)\.$/;
const PERIOD = / to \w{3}, \w{3} \d+, \d{4}$/;
const oneDay = () => screen.findByRole<HTMLButtonElement>('button', { name: '+1 day: One day later' });

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('disables the clock while the customer is offline, with the reason', async () => {
  onTestFinished(() => setOnline(true));
  await bank.signUp();
  await bank.openAccount();
  await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  setOnline(false);
  const reason = await screen.findByText("You can't fast-forward while you're offline.");
  expect((await oneDay()).disabled).toBe(true);
  expect((await oneDay()).getAttribute('aria-describedby')).toBe(reason.id);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'More fast-forward options' }).disabled).toBe(
    true,
  );
  setOnline(true);
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  expect(screen.queryByText("You can't fast-forward while you're offline.")).toBeNull();
});

it("shows one message in the bank's words when the connection breaks during a fast-forward", async () => {
  await bank.signUp();
  await bank.openAccount();
  const { user } = await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  bank.interrupt((url) => {
    if (url.pathname === '/functions/v1/advance') throw new TypeError('Failed to fetch');
    return null;
  });
  await user.click(await oneDay());
  await screen.findByText("We couldn't complete the fast-forward");
  expect(screen.queryByText(/Edge Function|Failed to fetch|Failed to send/)).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the new date in the header as soon as the toast and the digest show it', async () => {
  await bank.signUp();
  await bank.openAccount();
  const { user } = await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  const header = screen.getByText('Simulated date').nextElementSibling;
  const before = header?.textContent;
  const observed: (string | null | undefined)[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByText(TOAST)) observed.push(header?.textContent);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  // Delays the customer's row, which contains the simulated date.
  let isDelayed = false;
  bank.interrupt((url, init) => {
    if (isDelayed || !/\/rpc\/(enter|simulated_now)$/.test(url.pathname)) return null;
    return setTimeout(500).then(() => {
      isDelayed = true;
      const answer = fetch(url, init);
      isDelayed = false;
      return answer;
    });
  });
  await user.click(await oneDay());
  await screen.findByText(TOAST);
  await user.click(screen.getByRole('button', { name: 'View' }));
  await screen.findByRole('dialog');
  expect(observed.length).toBeGreaterThan(0);
  expect(observed).not.toContain(before);
  expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain(
    header?.textContent ?? 'no date',
  );
});

it('celebrates a reached goal, names what needs the customer, and explains the change to the cent', async () => {
  await bank.signUp();
  // Its interest is a second cause in every month.
  const savings = await bank.openAccount({ name: 'Savings', type: 'SAVINGS', balance: 1000 });
  const { id } = await bank.openAccount({ balance: 500 });
  const rule = { start_date: dayFromNow(2), account_id: id };
  await supabase
    .from('goals')
    .insert({
      name: 'Bicycle',
      target: 60,
      account_id: savings.id,
      portion: 0,
      contribution: 'fixed',
      contribution_amount: 60,
      frequency: 'MONTHLY',
      start_date: rule.start_date,
      from_account_id: id,
    })
    .throwOnError();
  for (const [name, amount] of [
    ['Rent', 800],
    ['Gym', 39],
  ] as const)
    await supabase
      .from('scheduled_payments')
      .insert({ ...rule, name, payee: name, amount, frequency: 'MONTHLY', occurrences: 1 })
      .throwOnError();
  const { user } = await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  await user.click(screen.getByRole('button', { name: '+1 month: One month later' }));
  const digest = within(await screen.findByRole('dialog'));
  const period = digest.getByText(PERIOD).textContent;
  expect(digest.getByText('You reached your Bicycle goal.')).toBeTruthy();
  expect(digest.getByRole('link', { name: 'View goals' }).getAttribute('href')).toBe('/goals');
  const needs = within(digest.getByRole('region', { name: 'Needs you' }));
  expect(needs.getByText('1 payment failed:').parentElement?.textContent).toContain('Rent');
  expect(needs.getByRole('link', { name: 'Transfer money' })).toBeTruthy();
  const why = within(digest.getByRole('region', { name: 'Why it changed' }));
  expect(why.queryByText(/other changes/)).toBeNull();
  // The first amount of a cause is its total. The amounts of its postings follow.
  const causes = [...(why.getAllByRole('list')[0]?.children ?? [])];
  const amounts = causes.map(({ textContent }) => parseAmount(/[+−]?\$[\d,.]+/.exec(textContent)?.[0] ?? ''));
  expect(amounts.length).toBeGreaterThan(2);
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
  const happened = within(digest.getByRole('region', { name: 'What happened' }));
  expect(happened.getByText('1 goal contribution').closest('summary')?.textContent).toContain('$60.00');
  expect(happened.getByText('1 bill').closest('summary')?.textContent).toContain('−$39.00');
  await user.click(digest.getByRole('button', { name: '+1 month' }));
  await waitFor(() => {
    const next = screen.getByRole('dialog');
    expect(within(next).getByText(PERIOD).textContent).not.toBe(period);
  });
});

it.each([
  ['after a fast-forward', async () => void (await screen.findByText(TOAST))],
  [
    'after a failed fast-forward',
    async () => void (await screen.findByText("We couldn't complete the fast-forward")),
  ],
  ['after a stopped fast-forward', async () => void (await screen.findByText('Stopped early'))],
])('loads the household once %s', async (title, end) => {
  await bank.signUp();
  await bank.openAccount();
  const { user } = await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await setTimeout(SETTLED_AFTER_MS);
  let loads = 0;
  let hasAdvanced = false;
  bank.interrupt((url, init) => {
    if (url.pathname === '/rest/v1/rpc/my_household') loads += 1;
    if (url.pathname !== '/functions/v1/advance' || hasAdvanced) return null;
    // The bank posts the day and reports it before its answer arrives. The answer can be lost, and the customer
    // can stop before it arrives.
    hasAdvanced = true;
    return fetch(url, { ...init, signal: null }).then(async (answer) => {
      await setTimeout(SETTLED_AFTER_MS);
      if (title === 'after a fast-forward') return answer;
      if (title === 'after a failed fast-forward') throw new TypeError('Failed to fetch');
      await user.click(screen.getByRole('button', { name: 'Stop' }));
      throw new DOMException('Stopped', 'AbortError');
    });
  });
  await user.click(await oneDay());
  await end();
  await setTimeout(SETTLED_AFTER_MS);
  expect(loads).toBe(1);
});

/** Parses an amount such as `−$1,234.56` to minor units. */
const parseAmount = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
