import type { HouseholdRow } from '@engine/household/row.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday } from '@/entities/household/days';
import { supabase } from '@/lib/supabase';
import { whatIfMutations } from '../mutations';
import { applyDecisionNow, type DecisionCommand } from '../store';

const bank = openBank();
const queryClient = new QueryClient();
beforeEach(() => localStorage.clear());

const send: DecisionCommand = (step) =>
  new MutationObserver(queryClient, whatIfMutations.carryOut).mutate(step);
/** The bank applies the command, but the response is lost. */
const sendAndHearNothing: DecisionCommand = async (step) => {
  await send(step);
  throw new TypeError('Failed to fetch');
};
const household = () => queryClient.fetchQuery({ ...clockQueries.household(), staleTime: 0 });
const read = async (): Promise<HouseholdRow> => {
  const row = await household();
  if (!row) throw new Error('There is no household.');
  return row;
};
const of = (customerId: string, decision: Decision) => ({ customerId, branchId: 'branch', decision });

async function withLoan() {
  const customerId = await bank.signUp();
  const account = await bank.openAccount({ balance: 50_000 });
  const loan = { name: 'Car loan', amount: 12_000, interest_rate: 9, term: 60, remaining_balance: 12_000 };
  const { data } = await supabase.from('loans').insert(loan).select('id').single().throwOnError();
  return { customerId, account, loanId: data.id, today: getToday(await read()) };
}

async function owedOn(loanId: string) {
  const { data } = await supabase
    .from('loans')
    .select('remaining_balance')
    .eq('id', loanId)
    .single()
    .throwOnError();
  return data.remaining_balance;
}

describe('applying a what-if', () => {
  it('pays a debt once, even if the answer was lost and the customer returns another day', async () => {
    const { customerId, account, loanId, today } = await withLoan();
    const decision: Decision = {
      id: 'lump',
      on: today,
      kind: 'lump_payment',
      debtId: loanId,
      amount: 700_000,
      accountId: account.id,
    };
    const lump = of(customerId, decision);
    await expect(applyDecisionNow(lump, household, sendAndHearNothing)).rejects.toThrow('Failed to fetch');
    // Simulates a browser that stores the decision's properties in a different order.
    const stored = Object.fromEntries(Object.entries(decision).toReversed()) as Decision;
    expect(await applyDecisionNow(of(customerId, stored), household, send)).toBeNull();
    expect(await owedOn(loanId)).toBe(5000);
    // After a decision is fully applied, the customer can make the same decision again.
    expect(await applyDecisionNow(lump, household, send)).toBeNull();
    expect(await owedOn(loanId)).toBe(0);
  });

  it('creates one bill even if the answer was lost', async () => {
    const { customerId, account, today } = await withLoan();
    const bill = of(customerId, {
      id: 'gym',
      on: today + 3,
      kind: 'new_bill',
      name: 'Gym',
      accountId: account.id,
      amount: 4000,
      frequency: 'MONTHLY',
    });
    await expect(applyDecisionNow(bill, household, sendAndHearNothing)).rejects.toThrow();
    expect(await applyDecisionNow(bill, household, send)).toBeNull();
    expect((await read()).scheduled_payments.map(({ name }) => name)).toEqual(['Gym']);
  });

  it('continues after a rule ended and before its successor was created', async () => {
    const { customerId, account, today } = await withLoan();
    const day = new Date((today + 2) * 86_400_000).toISOString().slice(0, 10);
    const rent = { account_id: account.id, name: 'Rent', payee: 'Shore', amount: 400, start_date: day };
    const { data } = await supabase
      .from('scheduled_payments')
      .insert({ ...rent, frequency: 'WEEKLY' })
      .select('id')
      .single()
      .throwOnError();
    const dearer = of(customerId, {
      id: 'dearer',
      on: today + 12,
      kind: 'change_rule',
      ruleId: data.id,
      amount: 45_000,
    });
    let sent = 0;
    const onlyFirst: DecisionCommand = async (step) => {
      sent += 1;
      if (sent > 1) throw new TypeError('Failed to fetch');
      await send(step);
    };
    await expect(applyDecisionNow(dearer, household, onlyFirst)).rejects.toThrow();
    expect(await applyDecisionNow(dearer, household, send)).toBeNull();
    const rules = (await read()).scheduled_payments;
    expect(rules.map(({ amount }) => amount).sort()).toEqual([40_000, 45_000]);
  });

  it('evaluates again what a refused decision requires', async () => {
    const { customerId, account, loanId, today } = await withLoan();
    const lump = of(customerId, {
      id: 'lump',
      on: today,
      kind: 'lump_payment',
      debtId: loanId,
      amount: 1_200_000,
      accountId: account.id,
    });
    await supabase.rpc('withdraw', { account_id: account.id, amount: 45_000 }).throwOnError();
    await expect(applyDecisionNow(lump, household, send)).rejects.toMatchObject({ code: 'INSUF' });
    await supabase.rpc('deposit', { account_id: account.id, amount: 10_000 }).throwOnError();
    await supabase.rpc('pay_loan', { loan_id: loanId, amount: 2000, account_id: account.id }).throwOnError();
    expect(await applyDecisionNow(lump, household, send)).toBeNull();
    expect(await owedOn(loanId)).toBe(0);
  });
});
