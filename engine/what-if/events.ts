import { addMonths, type DayNumber, type Zone } from '../calendar/calendar.ts';
import { computeNetWorth, getHoldings } from '../insights/net-worth.ts';
import type { Exchange } from '../money/exchange.ts';
import { type Minor, subtractMinor, ZERO } from '../money/minor.ts';
import { isFee } from '../simulation/run.ts';
import { RANDOM_SHOCK_PREFIX } from '../simulation/shocks.ts';
import type { CardState, EngineEvent, HouseholdState } from '../simulation/state.ts';
import { isPaidInFull } from './household.ts';
import type { Projection, ProjectionEvent } from './what-if.ts';

/** The kinds of events to report. Skipping all other kinds early saves most of the processing time. */
const REPORTED_KINDS = new Set([
  'payment_failed',
  'payment_missed',
  'payment_not_needed',
  'delinquent',
  'rate_reset',
  'shock',
  'insurance_claim',
]);

/** Collects the events to report. For repeated events, keeps the first one and counts the others. */
export class ProjectionRecorder {
  private readonly events = new Map<string, { event: ProjectionEvent; times: number }>();
  private interestPaid: Minor = ZERO;
  private feesPaid: Minor = ZERO;
  private premiumsPaid: Minor = ZERO;
  private firstFailure: DayNumber | null = null;
  private lowestCash: Projection['lowestCash'];
  /** The names of debts that had a balance at the end of the last day. */
  private owed = new Map<string, string>();
  private freeSince: DayNumber | null = null;
  private lastDay: DayNumber;

  constructor(
    private readonly zone: Zone,
    private readonly exchange: Exchange,
    state: HouseholdState,
  ) {
    this.lastDay = zone.getDay(state.at);
    this.lowestCash = { day: this.lastDay, amount: getCash(state, exchange) };
    this.recordState(this.lastDay, state);
  }

  get isDebtFree(): boolean {
    return this.owed.size === 0;
  }

  recordEvent(event: ProjectionEvent): void {
    const key = `${event.kind}:${event.subject ?? ''}`;
    const recorded = this.events.get(key);
    if (recorded) recorded.times += 1;
    else this.events.set(key, { event, times: 1 });
  }

  /**
   * Records which debts have a balance, and the lowest amount of cash so far. Called at the end of a day and
   * after a decision.
   */
  recordState(day: DayNumber, state: HouseholdState): void {
    const owed = getOwedNames(state, this.exchange);
    for (const [id, name] of this.owed)
      if (!owed.has(id))
        this.recordEvent({ day, kind: 'debt_gone', text: `${name} is paid off`, subject: id });
    this.owed = owed;
    this.freeSince = owed.size > 0 ? null : (this.freeSince ?? day);
    const cash = getCash(state, this.exchange);
    if (cash < this.lowestCash.amount) this.lowestCash = { day, amount: cash };
  }

  endDay(day: DayNumber, state: HouseholdState): void {
    this.lastDay = day;
    this.recordState(day, state);
    for (const { id, name, balance, type, closed } of state.accounts)
      if (balance < 0 && type !== 'INVESTMENT' && !closed && !this.events.has(`account_short:${id}`))
        this.recordEvent({
          day,
          kind: 'account_short',
          text: `${name} falls below zero`,
          amount: balance,
          subject: id,
        });
  }

  recordEngineEvent(event: EngineEvent, names: ReadonlyMap<string, string>): void {
    const { kind, lines, subject, facts, description } = event;
    const [line] = lines ?? [];
    if (line && line.amount < 0) {
      const amount = this.exchange.worth(line.amount, line.currency);
      if (kind === 'interest') this.interestPaid = subtractMinor(this.interestPaid, amount);
      if (isFee(kind)) this.feesPaid = subtractMinor(this.feesPaid, amount);
    }
    if (!REPORTED_KINDS.has(kind)) return;
    const day = this.zone.getDay(event.dueAt ?? event.at);
    const amount = facts?.[kind === 'rate_reset' ? 'payment' : 'amount'];
    const common = { day, subject, ...(typeof amount === 'number' && { amount }) };
    if (kind === 'payment_failed' || kind === 'payment_missed') {
      this.firstFailure ??= day;
      const name = names.get(subject ?? '');
      const text = kind === 'payment_missed' && name ? `${name} is late` : description;
      this.recordEvent({ ...common, kind: 'payment_failed', text });
    } else if (kind === 'payment_not_needed')
      this.recordEvent({ ...common, kind, text: `No payment due: ${description}` });
    else if (kind === 'delinquent' || kind === 'rate_reset')
      this.recordEvent({ ...common, kind, text: description });
    else if (kind === 'shock') this.recordShock(event, day);
    else if (kind === 'insurance_claim' && !subject?.startsWith(RANDOM_SHOCK_PREFIX))
      this.recordEvent({ day, kind: 'claim', text: description, subject });
  }

  recordPremium({ lines = [] }: EngineEvent): void {
    const [line] = lines;
    if (line && line.amount < 0)
      this.premiumsPaid = subtractMinor(this.premiumsPaid, this.exchange.worth(line.amount, line.currency));
  }

  private recordShock({ subject, facts, description }: EngineEvent, day: DayNumber): void {
    const { shock, months } = facts ?? {};
    if (shock === 'job_loss') {
      this.recordEvent({ day, kind: 'job_lost', text: 'Job lost', subject });
      if (typeof months === 'number')
        this.recordEvent({ day: addMonths(day, months), kind: 'job_found', text: 'New job', subject });
    } else if (!subject?.startsWith(RANDOM_SHOCK_PREFIX))
      // Random shocks are reported only if they have an effect.
      this.recordEvent({ day, kind: 'shock', text: description, subject });
  }

  /** Returns all events so far in chronological order, and the totals. */
  getTotals() {
    const events = [...this.events.values()]
      .map(({ event, times }) => ({ ...event, text: describeRepeated(event, times) }))
      .filter(({ day }) => day <= this.lastDay)
      .sort((a, b) => a.day - b.day);
    const { interestPaid, feesPaid, premiumsPaid, freeSince: debtFreeOn, firstFailure, lowestCash } = this;
    return { events, interestPaid, feesPaid, premiumsPaid, debtFreeOn, firstFailure, lowestCash };
  }
}

function describeRepeated({ kind, text }: ProjectionEvent, times: number): string {
  if (times === 1 || kind === 'payment_not_needed' || kind === 'debt_gone') return text;
  return `${text}, and ${times - 1} more ${times === 2 ? 'time' : 'times'}`;
}

const getCash = (state: HouseholdState, exchange: Exchange): Minor =>
  computeNetWorth(getHoldings({ ...state, cards: [], debts: [] }), exchange).cash;

/**
 * Returns the names of loans, mortgages, and cards that carry a balance, by id. Debts with residual interest
 * count, too.
 */
function getOwedNames(state: HouseholdState, exchange: Exchange): Map<string, string> {
  const owed = new Map<string, string>();
  for (const debt of state.debts)
    if (exchange.counts(debt.currency) && (debt.balance > 0 || debt.balanceDays > 0))
      owed.set(debt.id, debt.name);
  for (const card of state.cards)
    if (exchange.counts(card.currency) && carriesBalance(state, card)) owed.set(card.id, card.name);
  return owed;
}

/**
 * Returns true if a card carries a balance. If autopay pays statements in full, this is true only while an
 * earlier statement is unpaid.
 */
function carriesBalance(state: HouseholdState, card: CardState): boolean {
  if (card.balance <= 0) return false;
  return !isPaidInFull(state, card) || card.cycle.inFull === false || card.cycle.revolving;
}
