import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import { getBankZone } from '../../calendar/bank-time.ts';
import { type DayNumber, dayText, type Instant } from '../../calendar/calendar.ts';
import { getHolidayCurrency } from '../../calendar/recurrence.ts';
import { type Change, OVERDRAFT_TRANSFER, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { AccountState, HouseholdState, OverdraftItem, OverdrawnState } from '../../simulation/state.ts';
import { recordOverdraftDay } from './overdraft-days.ts';
import {
  DAYS_TO_CHARGE_OFF,
  DECIDES_AT_MINUTES,
  OVERDRAFT_LIMIT,
  OVERDRAFT_PRODUCTS,
} from './overdraft-terms.ts';

const NEVER = Number.POSITIVE_INFINITY;
/**
 * The number of days for which the bank remembers a payment, so that it charges only one fee for all tries.
 */
const DAYS_REMEMBERED = 10;
/** The number of days for which the bank leaves its own fees out of fee decisions. */
const DAYS_OF_FEES = 60;

/** The kinds of debits by hand that the bank covers below zero, with their names for fees. */
const COVERED_BY_HAND = new Map([
  ['withdrawal', 'Withdrawal'],
  ['payment', 'Payment'],
  ['card_payment', 'Card payment'],
  ['loan_payment', 'Loan payment'],
  ['mortgage_payment', 'Mortgage payment'],
  ['extra_payment', 'Extra payment'],
  ['recast_payment', 'Extra payment'],
  ['payoff', 'Payoff'],
]);

/** A payment that the account may be too short for. */
export type Payment = {
  /** The event key of this try. */
  key: string;
  name: string;
  /** The key that all tries of the payment share. Defaults to `key`. */
  item?: string;
  /** Set for purchases, which the bank covers below zero only if the customer opted in. */
  by?: 'card';
};

/**
 * Returns the largest payment that an account can make now, in minor units, including what the bank covers:
 * from the linked savings account once per day and checking account, or below zero down to the overdraft
 * limit.
 */
export function getReach(run: Run, account: AccountState, by?: 'card'): number {
  const { overdraft } = account;
  const own = run.spendable(account);
  if (account.type !== 'CHECKING' || !overdraft) return Math.max(0, own);
  if (overdraft.kind === 'covered')
    return Math.max(0, by === 'card' && !overdraft.cards ? own : own + overdraft.limit);
  const savings = findSavings(run, account, overdraft.accountId);
  return Math.max(0, savings ? Math.max(own, own + run.available(savings)) : own);
}

/**
 * Returns true if an account can make a payment now. If the account is short, applies the customer's
 * overdraft choice: transfers exactly the missing amount from savings, at the same instant, or lets the
 * account go below zero and records the payment for the fee decision.
 */
export function ensureFunds(run: Run, account: AccountState, amount: number, payment: Payment): boolean {
  if (run.available(account) >= amount) return true;
  const isCovered = cover(run, account, amount, payment);
  // The balance would have become negative if the bank had made the payment. Money on hold is in the balance.
  if (!isCovered && payment.by !== 'card' && account.type === 'CHECKING')
    recordOverdraftDay(run, account, run.today, amount - run.lowestBalance(account));
  return isCovered;
}

function cover(run: Run, account: AccountState, amount: number, payment: Payment): boolean {
  const { overdraft, type } = account;
  if (!overdraft || type !== 'CHECKING') return false;
  const isCovered = getReach(run, account, payment.by) >= amount;
  if (overdraft.kind === 'covered') {
    if (isCovered) recordItem(run, account, { amount, payment, day: run.today });
    else if (payment.by !== 'card') recordReturned(run, account, amount, payment);
    return isCovered;
  }
  const savings = findSavings(run, account, overdraft.accountId);
  if (!savings || !isCovered) return false;
  const event = {
    key: `${payment.key}:overdraft`,
    kind: OVERDRAFT_TRANSFER,
    description: `Overdraft transfer to ${account.name}`,
    subject: account.id,
  };
  const missing = amount - run.spendable(account);
  run.post(event, { from: savings.id, to: account.id, amount: missing, currency: account.currency });
  return true;
}

/**
 * Returns the bank's recent fees on an account. Fee decisions use the balance without them, so that no fee
 * results from another.
 */
export const sumFees = ({ fees }: OverdrawnState): number =>
  fees.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the savings account that can cover a payment, if the account hasn't been covered today. */
function findSavings(run: Run, account: AccountState, savingsId: string): AccountState | undefined {
  const savings = run.account(savingsId);
  if (savings?.type !== 'SAVINGS' || savings.currency !== account.currency) return undefined;
  const { today } = run;
  const isUsed =
    account.coveredOn === today ||
    // Earlier versions kept the day with the savings account.
    savings.coveredOn === today ||
    run.state.changes.some(
      ({ productId, kind, amount, at }) =>
        productId === account.id &&
        kind === OVERDRAFT_TRANSFER &&
        amount > 0 &&
        run.zone.getDay(at) === today,
    );
  return isUsed ? undefined : savings;
}

type Presented = { amount: number; payment: Payment; day: DayNumber; returned?: true };

/**
 * Records a payment that overdraws an account, before it is posted. A payment that only the bank's own fees
 * overdraw isn't recorded, so it costs no fee.
 */
function recordItem(run: Run, account: AccountState, presented: Presented): void {
  const overdrawn = account.overdrawn ?? { items: [], fees: [] };
  if (account.balance - presented.amount + sumFees(overdrawn) >= 0) return;
  if (record(account, overdrawn, presented)) reportOverdrawn(run, account, presented);
}

/** Reports a payment for which the bank may charge a fee, with what avoids it. */
function reportOverdrawn(run: Run, account: AccountState, { amount, payment, day }: Presented): void {
  const { overdraft, overdrawn = { items: [], fees: [] } } = account;
  if (overdraft?.kind !== 'covered') return;
  const { fee, freeItem, freeBalance, hasGrace } = OVERDRAFT_PRODUCTS[overdraft.product];
  if (fee === 0 || amount <= freeItem) return;
  const decides = getDecisionInstant(run.state, account, day);
  const avoidable = freeBalance < 0 && {
    avoid_balance: freeBalance - sumFees(overdrawn),
    avoid_by: hasGrace ? decides : run.zone.getStart(day + 1),
  };
  run.report({
    key: `${payment.item ?? payment.key}:overdrawn`,
    kind: 'overdrawn',
    description: `${payment.name} overdrew ${account.name}`,
    subject: account.id,
    facts: { amount, fee, decides_at: decides, ...avoidable },
  });
}

/**
 * Records a payment that the bank returns, if the product charges for it and no fee of the bank caused it.
 */
function recordReturned(run: Run, account: AccountState, amount: number, payment: Payment): void {
  const { overdraft } = account;
  if (overdraft?.kind !== 'covered' || OVERDRAFT_PRODUCTS[overdraft.product].returnedFee === 0) return;
  const overdrawn = account.overdrawn ?? { items: [], fees: [] };
  if (run.spendable(account) + overdraft.limit + sumFees(overdrawn) >= amount) return;
  record(account, overdrawn, { amount, payment, day: run.today, returned: true });
}

/**
 * Records a payment for the fee decision, once for all its tries. Returns false if it was recorded before.
 */
function record(
  account: AccountState,
  overdrawn: OverdrawnState,
  { amount, payment, day, returned }: Presented,
): boolean {
  const { overdraft } = account;
  const key = payment.item ?? payment.key;
  if (overdraft?.kind !== 'covered' || overdrawn.presented?.[key] !== undefined) return false;
  const item = { key, name: payment.name, day, product: overdraft.product, amount };
  account.overdrawn = {
    ...overdrawn,
    items: [...overdrawn.items, returned ? { ...item, returned } : item],
    presented: { ...overdrawn.presented, [key]: day },
  };
  return true;
}

/**
 * Returns the instant at which the bank decides on the fees for a day's payments: 11 p.m. on the next
 * business day.
 */
export function getDecisionInstant(
  state: Pick<HouseholdState, 'bankHolidays' | 'accounts' | 'timeZone'>,
  { id, currency }: Pick<AccountState, 'id' | 'currency'>,
  day: DayNumber,
): Instant {
  const next = getNextBusinessDay(day + 1, getHolidayCurrency(state, id));
  return getBankZone(currency, state.timeZone).at(next, DECIDES_AT_MINUTES);
}

/**
 * Returns true if a payment costs no fee. `balance` is the current balance without the bank's
 * recent fees.
 */
export function isFree(
  { product, amount, endBalance = 0, returned }: OverdraftItem,
  balance: number,
): boolean {
  const { freeItem, freeBalance, hasGrace, fee, returnedFee } = OVERDRAFT_PRODUCTS[product];
  if (returned) return returnedFee === 0;
  if (fee === 0 || amount <= freeItem) return true;
  // Old School never waives a fee, not even for a balance back at zero.
  if (freeBalance === 0) return false;
  return endBalance >= freeBalance || (hasGrace && balance >= freeBalance);
}

/**
 * Decides the overdraft fees of an account, and records what the customer paid by hand and the bank covered.
 */
export class OverdraftSimulator implements Timer {
  readonly rank = RANK.overdraftFee;

  constructor(
    private readonly run: Run,
    private readonly account: AccountState,
  ) {
    run.observe(account.id, (amount, change) => this.applyChange(amount, change));
  }

  get due(): Instant {
    const { account, run } = this;
    let due = NEVER;
    for (const { day } of account.overdrawn?.items ?? [])
      due = Math.min(due, getDecisionInstant(run.state, account, day));
    return due;
  }

  fire(): void {
    const { account, run } = this;
    const { overdrawn } = account;
    if (!overdrawn) return;
    const isDue = ({ day }: OverdraftItem) => getDecisionInstant(run.state, account, day) <= run.now;
    const due = overdrawn.items.filter(isDue);
    overdrawn.items = overdrawn.items.filter((item) => !isDue(item));
    if (account.closed) return;
    const charged = new Map<DayNumber, number>();
    for (const item of due) {
      const count = charged.get(item.day) ?? 0;
      const isCapped = count >= OVERDRAFT_PRODUCTS[item.product].feesPerDay;
      if (!isCapped && !isFree(item, account.balance + sumFees(overdrawn)) && this.charge(item, overdrawn))
        charged.set(item.day, count + 1);
    }
  }

  /**
   * Posts a fee, which never takes the account below its overdraft limit. Returns false if there is no room.
   */
  private charge(
    { key, name, product, amount, returned }: OverdraftItem,
    overdrawn: OverdrawnState,
  ): boolean {
    const { account, run } = this;
    const terms = OVERDRAFT_PRODUCTS[product];
    const room = run.lowestBalance(account) + OVERDRAFT_LIMIT;
    const fee = Math.min(returned ? terms.returnedFee : terms.fee, room);
    if (fee <= 0) return false;
    const event = {
      key: `${key}:overdraft_fee`,
      kind: returned ? 'returned_payment_fee' : 'overdraft_fee',
      description: `${returned ? 'Returned payment fee' : 'Overdraft fee'}: ${name}`,
      category: 'Other',
      subject: account.id,
      facts: { amount, product },
    };
    run.postWithBank(event, account, -fee, 'fees');
    overdrawn.fees.push({ day: run.today, amount: fee });
    return true;
  }

  private applyChange(amount: number, { kind, at, byHand }: Change): void {
    const { account, run } = this;
    const { overdrawn } = account;
    const name = COVERED_BY_HAND.get(kind);
    if (!byHand || !name || amount >= 0) return;
    const taken = overdrawn?.items.filter(({ key }) => key.startsWith(`${account.id}:${at}`)).length ?? 0;
    const key = `${account.id}:${at}${taken === 0 ? '' : `:${taken}`}`;
    const day = run.zone.getDay(at);
    recordItem(run, account, { amount: -amount, payment: { key, name }, day });
  }
}

/**
 * Processes the end of a day for an overdraft: keeps the balance for the fee decision, counts the days below
 * zero, and charges off the balance after too many.
 */
export function endOverdraftDay(run: Run, account: AccountState, day: DayNumber): void {
  if (account.closed) return;
  if (account.balance < 0) recordOverdraftDay(run, account, day, -account.balance);
  if (!account.overdrawn && account.balance < 0 && account.overdraft?.kind === 'covered')
    account.overdrawn = { items: [], fees: [] };
  const { overdrawn } = account;
  if (!overdrawn) return;
  for (const item of overdrawn.items)
    if (item.day === day) item.endBalance = account.balance + sumFees(overdrawn);
  overdrawn.fees = overdrawn.fees.filter((fee) => fee.day > day - DAYS_OF_FEES);
  const remembered = Object.entries(overdrawn.presented ?? {}).filter(([, on]) => on > day - DAYS_REMEMBERED);
  if (remembered.length > 0) overdrawn.presented = Object.fromEntries(remembered);
  else delete overdrawn.presented;
  if (account.balance >= 0) {
    delete overdrawn.since;
    if (overdrawn.items.length + overdrawn.fees.length === 0 && !overdrawn.presented)
      delete account.overdrawn;
  } else {
    overdrawn.since ??= day;
    // An account that the customer has used since then isn't closed yet.
    const isOver = day - overdrawn.since >= DAYS_TO_CHARGE_OFF && !run.hasLaterChanges(account.id);
    if (isOver) chargeOff(run, account, day);
  }
}

/** Returns true if the end of the day matters for an account's overdraft. */
export function isWatched({ overdrawn, balance, closed }: AccountState): boolean {
  return !closed && overdrawn !== undefined && (balance < 0 || overdrawn.items.length > 0);
}

function chargeOff(run: Run, account: AccountState, day: DayNumber): void {
  const { id, name, balance } = account;
  const event = {
    key: `${id}:charge_off:${dayText(day)}`,
    kind: 'charge_off',
    description: `${name} charged off after ${DAYS_TO_CHARGE_OFF} days below zero`,
    subject: id,
    facts: { amount: -balance },
  };
  run.postWithBank(event, account, -balance, 'written_off');
  account.closed = true;
  delete account.overdrawn;
}
