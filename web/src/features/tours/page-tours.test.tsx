import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { supabase } from '@/lib/supabase';
import { overlays } from '@/ui/overlays/overlays';

const bank = openBank();

const PAGE = '/tips/stories';
const offer = () => screen.findByRole('button', { name: 'Take the tour' });
const expectNoOffer = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull());

async function getSeen(): Promise<unknown> {
  const { data } = await supabase.from('customers').select('seen_tours').single().throwOnError();
  return data.seen_tours;
}

/** Counts the requests that record a tour. */
function countRecordings(): () => number {
  let count = 0;
  bank.interrupt(({ pathname }) => {
    if (pathname === '/rest/v1/rpc/record_tour') count += 1;
    return null;
  });
  return () => count;
}

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

describe('the tour of a page', () => {
  it('leads through the page step by step, and is offered only once', async () => {
    await bank.signUp();
    const { user } = await bank.visit(PAGE);
    await user.click(await offer());
    const card = within(await screen.findByRole('dialog', { name: "Manage someone else's money" }));
    card.getByText('1 of 3');
    expect(card.queryByRole('button', { name: 'Back' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Next'));
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Choose a topic' });
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Back');
    await user.keyboard('{Enter}');
    await screen.findByText('1 of 3');
    // The first step has no "Back" button, so the focus moves to "Next".
    expect(document.activeElement?.textContent).toBe('Next');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('3 of 3');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.id).toBe('content');
    await expectNoOffer();
    await waitFor(async () => expect(await getSeen()).toEqual(['scenarios']));
  });

  it('ends with Escape, and can be taken again from the help page', async () => {
    await bank.signUp();
    await supabase.rpc('record_tour', { tour: 'scenarios' }).throwOnError();
    const { user } = await bank.visit('/support');
    const tours = screen.getByRole('heading', { name: 'Tours' }).parentElement;
    await user.click(within(tours as HTMLElement).getByRole('link', { name: 'Scenarios' }));
    await screen.findByText('1 of 3', {}, { timeout: 5_000 });
    expect(window.location.search).toBe('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectNoOffer();
  });

  it('is not offered again after it was dismissed', async () => {
    await bank.signUp();
    const { user } = await bank.visit(PAGE);
    await offer();
    await user.click(screen.getByRole('button', { name: 'Dismiss tour' }));
    await expectNoOffer();
    expect(document.activeElement?.id).toBe('content');
    await waitFor(async () => expect(await getSeen()).toEqual(['scenarios']));
  });

  it('ends when time moves', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(PAGE);
    await user.click(await offer());
    await screen.findByText('1 of 3');
    requestFastForward({ by: 'P1D' });
    await waitFor(() => expect(screen.queryByText('1 of 3')).toBeNull());
  });

  it('explains what to do first on a page that has nothing to show', async () => {
    await bank.signUp();
    await bank.visit('/credit-cards?tour=credit-cards');
    await screen.findByText('Add a credit card to take this tour.', {}, { timeout: 5_000 });
    expect(await getSeen()).toEqual([]);
  });

  it('continues with the nearest step when the element of a step disappears', async () => {
    await bank.signUp();
    const { user } = await bank.visit(PAGE);
    await user.click(await offer());
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByRole('dialog', { name: 'Choose a topic' });
    removeAnchor('scenario-topics');
    await screen.findByText('1 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('3 of 3');
    removeAnchor('scenario-intro');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    removeAnchor('scenario-card');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is recorded with one request', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    const getCount = countRecordings();
    const { user } = await bank.visit('/dashboard?tour=dashboard');
    await screen.findByText(/^1 of \d$/, {}, { timeout: 5_000 });
    await waitFor(async () => expect(await getSeen()).toEqual(['dashboard']));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(getCount()).toBe(1);
  });

  it("ends with a message, and isn't recorded, if it can't be loaded", async () => {
    await bank.signUp();
    const { user } = await bank.visit(PAGE);
    await offer();
    const { load } = overlays;
    vi.spyOn(overlays, 'load').mockRejectedValueOnce(new Error('offline')).mockImplementation(load);
    const loaded = overlays.module.get();
    onTestFinished(() => {
      vi.restoreAllMocks();
      overlays.module.set(loaded);
    });
    act(() => overlays.module.set(null));
    await user.click(await offer());
    act(() => overlays.module.set(loaded));
    await screen.findByText("We couldn't load the tour");
    await offer();
    expect(await getSeen()).toEqual([]);
  });
});

describe('the hint about amounts', () => {
  it('is recorded later if the customer opens an explanation offline', async () => {
    onTestFinished(() => setOnline(true));
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await supabase
      .from('scheduled_payments')
      .insert({ account_id: id, name: 'Gym', payee: 'Gym', amount: 5, frequency: 'MONTHLY', start_date: day })
      .throwOnError();
    const { user } = await bank.visit('/dashboard');
    await offer();
    const explain = await screen.findByRole('button', { name: /Explain Net worth$/ });
    const getCount = countRecordings();
    setOnline(false);
    await user.click(explain);
    await screen.findByRole('dialog', { name: /^Net worth/ });
    expect(getCount()).toBe(0);
    expect(screen.queryByText("We couldn't update your tours")).toBeNull();
    setOnline(true);
    await waitFor(async () => expect(await getSeen()).toEqual(['explain']));
    expect(getCount()).toBe(1);
  });
});

/** Removes an element of a tour, as a page does when it shows something else. */
function removeAnchor(name: string): void {
  act(() => tourAnchor(name)(document.createElement('div'))());
}
