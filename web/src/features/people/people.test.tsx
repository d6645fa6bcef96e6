import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name }, patience);
const patience = { timeout: 10_000 };
/** Matches an amount whose cents have their own element. */
const amount = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'DATA' && element.textContent === text;
const password = 'four plain words here';

async function addressOfMine(): Promise<string> {
  const { data } = await supabase.auth.getUser();
  return data.user?.email ?? '';
}

/** Creates two customers: a sender, and a recipient who is signed in. */
async function receive(send: (account: string, address: string) => PromiseLike<unknown>) {
  await bank.signUp();
  await bank.confirmAddress();
  const address = await addressOfMine();
  const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
  await bank.signUp();
  await bank.confirmAddress();
  const other = await addressOfMine();
  const theirs = await bank.openAccount({ name: 'Theirs', balance: 500 });
  await send(theirs.id, address);
  await supabase.auth.signInWithPassword({ email: address, password });
  return { address, account, other, name: other.split('@')[0] };
}

const getRows = async (table: 'peer_payments' | 'contacts') =>
  (await supabase.from(table).select('*').throwOnError()).data;

describe('an unconfirmed address', () => {
  it('receives nothing until its customer enters the code sent to it', async () => {
    await bank.signUp();
    const email = await addressOfMine();
    await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press('Send code'));
    const code = await screen.findByLabelText('6-digit code', undefined, patience);
    await user.type(code, '000000');
    await user.click(await press('Confirm address'));
    await screen.findByText(/^That code is incorrect/, undefined, patience);
    // The bank sends at most one code per second to an address.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await user.click(await press('Send a new code'));
    await screen.findByText(`We sent a new code to ${email}`, undefined, patience);
    await user.clear(code);
    await user.type(code, await bank.newestCode(email));
    await user.click(await press('Confirm address'));
    await screen.findByText('Your email address is confirmed', undefined, patience);
    await waitFor(() => expect(screen.queryByText(/^Confirm your email address/)).toBeNull(), patience);
    const { data } = await supabase.rpc('my_confirmed_email').throwOnError();
    expect(data).toBe(email);
  });
});

describe('paying people', () => {
  it('goes from form to review to receipt, can be canceled, and saves the contact', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 900 });
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press('Pay'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText(/^Enter an email address/);
    await user.type(dialog.getByLabelText('To'), 'Maya@People.example');
    await user.type(dialog.getByLabelText('Amount'), '2600');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText('You have $900.00 available. You need $1,700.00 more.');
    await user.click(dialog.getByRole('button', { name: 'Edit' }));
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '40');
    await user.type(dialog.getByLabelText(/^Note/), 'Pizza');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText(amount('$860.00'));
    await user.click(dialog.getByRole('button', { name: 'Pay $40.00 to maya@people.example' }));
    await dialog.findByText('$40.00 is on its way to maya.', undefined, patience);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    const waiting = within(await screen.findByRole('list', { name: 'Sent and pending' }, patience));
    await user.click(waiting.getByRole('button', { name: 'Cancel $40.00 for maya' }));
    await screen.findByText('$40.00 returned to you', undefined, patience);
    await screen.findByText('Canceled', undefined, patience);
    expect(await getRows('contacts')).toMatchObject([{ name: 'maya', address: 'maya@people.example' }]);
  });

  it("shows the bank's refusal beside the field", async () => {
    await bank.signUp();
    const address = await addressOfMine();
    await bank.openAccount({ name: 'Everyday', balance: 9000 });
    const { user } = await bank.visit(`/dashboard/people?pay=${encodeURIComponent(address)}`);
    const dialog = within(await screen.findByRole('dialog', undefined, patience));
    await dialog.findByText('$5,000.00 of $5,000.00 left today. Up to $2,500.00 per payment.');
    await user.type(dialog.getByLabelText('Amount'), '3000');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(await dialog.findByRole('button', { name: /^Pay \$3,000/ }));
    await dialog.findByText('You can send up to $2,500.00 per payment.', undefined, patience);
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '30');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(await dialog.findByRole('button', { name: /^Pay \$30/ }));
    await dialog.findByText('This is your own email address. Enter a different one.', undefined, patience);
  });
});

describe('a received payment or request', () => {
  it('is accepted into an account after a review', async () => {
    const { other, name } = await receive((account_id, address) =>
      supabase.rpc('pay_person', { account_id, amount: 40, address, note: 'Pizza' }).throwOnError(),
    );
    const { user } = await bank.visit('/dashboard/people');
    const inbox = within(await screen.findByRole('list', { name: 'Needs your response' }, patience));
    inbox.getByText(new RegExp(`Pizza · ${other}`));
    await user.click(inbox.getByRole('button', { name: `Accept payment from ${name}` }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(amount('$140.00'));
    await user.click(dialog.getByRole('button', { name: 'Accept $40.00' }));
    await dialog.findByText('$40.00 added to Everyday.', undefined, patience);
    expect(await getRows('peer_payments')).toMatchObject([{ state: 'completed', direction: 'in' }]);
  });

  it('keeps its account while it is being accepted, and can be accepted after a failure', async () => {
    const { name } = await receive((account_id, address) =>
      supabase.rpc('pay_person', { account_id, amount: 40, address }).throwOnError(),
    );
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press(`Accept payment from ${name}`));
    const dialog = within(await screen.findByRole('dialog'));
    let fail = (_response: Response) => {};
    const failure = new Promise<Response>((resolve) => {
      fail = resolve;
    });
    bank.interrupt((url) => (url.pathname.endsWith('/accept_transfer') ? failure : null));
    await user.click(dialog.getByRole('button', { name: 'Accept $40.00' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Deposit to').disabled).toBe(true);
    fail(Response.json({ message: 'The bank is unavailable.' }, { status: 500 }));
    await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>('Deposit to').disabled).toBe(false));
    bank.interrupt(() => null);
    await user.click(dialog.getByRole('button', { name: 'Accept $40.00' }));
    await dialog.findByText('$40.00 added to Everyday.', undefined, patience);
  });

  it('can be declined: declining a request moves no money', async () => {
    const { account, name } = await receive((account_id, address) =>
      supabase.rpc('request_from_people', { account_id, shares: [{ address, amount: 25 }] }).throwOnError(),
    );
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press(`Decline the request from ${name}`));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Message/), 'Not mine');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    await screen.findByText('Request declined', undefined, patience);
    expect(await getRows('peer_payments')).toMatchObject([{ state: 'declined' }]);
    const { data } = await supabase
      .from('accounts')
      .select('balance')
      .eq('id', account.id)
      .single()
      .throwOnError();
    expect(data.balance).toBe(100);
  });

  it('disappears once its sender is blocked', async () => {
    const { name } = await receive((account_id, address) =>
      supabase.rpc('pay_person', { account_id, amount: 5, address }).throwOnError(),
    );
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press(`More options for ${name}`));
    await user.click(await screen.findByRole('menuitem', { name: `Block ${name}` }));
    await waitFor(
      () => expect(screen.queryByRole('list', { name: 'Needs your response' })).toBeNull(),
      patience,
    );
    await screen.findByText('Blocked', undefined, patience);
  });
});

describe('contacts', () => {
  it('are added, made favorites, renamed, deleted, and restored', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 900 });
    await supabase.from('contacts').insert({ name: 'Maya', address: 'maya@people.example' }).throwOnError();
    const { user } = await bank.visit('/dashboard/people');
    await user.click(await press('Add contact'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Maya again');
    await user.type(dialog.getByLabelText('Email address'), 'maya@people.example');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    await dialog.findByText('This address is already in your contacts.', undefined, patience);
    await user.clear(dialog.getByLabelText('Email address'));
    await user.type(dialog.getByLabelText('Email address'), 'tom@people.example');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    await user.click(await press('Favorite: Maya again'));
    await waitFor(
      () =>
        expect(
          screen.getByRole('button', { name: 'Favorite: Maya again' }).getAttribute('aria-pressed'),
        ).toBe('true'),
      patience,
    );
    await user.click(await press('More options for Maya'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await press('Undo'));
    await press('More options for Maya');
    await waitFor(async () => expect(await getRows('contacts')).toHaveLength(2), patience);
  });
});

describe('a bill', () => {
  it('is split to the cent from a transaction', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Everyday', balance: 900 });
    await supabase.from('contacts').insert({ name: 'Maya', address: 'maya@people.example' }).throwOnError();
    await supabase.rpc('withdraw', { account_id: id, amount: 100, description: 'Dinner' }).throwOnError();
    const { data: row } = await supabase
      .from('transactions')
      .select('id')
      .eq('kind', 'withdrawal')
      .single()
      .throwOnError();
    const { user } = await bank.visit(`/dashboard/people?split=${row.id}`);
    const dialog = within(await screen.findByRole('dialog', undefined, patience));
    dialog.getByDisplayValue('100.00');
    await user.click(dialog.getByRole('button', { name: 'Maya' }));
    await user.type(dialog.getByLabelText('Split with'), 'tom@people.example{Enter}');
    const shares = within(dialog.getByRole('list', { name: 'Shares' }));
    expect(shares.getAllByText('$33.33')).toHaveLength(2);
    shares.getByText('$33.34');
    await user.click(dialog.getByRole('button', { name: 'Request $66.66' }));
    await dialog.findByText('You requested $66.66 from Maya, tom.', undefined, patience);
    expect(await getRows('peer_payments')).toMatchObject([{ note: 'Dinner' }, { note: 'Dinner' }]);
  });
});
