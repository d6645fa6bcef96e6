import { DAY_MS } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { monthlyInterest, roundHalfAway } from '../money/amortization.ts';
import { withoutSurprises } from '../simulation/shocks.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState, Line } from '../simulation/state.ts';

/** An upcoming payment or income. Amounts are in major units and positive in the customer's favor. */
export type Upcoming = ReturnType<typeof listUpcoming>[number];

/** The kinds of events with which the customer pays: bills, debts, taxes, fees, and transfers by rule. */
const PAYMENTS = new Set(
  (
    'payment transfer card_payment loan_payment mortgage_payment biweekly_payment pmi tax_payment ' +
    'overdraft_fee returned_payment_fee maintenance_fee transfer_fee'
  ).split(' '),
);

/**
 * The kinds of events that are listed as upcoming, because they are certain and move the customer's cash.
 * Interest, dividends, and market changes are not. Neither are charges on a card, which the payment on the
 * card includes.
 */
const EXPECTED = new Set([
  ...PAYMENTS,
  ...(
    'auto_deposit tax_refund refund unemployment_benefit escrow_refund biweekly_refund deposit_return ' +
    'goal_contribution overdraft_transfer cd_matured'
  ).split(' '),
]);

/** The kinds of payments that don't count as spending in full. */
const NOT_FULLY_SPENT = new Set(
  'transfer card_payment loan_payment mortgage_payment biweekly_payment'.split(' '),
);

/** The names of events whose descriptions say that they were made, after the name of the card or debt. */
const NAMES: Record<string, string> = {
  escrow_refund: 'refund from escrow',
  biweekly_refund: 'refund of held payments',
  deposit_return: 'refund of the security deposit',
};

/** Returns true if events of a kind are payments, which are listed as upcoming. */
export const isPayment = (kind: string): boolean => PAYMENTS.has(kind);

const OWN_TRANSFERS = new Set(['transfer', 'cd_matured']);

/**
 * Returns the household's state without purchases and surprises, so that the simulation includes only events
 * that are certain.
 */
export function certainOnly(row: HouseholdRow): HouseholdState {
  return { ...withoutSurprises(buildHouseholdState(row)), spendingProfile: null };
}

/** Returns the household's state at this moment, including what the customer has done since the last step. */
export const simulateUntilNow = (row: HouseholdRow): HouseholdState =>
  simulate(certainOnly(row), Math.max(row.now, row.simulated_until), { record: false }).state;

/** Simulates rules and due dates, and returns the upcoming payments and income. */
export const listUpcoming = (row: HouseholdRow, days: number) => simulateUpcoming(row, days).upcoming;

/** Returns the household's state at this moment, and its upcoming payments and income. */
export function simulateUpcoming(row: HouseholdRow, days: number) {
  // The state at this moment includes what the customer has done since the last simulation.
  const { state, events: past } = simulate(certainOnly(row), Math.max(row.now, row.simulated_until));
  const { events } = simulate(state, row.now + days * DAY_MS);
  const pay = new Set(state.autoDeposits.filter(({ isPay }) => isPay).map(({ id }) => id));
  const cash = new Set(state.accounts.map(({ id }) => id));
  const spendingParts = readSpendingParts([...past, ...events], state);
  const effects = readEffects(events, state);
  const products = new Map([...state.cards, ...state.debts].map(({ id, name }) => [id, name]));
  const getName = ({ kind, subject = '', description }: EngineEvent) =>
    NAMES[kind] ? `${products.get(subject) ?? ''} ${NAMES[kind]}`.trim() : description;
  const upcoming = events
    .filter(({ kind }) => EXPECTED.has(kind))
    .flatMap((event) => {
      const [line, counterLine] = (event.lines ?? []).filter(({ ledger }) => cash.has(ledger));
      if (!line) return [];
      return [
        {
          key: event.key,
          at: event.at,
          name: getName(event),
          amount: line.amount / 100,
          currency: line.currency,
          isPay: pay.has(event.subject ?? ''),
          /** True for the charge of a pending purchase. */
          isPending: event.facts?.['hold'] !== undefined,
          /** True for a goal contribution, which stays with the customer. */
          isGoal: event.kind === 'goal_contribution',
          /** The id of the rule, card, or debt that causes the event. */
          subject: event.subject ?? '',
          /** The customer's account that is credited or debited. */
          account: line.ledger,
          /** The receiving account of a transfer between the customer's accounts; otherwise null. */
          toAccount: OWN_TRANSFERS.has(event.kind) ? (counterLine?.ledger ?? null) : null,
          kind: event.kind,
          /** The changes by account or card. */
          effects: effects.get(event.key) ?? {},
          category: event.category ?? null,
          /**
           * The part that counts as spending, never negative. Excludes transfers, card payments, and
           * principal.
           */
          spending: (spendingParts.get(event.key) ?? 0) / 100,
        },
      ];
    });
  return { state, upcoming };
}

/**
 * An event's effect on an account or card, in major units. The amount is positive in the customer's favor.
 * For a card, the balance is the amount owed.
 */
export type Effect = { name: string; amount: number; currency: string; balance: number };

/** Returns the effects on accounts and cards by event key. */
function readEffects(events: readonly EngineEvent[], { accounts, cards }: HouseholdState) {
  const owed = new Set(cards.map(({ id }) => id));
  const products = [...accounts, ...cards];
  const balances = new Map(products.map(({ id, balance }) => [id, balance]));
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const effects = new Map<string, Record<string, Effect>>();
  for (const { key, lines = [] } of events) {
    const changed: Record<string, Effect> = {};
    for (const { ledger, amount, currency } of lines) {
      const before = balances.get(ledger);
      if (before === undefined) continue;
      const balance = owed.has(ledger) ? before - amount : before + amount;
      balances.set(ledger, balance);
      const name = names.get(ledger) ?? '';
      changed[ledger] = { name, amount: amount / 100, currency, balance: balance / 100 };
    }
    effects.set(key, changed);
  }
  return effects;
}

/**
 * Returns the part of each payment that is spending, by event key, in minor units. Bills, premiums, taxes, and
 * fees are spending in full. A payment on a debt covers unpaid interest and fees first. The remainder is
 * principal, which is not spending. An escrow deposit is spending. A half payment of a biweekly plan counts half
 * of a month's interest, so what the bank held doesn't count again.
 */
function readSpendingParts(events: readonly EngineEvent[], { debts }: HouseholdState): Map<string, number> {
  const unpaidCharges = new Map(debts.map(({ id }) => [id, 0]));
  const parts = new Map<string, number>();
  const escrows = new Set(debts.map(({ escrow }) => escrow?.id));
  const plans = new Map(debts.map((debt) => [debt.biweekly?.id, debt]));
  const sum = (lines: readonly Line[]) => lines.reduce((total, { amount }) => total + amount, 0);
  for (const { key, kind, lines = [] } of events) {
    const plan = kind === 'biweekly_payment' && plans.get(lines[1]?.ledger);
    if (plan) parts.set(key, roundHalfAway(monthlyInterest(plan.balance, plan.rate) / 2));
    if (PAYMENTS.has(kind) && !NOT_FULLY_SPENT.has(kind)) parts.set(key, -(lines[0]?.amount ?? 0));
    const line = lines.find(({ ledger }) => unpaidCharges.has(ledger));
    if (!line) continue;
    const unpaid = unpaidCharges.get(line.ledger) ?? 0;
    const paid = Math.max(0, Math.min(line.amount, unpaid));
    const held = -sum(lines.filter(({ ledger, amount }) => plans.has(ledger) && amount < 0));
    const escrow = sum(lines.filter(({ ledger }) => escrows.has(ledger)));
    const share = held > 0 ? (line.amount - held) / line.amount : 1;
    if (EXPECTED.has(kind)) parts.set(key, roundHalfAway(paid * share) + escrow);
    unpaidCharges.set(line.ledger, line.amount < 0 ? unpaid - line.amount : unpaid - paid);
  }
  return parts;
}
