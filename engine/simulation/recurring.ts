import { applyIncrease, planUtilityBill, raisePay } from '../bills/bill-increases.ts';
import { dayText, type Instant } from '../calendar/calendar.ts';
import {
  getHolidayCurrency,
  getNextDeposit,
  getNextPayment,
  occurrenceAt,
  occurrenceDay,
} from '../calendar/recurrence.ts';
import { getFundAccount, placeOrder } from '../investments/fund-state.ts';
import { isContribution } from '../pay/tax-treatments.ts';
import { getArrival } from '../products/accounts/funds-availability.ts';
import { ensureFunds } from '../products/accounts/overdraft.ts';
import { SAME_DAY_LIMIT } from '../products/accounts/same-day.ts';
import { debtCategory } from '../products/debts/debt-category.ts';
import { isActive } from '../products/rates.ts';
import { addContribution, getContributionRoom } from './contributions.ts';
import { isJobLost } from './job-loss.ts';
import { getPaycheck, postPaycheck } from './paychecks.ts';
import { type NewEvent, RANK, type Run, type Timer, TRANSFER_FEE } from './run.ts';
import type { AccountState, AutoDepositState, ScheduledPaymentState } from './state.ts';
import { adjustForYear } from './yearly-adjustment.ts';

/** The number of days on which the engine retries a payment that failed because of insufficient funds. */
export const RETRY_DAYS = 3;
const NEVER = Number.POSITIVE_INFINITY;

/** Simulates a recurring deposit. Pay stops during a job loss. */
export class AutoDepositSimulator implements Timer {
  readonly rank = RANK.income;
  due: Instant = NEVER;
  private readonly holidayCurrency: string | undefined;

  constructor(
    private readonly run: Run,
    private readonly rule: AutoDepositState,
  ) {
    this.holidayCurrency = getHolidayCurrency(run.state, rule.accountId);
    // Skips occurrences before the household started or during a pause.
    this.plan();
    // Hourly rules don't depend on local time, so a time zone change doesn't affect them.
    const until = rule.recurrence.frequency === 'HOURLY' ? run.state.at : run.missedUntil;
    while (this.due <= until) {
      rule.recurrence.next += 1;
      this.plan();
    }
    this.estimate();
  }

  fire(): void {
    const { rule, run } = this;
    const { recurrence } = rule;
    const occurrence = recurrence.next;
    const account = run.account(rule.accountId);
    const day = run.today;
    const isMissed =
      rule.isPay && run.state.shocks.some((shock) => isJobLost(shock, rule.id) && isActive(shock, day));
    if (account) {
      const planned = occurrenceDay(recurrence, occurrence, run.zone);
      adjustForYear(run.state, rule, planned);
      if (!isMissed) raisePay(run, rule, planned);
    }
    markEarly(run, rule, occurrence);
    const event: NewEvent = {
      key: occurrenceKey(run, rule, occurrence),
      kind: 'auto_deposit',
      description: rule.name,
      ...(rule.category && { category: rule.category }),
      subject: rule.id,
    };
    const paycheck = getPaycheck(run.state, rule, day);
    if (paycheck) rule.amount = paycheck.net;
    if (!account) run.report({ ...event, kind: 'deposit_failed', facts: { reason: 'account' } });
    else if (isMissed) run.report({ ...event, kind: 'pay_missed', facts: { amount: rule.amount } });
    else if (!paycheck && getContributionRoom(run.state, account, day) === 0)
      run.report({
        ...event,
        kind: 'deposit_failed',
        description: `${rule.name} was not deposited, because ${account.name} has reached its limit for this year`,
        facts: { reason: 'limit' },
      });
    else {
      if (paycheck) postPaycheck(run, event, { rule, account, paycheck });
      else {
        const amount = Math.min(rule.amount, getContributionRoom(run.state, account, day));
        run.postWithBank(event, account, amount, 'outside');
        addContribution(run.state, account, day, amount);
      }
      if (rule.isPay) run.paid(account.id, rule.amount, event.key);
    }
    recurrence.next = occurrence + 1;
    this.plan();
    this.estimate();
  }

  /** Sets the amount to the net pay of the next paycheck, if it is computed from gross pay. */
  private estimate(): void {
    const { rule, run, due } = this;
    if (!rule.pay) return;
    const day = due === NEVER ? run.today : run.zone.getDay(due);
    rule.amount = getPaycheck(run.state, rule, day)?.net ?? rule.amount;
  }

  private plan(): void {
    const { rule, run } = this;
    const after = Math.max(run.missedUntil, rule.since ?? run.missedUntil);
    this.due = getNextDeposit(rule, run.zone, this.holidayCurrency, after) ?? NEVER;
  }
}

/** Simulates a scheduled payment to an external payee, one of the customer's accounts, a card, or a debt. */
export class ScheduledPaymentSimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = NEVER;
  private readonly holidayCurrency: string | undefined;

  constructor(
    private readonly run: Run,
    private readonly rule: ScheduledPaymentState,
  ) {
    this.holidayCurrency = getHolidayCurrency(run.state, rule.accountId);
    this.leaveOutThePast();
    this.planBill();
    this.plan();
  }

  fire(): void {
    const { rule } = this;
    // The end of an insurance policy pauses its premium during a run.
    if (rule.recurrence.paused) {
      this.plan();
      return;
    }
    if (rule.retry && this.due === this.retryAt(rule.retry.on)) {
      const { occurrence, tries } = rule.retry;
      this.attempt(occurrence, tries);
    } else {
      const occurrence = rule.recurrence.next;
      rule.recurrence.next = occurrence + 1;
      markEarly(this.run, rule, occurrence);
      const changed = this.getChange(occurrence);
      const skips = changed !== undefined && 'skip' in changed;
      if (rule.retry && !skips) this.giveUp(rule.retry.occurrence);
      if (this.canPay()) {
        planUtilityBill(this.run, rule, occurrence);
        const planned = occurrenceDay(rule.recurrence, occurrence, this.run.zone);
        adjustForYear(this.run.state, rule, planned);
        applyIncrease(rule, planned);
      }
      if (skips) this.run.report({ ...this.getEvent(occurrence), kind: 'payment_skipped' });
      else this.attempt(occurrence, 0);
    }
    this.planBill();
    this.plan();
  }

  /**
   * Sets the amount of the next utility bill. A payment that will be retried, or whose account is closed, keeps
   * its amount.
   */
  private planBill(): void {
    const { rule, run } = this;
    if (!rule.retry && this.canPay()) planUtilityBill(run, rule, rule.recurrence.next);
  }

  private attempt(occurrence: number, tries: number): void {
    const { rule, run } = this;
    rule.retry = null;
    const planned = this.getEvent(occurrence);
    const event = tries > 0 ? { ...planned, key: `${planned.key}:try${tries}` } : planned;
    const account = run.account(rule.accountId);
    const requested = this.getAmount(occurrence);
    const contributed = this.getContributionTarget(account);
    const amount = contributed
      ? Math.min(requested, getContributionRoom(run.state, contributed, run.today))
      : requested;
    const target = this.target(account?.currency ?? '');
    const fee = account ? this.getFee(account, amount) : 0;
    if (contributed && amount === 0 && requested > 0)
      run.report({
        ...event,
        kind: 'payment_failed',
        description: `${rule.name} was not paid, because ${contributed.name} has reached its limit for this year`,
        facts: { amount: requested, reason: 'limit' },
      });
    else if (amount <= 0 && !this.isPayeeGone()) run.report({ ...event, kind: 'payment_not_needed' });
    else if (!account || target === null)
      run.report({
        ...event,
        kind: 'payment_failed',
        description: `${rule.name} could not be paid`,
        facts: { amount, reason: 'closed' },
      });
    else if (this.isFunded(account, amount + fee, event.key, planned.key)) {
      run.post(event, { from: account.id, to: target, amount, currency: account.currency });
      if (contributed) addContribution(run.state, contributed, run.today, amount);
      this.invest(event.key, amount);
      if (fee > 0) this.chargeFee(event, account, fee);
    } else this.postpone(event, occurrence, tries + 1, { amount, available: run.available(account) });
  }

  /** Returns the fee for a same-day transfer. There is none if it would not arrive earlier. */
  private getFee({ currency }: AccountState, amount: number): number {
    const { rule, run } = this;
    if (!rule.sameDay || rule.to.kind !== 'outside' || amount > SAME_DAY_LIMIT) return 0;
    const { timeZone: customerZone, bankHolidays: observesHolidays = false } = run.state;
    return getArrival(run.now, { currency, customerZone, observesHolidays }, 'same_day').fee;
  }

  private chargeFee({ key }: NewEvent, account: AccountState, fee: number): void {
    const { rule, run } = this;
    const event = {
      key: `${key}:fee`,
      kind: TRANSFER_FEE,
      description: `Same-day transfer fee: ${rule.name}`,
      category: 'Other',
      subject: account.id,
    };
    run.postWithBank(event, account, -fee, 'fees');
  }

  /** Returns the tax-advantaged account to which the payment contributes. A rollover or conversion doesn't. */
  private getContributionTarget(source: AccountState | undefined): AccountState | undefined {
    const { to } = this.rule;
    const target = to.kind === 'account' ? this.run.account(to.id) : undefined;
    return target && isContribution(source?.taxTreatment, target.taxTreatment) ? target : undefined;
  }

  /** Places an order to invest a payment, if the rule names a fund. */
  private invest(key: string, amount: number): void {
    const { rule, run } = this;
    const { funds } = run.state;
    if (rule.to.kind !== 'account' || !rule.to.fund || !funds) return;
    const { id: accountId, fund } = rule.to;
    if (getFundAccount(run.state, accountId, run.now))
      placeOrder(funds, {
        key: `${key}:order`,
        accountId,
        at: run.now,
        side: 'buy',
        fund,
        size: { amount },
        cashAccountId: null,
      });
  }

  /** The bank doesn't cover transfers between the customer's own accounts. */
  private isFunded(account: AccountState, amount: number, key: string, item: string): boolean {
    const { rule, run } = this;
    return rule.to.kind === 'account'
      ? run.available(account) >= amount
      : ensureFunds(run, account, amount, { key, item, name: rule.name });
  }

  /** Schedules a retry on the next day. After the last attempt, the payment fails. */
  private postpone(
    event: NewEvent,
    occurrence: number,
    tries: number,
    facts: { amount: number; available: number },
  ): void {
    if (tries > RETRY_DAYS) this.giveUp(occurrence);
    else {
      const planned = occurrenceDay(this.rule.recurrence, occurrence, this.run.zone);
      this.rule.retry = { occurrence, tries, on: this.run.today + 1, planned };
      this.run.report({ ...event, kind: 'payment_retry', facts: { ...facts, tries } });
    }
  }

  private giveUp(occurrence: number): void {
    const { rule, run } = this;
    const account = run.account(rule.accountId);
    const event = this.getEvent(occurrence);
    run.report({
      ...event,
      key: `${event.key}:failed`,
      kind: 'payment_failed',
      description: `${this.rule.name} could not be paid`,
      facts: {
        amount: this.getAmount(occurrence),
        available: account ? run.available(account) : 0,
        reason: 'funds',
      },
    });
  }

  private getEvent(occurrence: number): NewEvent {
    const { rule } = this;
    const { to } = rule;
    return {
      key: occurrenceKey(this.run, rule, occurrence),
      kind: this.getKind(),
      description: rule.name,
      ...(to.kind === 'outside' && { merchant: to.name }),
      ...this.category(),
      subject: rule.id,
    };
  }

  /** Returns the category that the customer chose for the rule, or the category of the debt it pays. */
  private category(): { category?: string } {
    const { category, to } = this.rule;
    if (category) return { category };
    const product = to.kind === 'outside' ? undefined : this.run.product(to.id);
    return product?.kind === 'debt' ? { category: debtCategory(product.state) } : {};
  }

  /**
   * Returns the customer's change to an occurrence, if any. Changes are stored by the occurrence's planned
   * day.
   */
  private getChange(occurrence: number): ScheduledPaymentState['changed'][string] | undefined {
    return this.rule.changed[dayText(occurrenceDay(this.rule.recurrence, occurrence, this.run.zone))];
  }

  private getKind(): string {
    const { to } = this.rule;
    if (to.kind === 'outside') return 'payment';
    if (to.kind === 'account') return 'transfer';
    const product = this.run.product(to.id);
    if (product?.kind === 'debt' && product.state.product === 'mortgage') return 'mortgage_payment';
    return to.kind === 'card' ? 'card_payment' : 'loan_payment';
  }

  /** Returns the amount to pay, which is never more than the balance of a card or debt. */
  private getAmount(occurrence: number): number {
    const { rule, run } = this;
    const changed = this.getChange(occurrence);
    const request = changed && 'amount' in changed ? changed.amount : rule.amount;
    const { to } = rule;
    if (to.kind === 'outside' || to.kind === 'account') return typeof request === 'number' ? request : 0;
    const product = run.product(to.id);
    if (!product || product.kind === 'account' || product.kind === 'reserve') return 0;
    const owed = run.owed(product.state);
    if (typeof request === 'number') return Math.min(request, owed);
    if (product.kind === 'debt') return Math.min(product.state.payment, owed);
    const { statement, paid } = product.state.cycle;
    return statement
      ? Math.max(0, Math.min(owed, statement[request === 'minimum' ? 'minimum' : 'balance'] - paid))
      : 0;
  }

  private isPayeeGone(): boolean {
    const { to } = this.rule;
    return to.kind !== 'outside' && !this.run.product(to.id);
  }

  private canPay(): boolean {
    const account = this.run.account(this.rule.accountId);
    return account !== undefined && this.target(account.currency) !== null;
  }

  /** Returns the recipient's ledger account, or null if it can't receive that currency. */
  private target(currency: string): string | null {
    const { to } = this.rule;
    if (to.kind === 'outside') return 'outside';
    const product = this.run.product(to.id);
    if (!product || product.state.currency !== currency) return null;
    return product.kind === 'account' && product.state.closed ? null : to.id;
  }

  private retryAt(day: number): Instant {
    return this.run.zone.at(day, this.rule.recurrence.minutes);
  }

  private nextAt(): Instant {
    return getNextPayment(this.rule, this.run.zone, this.holidayCurrency) ?? NEVER;
  }

  /**
   * Skips occurrences before the household started or during a pause. A retry during a pause moves to the end
   * of the pause. An occurrence that moved because of a weekend or bank holiday is still paid.
   */
  private leaveOutThePast(): void {
    const { rule, run } = this;
    const { recurrence, retry } = rule;
    const { missedUntil } = run;
    while (this.nextAt() <= missedUntil && occurrenceAt(recurrence, recurrence.next, run.zone) <= missedUntil)
      recurrence.next += 1;
    if (!retry || recurrence.paused) return;
    while (this.retryAt(retry.on) <= missedUntil) retry.on += 1;
  }

  private plan(): void {
    const { recurrence, retry } = this.rule;
    const next = this.nextAt();
    this.due = retry && !recurrence.paused ? Math.min(next, this.retryAt(retry.on)) : next;
  }
}

/** Records the planned day of an occurrence that is processed before that day. */
function markEarly(run: Run, rule: AutoDepositState | ScheduledPaymentState, occurrence: number): void {
  const planned = occurrenceDay(rule.recurrence, occurrence, run.zone);
  if (planned > run.today) run.state.early = { ...run.state.early, [rule.id]: planned };
}

/** Returns an event key from the rule and the planned instant. The bank accepts each key once. */
function occurrenceKey(run: Run, rule: AutoDepositState | ScheduledPaymentState, occurrence: number): string {
  const planned = occurrenceAt(rule.recurrence, occurrence, run.zone);
  return `${rule.id}:${new Date(planned).toISOString().slice(0, 16)}`;
}
