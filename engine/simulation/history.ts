import { addMonths, dayText, type Instant, timeText, Zone } from '../calendar/calendar.ts';
import { occursOn } from '../calendar/recurrence.ts';
import { writeFields } from '../household/file-ledger.ts';
import type { Household, HouseholdDeposit, HouseholdPayment } from '../household/household.ts';
import type {
  AutoDepositRow,
  DebtRow,
  HouseholdRow,
  RuleRow,
  ScheduledPaymentRow,
} from '../household/row.ts';
import type { ListRow } from '../household/schema/household.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import { writeFileFunds } from '../investments/fund-file.ts';
import { writePayTerms } from '../pay/pay-details.ts';
import { getNextEscrowDeposit } from '../products/debts/escrow.ts';
import { PMI_RATE } from '../products/debts/mortgage-insurance.ts';
import { simulate } from './simulate.ts';
import type { DisputeState, EngineEvent, HouseholdState, Line } from './state.ts';

/** Products open one second apart, so that lists sorted by opening time have a stable order. */
export const OPENED_APART_MS = 1_000;

const OVERDRAFT = ['overdraft', 'overdraft_account_id', 'overdraft_product', 'overdraft_cards'] as const;

/** A household with its opening balances, before the simulation starts. */
export type Beginning = {
  row: HouseholdRow;
  /**
   * The original amount of each debt, by debt id, in minor units. The installment is computed from this
   * amount.
   */
  lent: Record<string, number>;
};

/** A customer's action in the history. Amounts are in minor units, positive in the customer's favor. */
export type CustomerAction = Pick<EngineEvent, 'at' | 'kind' | 'description' | 'merchant' | 'category'> & {
  /** Identifies the record that the action belongs to. */
  event_key?: string;
  lines: Line[];
};

/**
 * A simulated history: a household file that can be loaded without the orders for funds, the engine's final
 * state, and all orders, in the order in which they were completed.
 */
export type SimulatedHistory = ReturnType<typeof simulateHistory>;

type HistoryOptions = {
  /** Customer actions in chronological order. Actions that would overdraw an account are skipped. */
  actions?: readonly CustomerAction[];
  disputes?: DisputeState[];
};

/**
 * Simulates a household from its first instant until now. Returns it as a file for `load_household`: opening
 * balances, history, active rules, and carryover. The next simulation continues where this history ends.
 * `now` is in milliseconds.
 */
export function simulateHistory(
  beginning: Beginning,
  now: Instant,
  { actions = [], disputes = [] }: HistoryOptions = {},
) {
  const { row: start } = beginning;
  const { events, state, posted } = simulateWithActions(
    { ...buildHouseholdState(start), ...(disputes.length > 0 && { disputes }) },
    now,
    actions,
  );
  const iso = (index: number) => new Date(start.simulated_until + index * OPENED_APART_MS).toISOString();
  const zone = new Zone(start.time_zone);
  const goesOn = new Set(
    [...state.autoDeposits, ...state.scheduledPayments]
      .filter(({ recurrence }) => occursOn(recurrence, recurrence.next, zone))
      .map(({ id }) => id),
  );
  const reserves = start.debts.flatMap(({ escrow, currency, name }) =>
    escrow ? [{ ...escrow, currency, name: `${name} escrow` }] : [],
  );
  const opened = new Map(
    [...start.accounts, ...start.cards, ...start.debts, ...reserves].map(({ id }, index) => [id, iso(index)]),
  );
  const created = (id: string) => ({ created_at: opened.get(id) ?? iso(0) });
  const statements = events.filter(({ kind }) => kind === 'statement');
  const amounts = new Map(
    [...state.autoDeposits, ...state.scheduledPayments].map(({ id, amount }) => [id, amount]),
  );
  const today = <Rule extends { id: string; amount: number | null }>(rule: Rule): Rule => {
    const amount = amounts.get(rule.id);
    return typeof amount === 'number' ? { ...rule, amount } : rule;
  };
  const openingEntries = openings(start, reserves, iso);
  const entries = spaceOut([...openingEntries, ...posted.flatMap(getEntry)], now);
  const household: Household = {
    accounts: start.accounts.map((account) => ({
      ...writeFields(account, ['id', 'name', 'type', 'currency']),
      ...(account.plan && { plan: account.plan, plan_since: account.plan_since }),
      ...writeFields(account, OVERDRAFT),
      ...created(account.id),
    })),
    certificates: getCertificates(state),
    cards: getCards(start, state, created, statements),
    ...getDebts(beginning, { state, events }, created),
    debt_reserves: getEscrows(state, created),
    applications: [],
    entries,
    statements: statements.map(getStatement),
    household_events: events.filter(({ lines }) => lines === undefined).map(toHouseholdEvent),
    auto_deposits: start.auto_deposits
      .filter(({ id }) => goesOn.has(id))
      .map((rule) => getDeposit(today(rule), state)),
    scheduled_payments: start.scheduled_payments
      .filter(({ id }) => goesOn.has(id))
      .map((rule) => getPayment(today(rule))),
    ...writeFileFunds(state),
    seed: start.seed,
    carryover: getCarryover(state),
    simulated_until: new Date(now).toISOString(),
  };
  const moneyMoved = posted.filter(({ lines }) => lines !== undefined);
  /** Returns the instant at which an action was posted, and its ledger entry's position, counted from 1. */
  const getPlace = (action: CustomerAction) => {
    const place = openingEntries.length + moneyMoved.indexOf(action) + 1;
    return { at: entries[place - 1]?.at ?? '', place };
  };
  const fundOrders = state.funds ? [...state.funds.completed, ...state.funds.orders] : [];
  if (state.funds) state.funds.completed = [];
  return { household, events, state, fundOrders, placeOf: getPlace };
}

/** Simulates a household, and applies each customer action at its time, between steps. */
function simulateWithActions(initial: HouseholdState, now: Instant, actions: readonly CustomerAction[]) {
  const events: EngineEvent[] = [];
  const posted: (EngineEvent | CustomerAction)[] = [];
  let state = initial;
  const advance = (to: Instant) => {
    const step = simulate(state, to);
    events.push(...step.events);
    posted.push(...step.events);
    state = step.state;
  };
  for (const action of actions) {
    advance(action.at);
    const { at, kind, category, lines } = action;
    const canPay = state.accounts.every(({ id, balance }) =>
      lines.every(({ ledger, amount }) => ledger !== id || balance + amount >= 0),
    );
    if (!canPay) continue;
    posted.push(action);
    const owned = new Set([...state.accounts, ...state.cards, ...state.debts].map(({ id }) => id));
    state.changes = lines
      .filter(({ ledger }) => owned.has(ledger))
      .map(({ ledger, amount }) => ({ at, productId: ledger, amount, kind, ...(category && { category }) }));
    advance(at);
  }
  advance(now);
  return { events, posted, state };
}

function getStatement({ subject = '', facts = {} }: EngineEvent): ListRow<'statements'> {
  const major = (fact: string) => Number(facts[fact]) / 100;
  return {
    card_id: subject,
    from_date: String(facts['from']),
    to_date: String(facts['to']),
    due_date: String(facts['due']),
    ...(facts['pay_by'] !== undefined && { pay_by: String(facts['pay_by']) }),
    ...(facts['pending'] !== undefined && { pending: Number(facts['pending']) / 100 }),
    opening_balance: major('opening'),
    charges: major('charges'),
    payments: major('paid'),
    interest: major('interest'),
    fees: major('fees'),
    closing_balance: major('closing'),
    minimum_payment: major('minimum'),
    rewards: major('rewards'),
    ...(facts['apr'] !== undefined && { purchase_apr: Number(facts['apr']) }),
    ...(facts['intro_until'] !== undefined && { intro_until: String(facts['intro_until']) }),
    ...(facts['penalty_from'] !== undefined && { penalty_from: String(facts['penalty_from']) }),
  };
}

function getCertificates({ accounts }: HouseholdState): ListRow<'certificates'>[] {
  return accounts.flatMap(({ id, closed, certificate }) =>
    certificate && !closed
      ? [
          {
            account_id: id,
            ...{ term_months: certificate.termMonths as ListRow<'certificates'>['term_months'] },
            rate: certificate.rate,
            penalty_days: certificate.penaltyDays,
            principal: certificate.principal / 100,
            started_on: dayText(certificate.startedOn),
            matures_on: dayText(certificate.maturesOn),
            renewals: certificate.renewals,
            at_maturity: certificate.atMaturity,
          },
        ]
      : [],
  );
}

function getEscrows({ debts }: HouseholdState, created: Created): ListRow<'debt_reserves'>[] {
  return debts.flatMap(({ id, name, escrow }) =>
    escrow
      ? [
          {
            id: escrow.id,
            mortgage_id: id,
            kind: 'escrow',
            name: `${name} escrow`,
            currency: escrow.currency,
            ...created(escrow.id),
            next_deposit: getNextEscrowDeposit(escrow) / 100,
            property_tax: escrow.tax / 100,
            home_insurance: escrow.insurance / 100,
          },
        ]
      : [],
  );
}

function toHouseholdEvent(event: EngineEvent): ListRow<'household_events'> {
  const { at, dueAt, kind, description, subject, key, facts = {} } = event;
  return {
    at: new Date(at).toISOString(),
    ...(dueAt !== undefined && { due_at: new Date(dueAt).toISOString() }),
    kind,
    description,
    ...(subject && { subject }),
    event_key: key,
    facts,
  };
}

type Created = (id: string) => { created_at: string };

function getCards(
  start: HouseholdRow,
  state: HouseholdState,
  created: Created,
  statements: readonly EngineEvent[],
): Household['cards'] {
  const getRewards = (id: string) =>
    statements.reduce(
      (sum, { subject, facts }) => sum + (subject === id ? Number(facts?.['rewards']) : 0),
      0,
    );
  return start.cards.map((card) => ({
    ...writeFields(card, ['id', 'name', 'apr', 'currency', 'autopay', 'autopay_account_id']),
    rewards_balance: getRewards(card.id) / 100,
    credit_limit: card.limit / 100,
    due_date: dayText(state.cards.find(({ id }) => id === card.id)?.due ?? 0),
    ...(card.product && { product: card.product, opened_on: card.opened_on }),
    ...created(card.id),
    ...(card.autopay_amount !== null && { autopay_amount: card.autopay_amount / 100 }),
  }));
}

function getDebts(
  { row, lent }: Beginning,
  { state, events }: { state: HouseholdState; events: readonly EngineEvent[] },
  created: Created,
): Pick<Household, 'loans' | 'mortgages'> {
  const common = (debt: DebtRow) => {
    const simulated = state.debts.find(({ id }) => id === debt.id);
    return {
      ...writeFields(debt, ['id', 'start_date', 'autopay_account_id']),
      interest_rate: debt.rate,
      next_due_date: simulated ? dayText(addMonths(simulated.start, simulated.next)) : debt.start_date,
      ...created(debt.id),
      ...(debt.autopay_account_id && { autopay_extra: debt.autopay_extra / 100 }),
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
        ...(debt.insurance && getInsurance(debt.id, events)),
        current_value: (state.debts.find(({ id }) => id === debt.id)?.property?.value ?? 0) / 100,
        property_value: (debt.value ?? 0) / 100,
        down_payment: ((debt.value ?? 0) - (lent[debt.id] ?? debt.balance)) / 100,
        term: debt.term / 12,
      })),
  };
}

/** Returns the rate of a mortgage's insurance, and the day on which it ended. */
function getInsurance(id: string, events: readonly EngineEvent[]) {
  const end = events.find(({ kind, subject }) => kind === 'pmi_ended' && subject === id);
  return { pmi_rate: PMI_RATE, ...(end && { pmi_ended_on: String(end.facts?.['on']) }) };
}

/**
 * Converts a rule to the file format. Omits the next occurrence, because it is derived from the first day.
 */
const getRuleColumns = (rule: RuleRow) =>
  writeFields(rule, ['id', 'account_id', 'name', 'category', 'start_date', 'end_date']);

const withoutNulls = <Row extends object>(row: Row) => writeFields(row, Object.keys(row) as (keyof Row)[]);

function getDeposit(rule: AutoDepositRow, { autoDeposits }: HouseholdState): HouseholdDeposit {
  const pay = autoDeposits.find(({ id }) => id === rule.id)?.pay;
  return {
    ...getRuleColumns(rule),
    ...writeFields(rule, ['frequency', 'is_pay']),
    amount: rule.amount / 100,
    start_time: timeText(rule.minutes),
    ...(pay && { pay_details: withoutNulls(writePayTerms(pay)) }),
    ...getAdjustment(rule),
  };
}

function getPayment(rule: ScheduledPaymentRow): HouseholdPayment {
  return {
    ...getRuleColumns(rule),
    ...writeFields(rule, ['payee', 'to_account_id', 'fund', 'amount_kind', 'frequency', 'weekend']),
    ...(rule.amount !== null && { amount: rule.amount / 100 }),
    ...getAdjustment(rule),
  };
}

function getAdjustment({
  adjustment,
}: RuleRow): Pick<HouseholdPayment, 'yearly_adjustment' | 'yearly_percent'> {
  if (typeof adjustment === 'number') return { yearly_adjustment: 'fixed', yearly_percent: adjustment };
  return adjustment ? { yearly_adjustment: adjustment } : {};
}

function openings(
  { accounts, cards, debts }: HouseholdRow,
  reserves: readonly { id: string; name: string; currency: string; balance: number }[],
  iso: (index: number) => string,
): Household['entries'] {
  const sides = [
    ...accounts.map((account) => ({ ...account, sign: 1, description: 'Initial deposit' })),
    ...cards.map((card) => ({ ...card, sign: -1, description: `${card.name} opening balance` })),
    ...debts.map((debt) => ({ ...debt, sign: -1, description: `${debt.name} brought along` })),
    ...reserves.map((reserve) => ({ ...reserve, sign: 1, description: `${reserve.name} brought along` })),
  ];
  return sides.flatMap(({ id, currency, balance, sign, description }, index) => {
    const amount = (sign * balance) / 100;
    const lines = [
      { ledger: id, amount, currency },
      { ledger: 'opening', amount: -amount, currency },
    ];
    return balance === 0 ? [] : [{ at: iso(index), kind: 'opening', description, lines }];
  });
}

/** Converts an event to a ledger entry in the file. Returns an empty list if the event moved no money. */
function getEntry(movement: EngineEvent | CustomerAction): Household['entries'] {
  const { at, kind, description, merchant, category, lines } = movement;
  if (!lines) return [];
  const key = 'key' in movement ? movement.key : movement.event_key;
  const dueAt = 'dueAt' in movement ? movement.dueAt : undefined;
  const getLine = ({ ledger, amount, currency }: Line) => ({
    ledger,
    amount: amount / 100,
    currency,
    ...(kind === 'auto_deposit' && amount > 0 && { type: 'AUTO_DEPOSIT' as const }),
    ...(kind === 'transfer' && ledger !== 'exchange' && { type: 'TRANSFER' as const }),
  });
  return [
    {
      at: new Date(at).toISOString(),
      ...(dueAt !== undefined && { value_at: new Date(dueAt).toISOString() }),
      kind,
      description,
      ...(key && { event_key: key }),
      ...(merchant && { merchant }),
      ...(category && { category }),
      lines: lines.map(getLine),
    },
  ];
}

/** Spaces the entries at least one millisecond apart, with none later than `now`. */
function spaceOut(entries: Household['entries'], now: number): Household['entries'] {
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
