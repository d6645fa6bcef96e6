import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

/**
 * A client that implements only section 7 of the specification. It inserts a row, overwrites the balance, and
 * computes with JavaScript numbers. It calls none of the bank's functions, and the ledger must still be
 * correct.
 */
class SpecificationClient {
  constructor(
    readonly supabase: SupabaseClient,
    readonly userId: string,
  ) {}

  async createAccount(name: string, type: string, initialBalance = 0, currency = 'USD') {
    const { data } = await this.supabase
      .from('accounts')
      .insert({ name, type, balance: initialBalance, currency, user_id: this.userId })
      .select()
      .single()
      .throwOnError();
    if (initialBalance > 0)
      await this.insertTransaction(data.id, initialBalance, 'DEPOSIT', 'Initial deposit');
    return data as { id: string; balance: number; created_at: string };
  }

  async insertTransaction(
    accountId: string,
    amount: number,
    type: string,
    description: string | null = null,
  ) {
    await this.supabase
      .from('transactions')
      .insert({ account_id: accountId, amount, type, description, date: new Date().toISOString() })
      .throwOnError();
  }

  async deposit(account: { id: string; balance: number }, amount: number) {
    await this.insertTransaction(account.id, amount, 'DEPOSIT');
    await this.supabase
      .from('accounts')
      .update({ balance: account.balance + amount })
      .eq('id', account.id)
      .throwOnError();
  }

  async withdraw(account: { id: string; balance: number }, amount: number) {
    await this.insertTransaction(account.id, amount, 'WITHDRAWAL');
    await this.supabase
      .from('accounts')
      .update({ balance: account.balance - amount })
      .eq('id', account.id)
      .throwOnError();
  }

  async accounts() {
    const { data } = await this.supabase
      .from('accounts')
      .select('*')
      .or(`user_id.eq.${this.userId},user_id.is.null`)
      .throwOnError();
    return data ?? [];
  }

  async getBalance(accountId: string): Promise<number> {
    const { data } = await this.supabase
      .from('accounts')
      .select('balance')
      .eq('id', accountId)
      .single()
      .throwOnError();
    return data.balance;
  }

  async transactions(accountId: string) {
    const { data } = await this.supabase
      .from('transactions')
      .select('*')
      .eq('account_id', accountId)
      .order('date', { ascending: false })
      .throwOnError();
    return data ?? [];
  }

  async violations() {
    const { data } = await this.supabase.rpc('audit_my_books').throwOnError();
    return data;
  }
}

describe('a client written only from the specification', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let customers = 0;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function newCustomer(): Promise<SpecificationClient> {
    const supabase = getClient(server);
    customers += 1;
    const email = `spec-${customers}@customers.example`;
    const { data, error } = await supabase.auth.signUp({
      email,
      password: `correct horse ${customers} battery`,
    });
    if (error || !data.user) throw error ?? new Error('no user');
    return new SpecificationClient(supabase, data.user.id);
  }

  it('opens a funded account and has exactly one "Initial deposit"', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 250.5);
    expect(await client.getBalance(account.id)).toBe(250.5);
    const rows = await client.transactions(account.id);
    expect(rows.map(({ amount, type, description }) => ({ amount, type, description }))).toEqual([
      { amount: 250.5, type: 'DEPOSIT', description: 'Initial deposit' },
    ]);
    expect(await client.violations()).toEqual([]);
  });

  it('deposits and withdraws with an insert and an overwrite, and the money moves once', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 100);
    await client.deposit(account, 50.3);
    expect(await client.getBalance(account.id)).toBe(150.3);
    await client.withdraw({ ...account, balance: 150.3 }, 20.1);
    expect(await client.getBalance(account.id)).toBe(130.2);
    const rows = await client.transactions(account.id);
    expect(rows.map(({ type }) => type)).toEqual(['WITHDRAWAL', 'DEPOSIT', 'DEPOSIT']);
    expect(await client.violations()).toEqual([]);
  });

  it('sends amounts with float noise and has exact cents', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 100.1);
    await client.deposit(account, 50.3);
    expect(100.1 + 50.3).not.toBe(150.4);
    expect(await client.getBalance(account.id)).toBe(150.4);
    expect(await client.violations()).toEqual([]);
  });

  it('in two windows with stale balances undoes nothing', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 100);
    await client.insertTransaction(account.id, 10, 'DEPOSIT');
    await client.insertTransaction(account.id, 20, 'DEPOSIT');
    await client.supabase.from('accounts').update({ balance: 110 }).eq('id', account.id).throwOnError();
    await client.supabase.from('accounts').update({ balance: 120 }).eq('id', account.id).throwOnError();
    expect(await client.getBalance(account.id)).toBe(130);
    expect(await client.violations()).toEqual([]);
  });

  it('cannot withdraw more than the balance, and nothing changes', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 30);
    await expect(client.insertTransaction(account.id, 30.01, 'WITHDRAWAL')).rejects.toMatchObject({
      code: 'INSUF',
    });
    expect(await client.getBalance(account.id)).toBe(30);
    expect(await client.transactions(account.id)).toHaveLength(1);
  });

  it('sees an overwritten balance as a balance adjustment in the history', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 30);
    await client.supabase
      .from('accounts')
      .update({ name: 'Household', type: 'SAVINGS', balance: 75, currency: 'USD' })
      .eq('id', account.id)
      .throwOnError();
    expect(await client.getBalance(account.id)).toBe(75);
    const [newest] = await client.transactions(account.id);
    expect(newest).toMatchObject({ amount: 45, type: 'DEPOSIT', description: 'Balance adjustment' });
    expect(await client.violations()).toEqual([]);
  });

  it("overwrites only the balance for a card's charge and payment", async () => {
    const client = await newCustomer();
    const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const { data: card } = await client.supabase
      .from('credit_cards')
      .insert({
        name: 'Blue',
        credit_limit: 1000,
        balance: 0,
        apr: 19.99,
        due_date: dueDate,
        user_id: client.userId,
      })
      .select()
      .single()
      .throwOnError();
    await client.supabase.from('credit_cards').update({ balance: 250.75 }).eq('id', card.id).throwOnError();
    await client.supabase.from('credit_cards').update({ balance: 100.5 }).eq('id', card.id).throwOnError();
    const over = await client.supabase.from('credit_cards').update({ balance: 1000.01 }).eq('id', card.id);
    expect(over.error).toMatchObject({ code: 'OVRLM' });
    const { data: after } = await client.supabase
      .from('credit_cards')
      .select('*')
      .eq('user_id', client.userId)
      .throwOnError();
    expect(after).toMatchObject([{ balance: 100.5, credit_limit: 1000, apr: 19.99 }]);
    expect(await client.violations()).toEqual([]);
    await client.supabase.from('credit_cards').delete().eq('id', card.id).throwOnError();
    expect(await client.violations()).toEqual([]);
  });

  it('creates a loan and a mortgage with unrounded payments and pays them down', async () => {
    const client = await newCustomer();
    const payment = (amount: number, annualPercent: number, months: number) => {
      const r = annualPercent / 100 / 12;
      return (amount * r) / (1 - (1 + r) ** -months);
    };
    const { data: loan } = await client.supabase
      .from('loans')
      .insert({
        name: 'Car',
        amount: 12000,
        interest_rate: 6.4,
        term: 48,
        monthly_payment: payment(12000, 6.4, 48),
        start_date: new Date().toISOString(),
        remaining_balance: 12000,
        user_id: client.userId,
      })
      .select()
      .single()
      .throwOnError();
    await client.supabase
      .from('loans')
      .update({ remaining_balance: 11715.73 })
      .eq('id', loan.id)
      .throwOnError();
    const { data: mortgage } = await client.supabase
      .from('mortgages')
      .insert({
        property_value: 300000,
        loan_amount: 240000,
        down_payment: 60000,
        interest_rate: 5.25,
        term: 30,
        monthly_payment: payment(240000, 5.25, 360),
        start_date: new Date().toISOString(),
        remaining_balance: 240000,
        user_id: client.userId,
      })
      .select()
      .single()
      .throwOnError();
    await client.supabase
      .from('mortgages')
      .update({ remaining_balance: 238674.71 })
      .eq('id', mortgage.id)
      .throwOnError();
    const { data: loans } = await client.supabase
      .from('loans')
      .select('*')
      .eq('user_id', client.userId)
      .throwOnError();
    const { data: mortgages } = await client.supabase
      .from('mortgages')
      .select('*')
      .eq('user_id', client.userId)
      .throwOnError();
    expect(loans).toMatchObject([{ remaining_balance: 11715.73, monthly_payment: 284.03 }]);
    expect(mortgages).toMatchObject([{ remaining_balance: 238674.71 }]);
    expect(await client.violations()).toEqual([]);
  });

  it('submits a loan application and finds it by its email, newest first', async () => {
    const client = await newCustomer();
    const { data: user } = await client.supabase.auth.getUser();
    const email = user.user?.email ?? '';
    const application = {
      email,
      applicant_name: 'A. Customer',
      status: 'approved',
      loan_amount: 5000,
      submitted_at: new Date().toISOString(),
    };
    await client.supabase.from('loan_applications').insert(application).throwOnError();
    const { data } = await client.supabase
      .from('loan_applications')
      .select('*')
      .or(`email.eq.${email},applicant_name.eq.${email}`)
      .order('submitted_at', { ascending: false })
      .throwOnError();
    expect(data).toMatchObject([{ email, loan_amount: 5000, status: 'submitted' }]);
  });

  it("cannot read or change another customer's rows", async () => {
    const alice = await newCustomer();
    const bob = await newCustomer();
    const account = await alice.createAccount('Private', 'SAVINGS', 500);
    expect((await bob.accounts()).map(({ id }) => id)).not.toContain(account.id);
    expect(await bob.transactions(account.id)).toEqual([]);
    await expect(bob.insertTransaction(account.id, 5, 'WITHDRAWAL')).rejects.toMatchObject({ code: '42501' });
    await bob.supabase.from('accounts').update({ balance: 0 }).eq('id', account.id).throwOnError();
    await bob.supabase.from('accounts').delete().eq('id', account.id).throwOnError();
    expect(await alice.getBalance(account.id)).toBe(500);
  });

  it('deletes an account with money in it and the ledger still balances', async () => {
    const client = await newCustomer();
    const account = await client.createAccount('Everyday', 'CHECKING', 80);
    await client.supabase.from('accounts').delete().eq('id', account.id).throwOnError();
    expect(await client.accounts()).toEqual([]);
    expect(await client.violations()).toEqual([]);
  });
});
