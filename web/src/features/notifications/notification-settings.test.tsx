import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const patience = { timeout: 10_000 };
const bell = () => screen.getByLabelText(/^Notifications/, { selector: 'button' });
const getStored = async () => {
  const rows = await supabase
    .from('notification_preferences')
    .select('about, item_id, enabled, threshold')
    .order('about')
    .throwOnError();
  return rows.data;
};

describe('notification settings', () => {
  it('begin with the defaults and change the low balance threshold', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Purse', balance: 60 });
    const { user } = await bank.visit('/settings/notifications');
    await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications, 1 unread'), patience);
    const low = await screen.findByLabelText('Low Balance Alert', { selector: '[role=switch]' }, patience);
    expect(low.getAttribute('aria-checked')).toBe('true');
    expect(
      screen.getByLabelText('Interest Posted', { selector: '[role=switch]' }).getAttribute('aria-checked'),
    ).toBe('false');
    expect(
      screen.getByLabelText('Large Transaction', { selector: '[role=switch]' }).getAttribute('aria-checked'),
    ).toBe('false');
    expect((screen.getByLabelText('Within days') as HTMLInputElement).value).toBe('3');
    const percent = screen.getByLabelText('Over percent of the limit') as HTMLInputElement;
    expect(percent.value).toBe('90');
    await user.clear(percent);
    await user.type(percent, '120{Enter}');
    await screen.findByText('Enter 1 to 100 percent.');
    const amount = screen.getByLabelText('Below') as HTMLInputElement;
    expect(amount.value).toBe('100.00');
    await user.clear(amount);
    await user.type(amount, '50{Enter}');
    await waitFor(
      async () =>
        expect(await getStored()).toEqual([
          { about: 'low_balance', item_id: null, enabled: true, threshold: 50 },
        ]),
      patience,
    );
  });

  it('can differ for one account', async () => {
    await bank.signUp();
    const purse = await bank.openAccount({ name: 'Purse', balance: 60 });
    const { user } = await bank.visit('/settings/notifications');
    await screen.findByLabelText('Low Balance Alert', { selector: '[role=switch]' }, patience);
    const list = within(screen.getByRole('list', { name: 'Accounts and payments' }));
    await user.click(await list.findByText(/: Low Balance Alert/, { ignore: false }, patience));
    await user.selectOptions(list.getAllByLabelText('Purse')[0] as HTMLElement, 'Off');
    await screen.findByText('1 customized', undefined, patience);
    expect(await getStored()).toContainEqual({
      about: 'low_balance',
      item_id: purse.id,
      enabled: false,
      threshold: 100,
    });
  });

  it('turn types on and off, and reset to the defaults with undo', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/settings/notifications');
    const large = await screen.findByLabelText('Large Transaction', { selector: '[role=switch]' }, patience);
    expect(screen.queryByText('Reset to default')).toBeNull();
    await user.click(large);
    expect(((await screen.findByLabelText('Above', undefined, patience)) as HTMLInputElement).value).toBe(
      '1,000.00',
    );
    await user.click(screen.getByLabelText('Goal Milestone', { selector: '[role=switch]' }));
    await waitFor(async () => expect(await getStored()).toHaveLength(2), patience);
    const before = await getStored();
    await user.click(await screen.findByText('Reset to default'));
    await waitFor(async () => expect(await getStored()).toEqual([]), patience);
    await user.click(await screen.findByText('Undo'));
    await waitFor(async () => expect(await getStored()).toEqual(before), patience);
  });

  it('show an error and reload on request, and hide push messages without keys', async () => {
    await bank.signUp();
    bank.interrupt((url) =>
      url.pathname.endsWith('/notification_preferences') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/settings/notifications');
    await screen.findByText("We couldn't load your notification settings.", undefined, patience);
    bank.interrupt(() => null);
    await user.click(screen.getByText('Try again'));
    await screen.findByLabelText('Low Balance Alert', { selector: '[role=switch]' }, patience);
    expect(screen.queryByText(/Browser notifications/)).toBeNull();
  });

  it('show what the browser supports, asked, and allows for push messages', async () => {
    await bank.signUp();
    bank.interrupt((url, init) =>
      url.pathname.endsWith('/push-notifications') && init?.method === 'GET'
        ? Response.json({ public_key: 'BA' })
        : null,
    );
    await bank.visit('/settings/notifications');
    const label = 'Browser notifications';
    expect(((await screen.findByLabelText(label, undefined, patience)) as HTMLButtonElement).disabled).toBe(
      true,
    );
    screen.getByText(/^This browser doesn't support notifications/);
    cleanup();

    const allowed = Object.assign(new EventTarget(), { name: 'notifications' });
    const requested = { permission: 'default', requestPermission: async () => requested.permission };
    vi.stubGlobal('Notification', requested);
    vi.stubGlobal('PushManager', class {});
    const workers = Object.assign(new EventTarget(), { getRegistration: async () => undefined });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
    const permissions = { query: async () => allowed };
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
    const { user } = await bank.visit('/settings/notifications');
    await user.click(await screen.findByLabelText(label, undefined, patience));
    await screen.findByText(/^Your browser is asking for permission/, undefined, patience);
    requested.permission = 'denied';
    act(() => void allowed.dispatchEvent(new Event('change')));
    await screen.findByText(/^Notifications are blocked/);
    expect((screen.getByLabelText(label) as HTMLButtonElement).disabled).toBe(true);
    cleanup();
    vi.unstubAllGlobals();
    for (const name of ['serviceWorker', 'permissions']) Reflect.deleteProperty(navigator, name);
  });
});
