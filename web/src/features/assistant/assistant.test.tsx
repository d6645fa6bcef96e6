import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const composer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ask the assistant' });
const turn = (question: string) => screen.findByRole('region', { name: question });

/** Saves an answered question as an earlier conversation. Returns the conversation's id. */
async function asked(text: string, answer: string): Promise<string> {
  const { data: message } = await supabase
    .rpc('ask_assistant', { question: text, request_id: crypto.randomUUID() })
    .throwOnError();
  await supabase
    .rpc('save_answer', { message_id: message.id, meaning: {}, parts: [{ kind: 'text', text: answer }] })
    .throwOnError();
  return message.conversation_id;
}

describe('the assistant', () => {
  it("suggests first steps in an empty bank, then questions about the customer's data", async () => {
    await bank.signUp();
    const { user } = await bank.visit('/assistant');
    await screen.findByText('Nothing to ask about yet');
    await bank.openAccount({ name: 'Everyday', balance: 500 });
    await bank.openAccount({ name: 'Rainy day' });
    await supabase.from('credit_cards').insert({ name: 'Blue card', credit_limit: 1000 }).throwOnError();
    await press('Move $50 from Everyday to Rainy day');
    await press('Freeze Blue card');
    const box = await composer();
    await user.keyboard('/');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.value).toBe('');
  });

  it('finds, renames, and deletes conversations, with a confirmation and undo for one', async () => {
    await bank.signUp();
    await Promise.all([1, 2, 3, 4, 5].map((number) => asked(`Question ${number}`, 'Yes.')));
    const id = await asked('What is my balance?', 'Your balance is $5.00.');
    const { user, path } = await bank.visit(`/assistant/${id}`);
    await within(await turn('What is my balance?')).findByText('Your balance is $5.00.');
    const links = () => screen.getAllByRole('link', { name: /^(Question|What is|Balance)/ });
    await waitFor(() => expect(links()).toHaveLength(6));
    await user.type(screen.getByRole('searchbox', { name: 'Search your conversations' }), 'balance');
    await waitFor(() => expect(links()).toHaveLength(1));

    await user.click(await press('More options for What is my balance?'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const title = await screen.findByLabelText('Title');
    await user.clear(title);
    await user.type(title, 'Balance in autumn{Enter}');
    await screen.findByRole('link', { name: 'Balance in autumn' });

    await user.click(await press('More options for Balance in autumn'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(path()).toBe('/assistant'));
    await user.click(await press('Undo'));
    await screen.findByRole('link', { name: 'Balance in autumn' });

    await user.clear(screen.getByRole('searchbox', { name: 'Search your conversations' }));
    await user.click(await press('More options for Question 5'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await press('Close message'));
    const getStored = async () =>
      (await supabase.from('assistant_messages').select('id').throwOnError()).data;
    await waitFor(async () => expect(await getStored()).toHaveLength(5));

    await user.click(await press('Delete all'));
    await user.click(await press('Delete all 5 conversations'));
    await screen.findByText('We save your conversations here until you delete them.');
    expect(await getStored()).toEqual([]);
  });

  it('answers below the question, updates the address, and asks the question in the address', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 1234.5 });
    const { user, path } = await bank.visit('/assistant?ask=What+is+the+balance+of+Everyday%3F');
    const first = await turn('What is the balance of Everyday?');
    await within(first).findAllByText(/\$1,234\.50/);
    await waitFor(() => expect(path()).toMatch(/^\/assistant\/[0-9a-f-]{36}$/));
    expect(screen.getByRole('heading', { level: 2, name: 'What is the balance of Everyday?' })).toBeTruthy();
    await screen.findByText(/^Answer: .*\$1,234\.50/);

    const box = await composer();
    await user.type(box, 'What is my net worth?{Enter}');
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe('');
    await within(await turn('What is my net worth?')).findAllByText(/\$1,234\.50/);
    await user.keyboard('{ArrowUp}');
    expect(box.value).toBe('What is my net worth?');
    const { data } = await supabase.from('assistant_messages').select('asked').throwOnError();
    expect(data).toHaveLength(2);
  });

  it('moves money only after confirmation, reports the result, and undoes it', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 500 });
    await bank.openAccount({ name: 'Rainy day' });
    const { user } = await bank.visit('/assistant');
    const request = 'Move $50 from Everyday to Rainy day';
    await user.click(await press(request));
    const card = within(await turn(request));
    await card.findByText(/^Nothing happens until you confirm\. You can undo it later\.$/);
    const balance = async () =>
      (await supabase.from('accounts').select('balance').eq('name', 'Everyday').single().throwOnError()).data
        .balance;
    expect(await balance()).toBe(500);
    await waitFor(() =>
      expect(card.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
    );
    await user.click(card.getByRole('button', { name: 'Confirm' }));
    await user.click(await card.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(card.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(card.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(await balance()).toBe(500);
    const { data } = await supabase.from('transactions').select('id').eq('kind', 'transfer').throwOnError();
    expect(data).toHaveLength(4);
  });

  it("keeps a question that couldn't be sent and sends it again with one press", async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 77 });
    const { user } = await bank.visit('/assistant');
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/functions/v1/assistant') ? new Response('{}', { status: 503 }) : null,
    );
    await user.type(await composer(), 'What is the balance of Everyday?{Enter}');
    const failed = within(await turn('What is the balance of Everyday?'));
    await failed.findByText(/^We couldn't get an answer\./);
    await screen.findByText("We couldn't send your question");
    away = false;
    await user.click(failed.getByRole('button', { name: 'Ask again' }));
    await failed.findAllByText(/\$77\.00/);
  });
});
