import { setTimeout } from 'node:timers/promises';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { openBank } from '@/app/testing/testing';

const bank = openBank();
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
  await screen.findByText("We couldn't fast-forward. Nothing changed.");
  expect(screen.queryByText(/Edge Function|Failed to fetch|Failed to send/)).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the new date in the header as soon as the digest opens', async () => {
  await bank.signUp();
  await bank.openAccount();
  const { user } = await bank.visit('/settings');
  await waitFor(async () => expect((await oneDay()).disabled).toBe(false));
  const header = screen.getByText('Simulated date').nextElementSibling;
  const before = header?.textContent;
  const observed: (string | null | undefined)[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('dialog')) observed.push(header?.textContent);
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
  await screen.findByRole('dialog');
  expect(observed.length).toBeGreaterThan(0);
  expect(observed).not.toContain(before);
  expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain(
    header?.textContent ?? 'no date',
  );
});
