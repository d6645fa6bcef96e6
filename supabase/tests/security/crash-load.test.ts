import { describe, expect } from 'vitest';
import { LOADED_VERBS } from '../../../tools/proofs/crash/load.ts';
import { test } from '../support/harness.ts';

/** The functions with a request id that the crash proof doesn't call, with the reasons. */
const LEFT_OUT: Record<string, string> = {
  accept_offer: 'called once for each customer, before the load',
  accept_payment_request: 'between two customers: people-races.test.ts and the race proof',
  accept_refinance: 'replaces the debts that the load pays: debt-races.test.ts',
  accept_transfer: 'between two customers: people-races.test.ts and the race proof',
  ask_assistant: 'moves no money',
  cancel_peer_transfer: 'between two customers: people-races.test.ts and the race proof',
  change_payment_day: 'moves no money',
  close_account: 'closes an account that the load uses: the race proof',
  close_credit_card: 'closes a card that the load uses: the race proof',
  convert_to_funds: 'called once for each customer, before the load',
  create_virtual_card: 'moves no money',
  decline_peer_transfer: 'between two customers: people-races.test.ts and the race proof',
  finish_reconciliation: 'moves no money',
  move_budget: 'moves no money',
  open_account: 'called before the load',
  open_dispute: 'card-races.test.ts',
  open_ticket: 'moves no money',
  pause_debt: 'moves no money',
  pay_off: 'ends a debt that the load pays: the race proof',
  pay_person: 'between two customers: people-races.test.ts and the race proof',
  recast_debt: 'moves no money',
  redeem_rewards: 'card-races.test.ts',
  refund_credit_balance: 'needs a credit balance, which a refund leaves: refund-races.test.ts',
  remove_pmi: 'moves no money',
  replace_credit_card: 'moves no money',
  reply_to_ticket: 'moves no money',
  request_account_fee_waiver: 'once in twelve months: fee-waivers.test.ts',
  request_credit_limit: 'moves no money',
  request_fee_waiver: 'once in twelve months: fee-waivers.test.ts',
  request_from_people: 'between two customers: people-races.test.ts and the race proof',
  resume_debt: 'moves no money',
  reverse_transaction: 'changes entries that the proof counts: the race proof',
  start_escrow: 'called once for each customer, before the load',
  submit_application: 'called before the load',
  take_loan: 'called before the load',
  take_mortgage: 'called before the load',
  withdraw_dispute: 'card-races.test.ts',
};

describe('the crash proof', () => {
  test('calls every function that remembers requests, or leaves it out on purpose', async ({ bank }) => {
    const functions = await bank.owner`
      select p.proname::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and 'request_id' = any(p.proargnames)
        and has_function_privilege('authenticated', p.oid, 'execute') order by p.proname`;
    const names = functions.map(({ name }) => name as string);
    expect(names.filter((name) => !LOADED_VERBS.has(name) && !(name in LEFT_OUT))).toEqual([]);
    expect(Object.keys(LEFT_OUT).filter((name) => LOADED_VERBS.has(name) || !names.includes(name))).toEqual(
      [],
    );
  });
});
