import { ARTICLES, GROUPS } from '@assistant/help.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function openTicket(subject: string): Promise<string> {
  const question = { subject, message: 'Where does it come from?', topic: 'card' };
  const { data } = await supabase.rpc('open_ticket', question).throwOnError();
  return data.id;
}

describe('customer support', () => {
  it('finds articles while typing, also with a typo, and stores the feedback', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/support');
    const box = screen.getByRole('searchbox', { name: 'Search help' });
    await user.type(box, 'late fe on my crad');
    const match = screen.getByRole('list', { name: 'Search results' });
    await within(match).findByRole('link', { name: /Why there is a late fee on a card/ });
    await user.clear(box);
    await user.type(box, 'why is there a late fee{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Why there is a late fee on a card' });
    expect(path()).toBe('/support/articles/card-fees');
    await user.click(await press('No'));
    await screen.findByText("Thanks. We'll use your feedback to improve this article.", { exact: false });
    await user.click(await press('Yes'));
    await screen.findByText('Thanks for your feedback.');
    const { data } = await supabase.from('help_votes').select('article, helpful').throwOnError();
    expect(data).toEqual([{ article: 'card-fees', helpful: true }]);
  });

  it('lists every article under its topic', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/support');
    for (const group of GROUPS) {
      const articles = ARTICLES.filter((article) => article.group === group);
      const list = screen.getByRole('list', { name: group });
      expect(
        within(list)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(articles.map(({ title }) => title));
    }
    const topics = within(screen.getByRole('navigation', { name: 'Topics' }));
    await user.click(topics.getByRole('link', { name: 'Cards' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('cards'));
  });

  it('shows that an article is missing and leads back to the help', async () => {
    await bank.signUp();
    await bank.visit('/support/articles/never-written');
    await screen.findByText("We couldn't find that article.");
    expect(screen.getByRole('link', { name: 'Search help' })).toBeTruthy();
  });

  it('suggests articles before a question is sent, and marks the first answer as automatic', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user, path } = await bank.visit(`/support/tickets/new?about=${account.id}`);
    await user.click(await press('Send question'));
    await screen.findByText('Enter a subject.');
    await user.type(screen.getByLabelText('Subject'), 'A late fee on my card');
    await user.type(screen.getByLabelText('Your question'), 'Why was I charged a late fee?');
    const suggested = await screen.findByRole('list', { name: 'Suggested articles' });
    await within(suggested).findByText('Why there is a late fee on a card');
    await user.click(await press('Send question'));
    await screen.findByRole('heading', { level: 1, name: 'A late fee on my card' });
    expect(path()).toMatch(/^\/support\/tickets\/[0-9a-f-]{36}$/);
    const thread = await screen.findByRole('list', { name: 'Messages' });
    await within(thread).findByText('Automatic answer');
    within(thread).getByText(/^This is an automatic/);
    expect(screen.getByRole('link', { name: 'Everyday' }).getAttribute('href')).toBe(
      `/dashboard/accounts/${account.id}`,
    );
    await user.click(await press('Mark as resolved'));
    await screen.findByText('Resolved');
    await user.click(await screen.findByRole('radio', { name: 'Good' }));
    await screen.findByText('Thanks for your feedback.');
    const { data } = await supabase.from('tickets').select('state, satisfaction').single().throwOnError();
    expect(data).toEqual({ state: 'resolved', satisfaction: 4 });
  });

  it('lists questions by who must answer, and reopens a resolved one', async () => {
    await bank.signUp();
    const id = await openTicket('A fee of $30');
    await openTicket('A slow page');
    await supabase.rpc('resolve_ticket', { ticket_id: id }).throwOnError();
    const { user } = await bank.visit('/support/tickets');
    const list = () => screen.getByRole('list', { name: 'Questions' });
    await waitFor(() => expect(within(list()).getAllByRole('listitem')).toHaveLength(1));
    within(list()).getByText('A slow page');
    await user.click(screen.getByRole('radio', { name: 'Waiting for you' }));
    await screen.findByText('No questions need your reply');
    await user.click(screen.getByRole('radio', { name: 'Resolved' }));
    await user.click(await within(list()).findByRole('link', { name: /A fee of \$30/ }));
    await user.type(await screen.findByLabelText('Reopen question'), 'It came back.');
    await user.click(await press('Send and reopen'));
    await screen.findByLabelText('Reply');
    const thread = screen.getByRole('list', { name: 'Messages' });
    await within(thread).findByText('It came back.');
  });

  it("keeps the message when the bank can't be reached, and shows the error", async () => {
    await bank.signUp();
    const { user } = await bank.visit('/support/tickets/new');
    await user.type(screen.getByLabelText('Subject'), 'Hello');
    await user.type(screen.getByLabelText('Your question'), 'Is anybody there?');
    bank.interrupt(({ pathname }) =>
      pathname.endsWith('/open_ticket') ? new Response('{}', { status: 500 }) : null,
    );
    await user.click(await press('Send question'));
    await screen.findByText("We couldn't send your question");
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your question').value).toBe('Is anybody there?');
  });
});
