import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { supabase } from '@/lib/supabase';

const bank = openBank();

const PAGE = '/tips/stories';
const offer = () => screen.findByRole('button', { name: 'Take the tour' });
const expectNoOffer = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull());

async function getSeen(): Promise<unknown> {
  const { data } = await supabase.from('customers').select('seen_tours').single().throwOnError();
  return data.seen_tours;
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
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByText('1 of 3');
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
});
