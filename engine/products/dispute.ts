import { addBusinessDays } from '../calendar/bank-holidays.ts';
import { type DayNumber, dayText, type Instant } from '../calendar/calendar.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type { ClaimState, DisputeState } from '../simulation/state.ts';

const NEVER = Number.POSITIVE_INFINITY;
const DECIDED_AT_MINUTES = 10 * 60;

/**
 * The business days between the notice that a claim is lost and the reversal of its credit. During these days,
 * the bank pays what the credit covers (12 CFR 1005.11(d)(2)).
 */
const NOTICE_BUSINESS_DAYS = 5;

/**
 * Returns the day of the provisional credit of a claim about a debit card purchase. Without a currency, only
 * weekends are not business days.
 */
export const getCreditDay = (
  { openedOn, creditDays }: Pick<ClaimState, 'openedOn' | 'creditDays'>,
  currency?: string,
): DayNumber => addBusinessDays(openedOn, creditDays, currency);

/** Returns the first day on which the bank reverses the credit of a claim that is lost on `decideOn`. */
export const getReversalDay = (decideOn: DayNumber, currency?: string): DayNumber =>
  addBusinessDays(decideOn, NOTICE_BUSINESS_DAYS, currency);

/**
 * Simulates a dispute until it is settled. If the customer wins, the credit stays; otherwise, the amount is
 * owed again. The outcome is determined when the dispute is opened. If the outcome is unknown, as in
 * forecasts, nothing is decided. A card is credited when the dispute is opened, and an account by the engine
 * (12 CFR 1005.11(c)).
 */
export class DisputeSimulator implements Timer {
  readonly rank = RANK.shock;
  due: Instant;
  /** The last day on which the bank tried to reverse a credit in this run. */
  private triedOn?: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly dispute: DisputeState,
  ) {
    this.due = this.getNextDue();
  }

  fire(): void {
    const { dispute, run } = this;
    const { claim, productId } = dispute;
    if (claim && dispute.decided) this.collect(claim);
    else if (claim && !claim.credited && run.account(productId)) this.credit(claim);
    // If the account was closed meanwhile, its claim isn't credited, and is decided on its day.
    else if (run.today >= dispute.decideOn) this.decide(claim);
    this.due = this.getNextDue();
  }

  private getNextDue(): Instant {
    const { run } = this;
    const day = this.getNextDay();
    return day === null ? NEVER : Math.max(run.state.at, run.zone.at(day, DECIDED_AT_MINUTES));
  }

  private getNextDay(): DayNumber | null {
    const { dispute, run } = this;
    const { claim, outcome, decided, decideOn } = dispute;
    const decisionDay = outcome && !decided ? decideOn : null;
    if (!claim) return decisionDay;
    const isOpen = run.account(dispute.productId) !== undefined;
    if (isOpen && !claim.credited && !decided) return getCreditDay(claim, this.getHolidayCurrency());
    if (!decided) return decisionDay;
    if (!isOpen || !claim.lost || !claim.credited || claim.reversed >= dispute.amount) return null;
    return Math.max(getReversalDay(decideOn, this.getHolidayCurrency()), this.getNextTry());
  }

  /** Returns the day of the next 10 a.m.: an account without enough money is debited again each morning. */
  private getNextTry(): DayNumber {
    const { run } = this;
    if (this.triedOn !== undefined) return this.triedOn + 1;
    const today = run.zone.getDay(run.state.at);
    return run.zone.at(today, DECIDED_AT_MINUTES) <= run.state.at ? today + 1 : today;
  }

  private getHolidayCurrency(): string | undefined {
    const { dispute, run } = this;
    return run.state.bankHolidays && run.product(dispute.productId)?.state.currency;
  }

  private credit(claim: ClaimState): void {
    claim.credited = true;
    this.post({ part: 'credit', kind: 'provisional_credit' }, this.dispute.amount);
  }

  private decide(claim: ClaimState | undefined): void {
    const { dispute, run } = this;
    const { id, productId, amount, outcome, decideOn } = dispute;
    dispute.decided = true;
    if (claim && outcome === 'lost') claim.lost = true;
    const reversal = claim?.lost && claim.credited && getReversalDay(decideOn, this.getHolidayCurrency());
    run.report({
      key: `${id}:${outcome}`,
      kind: `dispute_${outcome}`,
      description: this.getText(),
      subject: id,
      facts: claim
        ? { amount, account: productId, ...(reversal && { reverse_on: dayText(reversal) }) }
        : { amount, card: productId },
    });
    if (outcome === 'lost' && !claim && run.product(productId)?.kind === 'card')
      this.post({ part: 'reversal', kind: 'dispute_reversal' }, -amount);
  }

  /** Reverses the credit of a lost claim, up to the available balance. Never overdraws the account. */
  private collect(claim: ClaimState): void {
    const { dispute, run } = this;
    this.triedOn = run.today;
    const account = run.account(dispute.productId);
    if (!account) return;
    const amount = Math.min(dispute.amount - claim.reversed, run.available(account));
    if (amount === 0) return;
    claim.reversed += amount;
    this.post({ part: `reversal:${dayText(run.today)}`, kind: 'dispute_reversal' }, -amount);
  }

  private getText(): string {
    const { merchant = 'A merchant', outcome, claim } = this.dispute;
    return `${merchant}: dispute ${claim?.lost ? 'lost' : outcome}`;
  }

  private post({ part, kind }: { part: string; kind: string }, amount: number): void {
    const { dispute, run } = this;
    const { id, productId, merchant, category, claim } = dispute;
    const product = run.product(productId);
    if (!product) return;
    const event = {
      key: `${id}:${part}`,
      kind,
      description: kind === 'provisional_credit' ? 'Provisional credit for a dispute' : this.getText(),
      ...(merchant && { merchant }),
      ...(category && { category }),
      subject: id,
      ...(claim && { facts: { amount: Math.abs(amount) } }),
    };
    run.postWithBank(event, product.state, amount, 'outside');
  }
}
