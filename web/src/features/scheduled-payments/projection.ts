import { DAY_MS, type DayNumber, dayText, type Instant, Zone } from '@engine/calendar/calendar.ts';
import { getPaymentDay, occurrenceDay, occursOn } from '@engine/calendar/recurrence.ts';
import { isPayment, simulateUntilNow } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { EngineEvent, HouseholdState, ScheduledPaymentState } from '@engine/simulation/state.ts';
import { findTaxAccount } from '@engine/simulation/tax-returns.ts';

/**
 * The number of days that the simulation continues after the last visible day, so that it includes all
 * retries.
 */
const TRIES_LAST_DAYS = 4;
/** The balance below which the specification requires an alert, in major units. */
export const LOW_BELOW = 100;

/** An upcoming payment. Amounts are in major units. */
export type Outgoing = {
  key: string;
  /** The rule's id; null for payments that cards and debts collect automatically. */
  ruleId: string | null;
  /** The day on which the rule plans the payment, before any move to a business day. */
  plannedDay: string | null;
  day: string;
  name: string;
  accountId: string;
  currency: string;
  amount: number;
  /** The balance after the payment, or the available balance if the payment fails. */
  leaves: number;
  outcome: 'paid' | 'late' | 'fails' | 'skipped' | 'nothing';
  /** The missing amount on the due date; 0 if the available balance covers the payment. */
  short: number;
  /** The day on which a retry succeeds or the last retry fails. */
  settledDay: string;
  /** The event with which a late payment is paid; null for other payments. */
  settledKey: string | null;
  /** True if the customer changed this occurrence. */
  changed: boolean;
  /** True for the charge of a purchase that is pending. */
  isPending: boolean;
  /** True for a payment that a card or debt collects automatically. */
  isAutopay: boolean;
};

export type ProjectedDay = {
  day: string;
  /** The day's lowest balance. `end` is the closing balance. */
  lowest: number;
  end: number;
  items: Outgoing[];
  state: 'fails' | 'low' | 'fine';
};

export type Affordability = ReturnType<typeof projectPayments>;

/**
 * Simulates upcoming payments from known rules, due dates, and interest. Leaves out purchases and unexpected
 * events.
 */
export function projectPayments(row: HouseholdRow, days: number) {
  const zone = new Zone(row.time_zone);
  const start = simulateUntilNow(row);
  const today = zone.getDay(start.at);
  const { events } = simulate(start, start.at + (days + TRIES_LAST_DAYS) * DAY_MS);
  const lastDay = today + days;
  const walk = new Walk(start, zone, today, lastDay);
  for (const event of events) walk.take(event);
  return {
    today: dayText(today),
    lastDay: dayText(lastDay),
    outgoing: walk.outgoing.filter(({ day }) => day <= dayText(lastDay)),
    accounts: walk.getAccounts(),
  };
}

/**
 * Returns the next dates on which a rule pays. Leaves out skipped dates. Returns fewer dates if the rule ends.
 * `holidayCurrency` is from `getHolidayCurrency`.
 */
export function nextDays(
  rule: ScheduledPaymentState,
  zone: Zone,
  most: number,
  holidayCurrency: string | undefined,
): DayNumber[] {
  const days: DayNumber[] = [];
  for (let occurrence = rule.recurrence.next; days.length < most; occurrence += 1) {
    if (!occursOn(rule.recurrence, occurrence, zone)) break;
    const planned = occurrenceDay(rule.recurrence, occurrence, zone);
    const changed = rule.changed[dayText(planned)];
    if (!changed || !('skip' in changed)) days.push(getPaymentDay(planned, rule.weekend, holidayCurrency));
  }
  return days;
}

const major = (minor: unknown) => (typeof minor === 'number' ? fromMinor(markMinor(minor)) : 0);

/** Computes upcoming payments and account balances from the simulated events, one event at a time. */
class Walk {
  readonly outgoing: Outgoing[] = [];
  private readonly occurrences = new Map<string, Outgoing>();
  private readonly balances: Map<string, number>;
  /** The balances on days when money moves, by account and day. */
  private readonly days = new Map<string, { lowest: number; end: number }>();

  constructor(
    private readonly start: HouseholdState,
    private readonly zone: Zone,
    private readonly today: DayNumber,
    private readonly lastDay: DayNumber,
  ) {
    this.balances = new Map(start.accounts.map(({ id, balance }) => [id, balance]));
  }

  take(event: EngineEvent): void {
    const day = this.zone.getDay(event.at);
    const drawn = event.lines?.find(({ ledger, amount }) => amount < 0 && this.balances.has(ledger));
    for (const { ledger, amount } of event.lines ?? []) this.move(ledger, amount, day);
    const from = drawn?.ledger ?? this.getAccount(event);
    const isShown = SHOWN_KINDS.has(event.kind) || (drawn !== undefined && isPayment(event.kind));
    if (!isShown || from === undefined) return;
    const key = this.occurrenceKey(event);
    const earlier = this.occurrences.get(key);
    if (earlier) this.settle(earlier, event, day);
    else this.begin(key, event, from, day, drawn ? -drawn.amount : event.facts?.amount);
  }

  getAccounts(): Map<string, ProjectedDay[]> {
    const open = this.start.accounts.filter(({ closed }) => !closed);
    return new Map(open.map((account) => [account.id, this.getDays(account.id, account.balance)]));
  }

  private move(ledger: string, amount: number, day: DayNumber): void {
    const before = this.balances.get(ledger);
    if (before === undefined) return;
    const balance = before + amount;
    this.balances.set(ledger, balance);
    const lowest = this.days.get(`${ledger} ${day}`)?.lowest ?? before;
    this.days.set(`${ledger} ${day}`, { lowest: Math.min(lowest, balance), end: balance });
  }

  private begin(key: string, event: EngineEvent, from: string, day: DayNumber, amount: unknown): void {
    const rule = this.getRule(event);
    const plannedDay = rule ? this.plannedDay(event, rule) : null;
    const change = plannedDay === null ? undefined : rule?.changed[plannedDay];
    const available = event.facts?.available;
    const skippedAmount = typeof rule?.amount === 'number' ? rule.amount : 0;
    const item: Outgoing = {
      key,
      ruleId: rule?.id ?? null,
      plannedDay,
      day: dayText(day),
      name: rule?.name ?? this.getPaymentName(event),
      accountId: from,
      currency: this.start.accounts.find(({ id }) => id === from)?.currency ?? 'USD',
      amount: major(event.kind === 'payment_skipped' ? skippedAmount : amount),
      leaves: major(this.balances.get(from)),
      outcome: OUTCOMES[event.kind] ?? 'paid',
      short: typeof available === 'number' ? major(Math.max(0, Number(amount) - available)) : 0,
      settledDay: dayText(day),
      settledKey: null,
      changed: change !== undefined,
      isPending: event.facts?.hold !== undefined,
      isAutopay: !rule && this.isAutopay(event),
    };
    this.occurrences.set(key, item);
    this.outgoing.push(item);
  }

  private settle(item: Outgoing, event: EngineEvent, day: DayNumber): void {
    item.settledDay = dayText(day);
    if (event.kind === 'payment_failed') item.outcome = 'fails';
    else if (isPayment(event.kind)) {
      item.outcome = 'late';
      item.settledKey = event.key;
    }
  }

  private getDays(accountId: string, opening: number): ProjectedDay[] {
    let balance = opening;
    const own = this.outgoing.filter((item) => item.accountId === accountId);
    return Array.from({ length: this.lastDay - this.today + 1 }, (_, ahead) => {
      const day = this.today + ahead;
      const moved = this.days.get(`${accountId} ${day}`);
      const lowest = Math.min(balance, moved?.lowest ?? balance);
      balance = moved?.end ?? balance;
      const due = own.filter((item) => item.day === dayText(day));
      const fails = due.some(({ outcome }) => outcome === 'fails' || outcome === 'late');
      const state = fails ? 'fails' : major(lowest) < LOW_BELOW ? 'low' : 'fine';
      return { day: dayText(day), lowest: major(lowest), end: major(balance), items: due, state };
    });
  }

  private getRule({ subject }: EngineEvent): ScheduledPaymentState | undefined {
    return this.start.scheduledPayments.find(({ id }) => id === subject);
  }

  /**
   * Returns the id of the account that the rule, autopay, or tax return uses for the payment; undefined if there
   * is none.
   */
  private getAccount(event: EngineEvent): string | undefined {
    const { cards, debts, taxReturns = [] } = this.start;
    const rule = this.getRule(event);
    if (rule) return rule.accountId;
    const taxReturn = taxReturns.find(({ id }) => id === event.subject);
    if (taxReturn) return findTaxAccount(this.start, taxReturn)?.id;
    return [...cards, ...debts].find(({ id }) => id === event.subject)?.autopay?.accountId;
  }

  private isAutopay({ subject }: EngineEvent): boolean {
    return [...this.start.cards, ...this.start.debts].some(({ id }) => id === subject);
  }

  /** Names a payment without a rule. The description of a failed payment would also name the outcome. */
  private getPaymentName({ subject, description }: EngineEvent): string {
    const card = this.start.cards.find(({ id }) => id === subject);
    return card ? `${card.name} autopay` : description.replace(FAILURE, '');
  }

  /** Returns an occurrence's key, which all its payment attempts share. */
  private occurrenceKey(event: EngineEvent): string {
    const rule = this.getRule(event);
    return rule ? event.key.slice(0, rule.id.length + 1 + MINUTE_LENGTH) : event.key.replace(RETRY, '');
  }

  private plannedDay({ key }: EngineEvent, { id }: ScheduledPaymentState): string {
    const planned: Instant = Date.parse(`${key.slice(id.length + 1, id.length + 1 + MINUTE_LENGTH)}Z`);
    return dayText(this.zone.getDay(planned));
  }
}

/** The number of characters in a time such as `2026-11-21T14:00`. */
const MINUTE_LENGTH = 16;
/** The end of the key of a repeated autopay attempt of a card, or of a tax payment that is tried each day. */
const RETRY = /:(?:try\d+|failed)$/;
/** The text that the description of a failed payment adds to its name. */
const FAILURE = /(?: failed| could not be paid.*)$/;
const OUTCOMES: Record<string, Outgoing['outcome']> = {
  payment_retry: 'fails',
  payment_failed: 'fails',
  payment_skipped: 'skipped',
  payment_not_needed: 'nothing',
};
const SHOWN_KINDS = new Set(Object.keys(OUTCOMES));
