import { addMonths, dayText, Zone } from './calendar.ts';
import type { DebtRow, HouseholdRow } from './household-row.ts';
import { memoryOf, stateOf } from './household-state.ts';
import { depositOf, type LivedHousehold, paymentOf } from './persona-file.ts';
import { happens } from './recurrence.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState, Line } from './state.ts';

/** Products are opened a second apart, so that lists in order of opening are always the same. */
const OPENED_APART_MS = 1_000;

/** A household before its first instant: its balances are what it begins with. */
export type Beginning = {
  row: HouseholdRow;
  /** What each debt was once, by its id: the instalment follows from it. Minor units. */
  lent: Record<string, number>;
};

/** A history that the engine lived, as the bank loads it and as the engine left it. */
export type LivedHistory = { household: LivedHousehold; events: EngineEvent[]; state: HouseholdState };

/**
 * Lets a household live from its first instant until now and writes it down as the file that the bank's
 * `load_household` takes: the balances it began with, then what happened; the rules that go on; what the engine
 * remembers. Whoever lives the file on goes on where this history ends. `now` in milliseconds.
 */
export function liveHistory(beginning: Beginning, now: number): LivedHistory {
  const { row: start } = beginning;
  const { events, state } = simulate(stateOf(start), now);
  const iso = (index: number) => new Date(start.lived_to + index * OPENED_APART_MS).toISOString();
  const zone = new Zone(start.time_zone);
  const goesOn = new Set(
    [...state.autoDeposits, ...state.scheduledPayments]
      .filter(({ recurrence }) => happens(recurrence, recurrence.next, zone))
      .map(({ id }) => id),
  );
  const opened = new Map(
    [...start.accounts, ...start.cards, ...start.debts].map(({ id }, index) => [id, iso(index)]),
  );
  const created = (id: string) => ({ created_at: opened.get(id) ?? iso(0) });
  const household: LivedHousehold = {
    accounts: start.accounts.map(({ id, name, type, currency }) => ({
      id,
      name,
      type,
      currency,
      ...created(id),
    })),
    cards: cardsOf(start, state, created),
    ...debtsOf(beginning, state, created),
    applications: [],
    entries: inOrder([...openings(start, iso), ...events.flatMap(entryOf)], now),
    auto_deposits: start.auto_deposits.filter(({ id }) => goesOn.has(id)).map(depositOf),
    scheduled_payments: start.scheduled_payments.filter(({ id }) => goesOn.has(id)).map(paymentOf),
    seed: start.seed,
    memory: memoryOf(state),
    lived_to: new Date(now).toISOString(),
  };
  return { household, events, state };
}

type Created = (id: string) => { created_at: string };

function cardsOf(start: HouseholdRow, state: HouseholdState, created: Created): LivedHousehold['cards'] {
  return start.cards.map((card) => ({
    id: card.id,
    name: card.name,
    credit_limit: card.limit / 100,
    apr: card.apr,
    due_date: dayText(state.cards.find(({ id }) => id === card.id)?.due ?? 0),
    currency: card.currency,
    ...created(card.id),
    ...(card.autopay && { autopay: card.autopay }),
    ...(card.autopay_account_id && { autopay_account_id: card.autopay_account_id }),
    ...(card.autopay_amount !== null && { autopay_amount: card.autopay_amount / 100 }),
  }));
}

function debtsOf(
  { row, lent }: Beginning,
  state: HouseholdState,
  created: Created,
): Pick<LivedHousehold, 'loans' | 'mortgages'> {
  const common = ({ id, rate, start_date, autopay_account_id, autopay_extra }: DebtRow) => {
    const lived = state.debts.find((debt) => debt.id === id);
    return {
      id,
      interest_rate: rate,
      start_date,
      next_due_date: lived ? dayText(addMonths(lived.start, lived.next)) : start_date,
      ...created(id),
      ...(autopay_account_id && { autopay_account_id, autopay_extra: autopay_extra / 100 }),
    };
  };
  return {
    loans: row.debts
      .filter(({ product }) => product === 'loan')
      .map((debt) => ({
        ...common(debt),
        name: debt.name,
        amount: (lent[debt.id] ?? debt.balance) / 100,
        term: debt.term,
        currency: debt.currency,
      })),
    mortgages: row.debts
      .filter(({ product }) => product === 'mortgage')
      .map((debt) => ({
        ...common(debt),
        current_value: (state.debts.find(({ id }) => id === debt.id)?.property?.value ?? 0) / 100,
        property_value: (debt.value ?? 0) / 100,
        down_payment: ((debt.value ?? 0) - (lent[debt.id] ?? debt.balance)) / 100,
        term: debt.term / 12,
      })),
  };
}

/** What every product begins with. */
function openings(
  { accounts, cards, debts }: HouseholdRow,
  iso: (index: number) => string,
): LivedHousehold['entries'] {
  const sides = [
    ...accounts.map(({ id, currency, balance }) => ({
      id,
      currency,
      amount: balance,
      words: 'Initial deposit',
    })),
    ...cards.map(({ id, currency, balance, name }) => ({
      id,
      currency,
      amount: -balance,
      words: `${name} balance brought along`,
    })),
    ...debts.map(({ id, currency, balance, name }) => ({
      id,
      currency,
      amount: -balance,
      words: `${name} brought along`,
    })),
  ];
  return sides.flatMap(({ id, currency, amount, words }, index) =>
    amount === 0
      ? []
      : [
          {
            at: iso(index),
            kind: 'opening',
            description: words,
            lines: [
              { ledger: id, amount: amount / 100, currency },
              { ledger: 'opening', amount: -amount / 100, currency },
            ],
          },
        ],
  );
}

/** An event as an entry of the file; what moves no money is not in the books. */
function entryOf({
  at,
  key,
  kind,
  description,
  merchant,
  category,
  lines,
}: EngineEvent): LivedHousehold['entries'] {
  if (!lines) return [];
  const lineOf = ({ ledger, amount, currency }: Line) => ({
    ledger,
    amount: amount / 100,
    currency,
    ...(kind === 'auto_deposit' && amount > 0 && { type: 'AUTO_DEPOSIT' as const }),
  });
  return [
    {
      at: new Date(at).toISOString(),
      kind,
      description,
      event_key: key,
      ...(merchant && { merchant }),
      ...(category && { category }),
      lines: lines.map(lineOf),
    },
  ];
}

/** Instants that grow by a millisecond at least, none of them later than now. */
function inOrder(entries: LivedHousehold['entries'], now: number): LivedHousehold['entries'] {
  const instants = entries.map(({ at }) => Date.parse(at));
  instants.forEach((at, index) => {
    instants[index] = Math.max(at, (instants[index - 1] ?? 0) + 1);
  });
  for (let index = instants.length - 1, latest = now; index >= 0; index -= 1) {
    const at = instants[index] ?? latest;
    if (at <= latest) break;
    instants[index] = latest;
    latest -= 1;
  }
  return entries.map((entry, index) => ({ ...entry, at: new Date(instants[index] ?? now).toISOString() }));
}
