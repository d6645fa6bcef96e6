import type { DayNumber, Instant } from '../calendar/calendar.ts';
import { occursOn } from '../calendar/recurrence.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type {
  AutoDepositState,
  HouseholdState,
  PolicyState,
  ScheduledPaymentState,
  ShockState,
} from '../simulation/state.ts';
import { POLICY_KINDS, type PolicyKind } from './terms.ts';

/** The days for which coverage continues after a premium isn't paid. */
export const GRACE_DAYS = 31;

const ENDS_AT_MINUTES = 12 * 60;
const NEVER = Number.POSITIVE_INFINITY;

/** The names of the policies in texts. */
export const POLICY_NAMES: Record<PolicyKind, string> = {
  health: 'Health insurance',
  car: 'Car insurance',
  home: 'Home insurance',
  renters: 'Renters insurance',
};

/** The policies that cover each kind of surprise, the first one that the customer has. */
const COVERED_BY: Partial<Record<ShockState['kind'], readonly PolicyKind[]>> = {
  medical_bill: ['health'],
  collision: ['car'],
  home_damage: ['home', 'renters'],
};

/** Returns the policy in force that covers a surprise. */
export function findPolicy(
  { insurance }: Pick<HouseholdState, 'insurance'>,
  kind: ShockState['kind'],
): { kind: PolicyKind; policy: PolicyState } | undefined {
  for (const candidate of COVERED_BY[kind] ?? []) {
    const policy = insurance?.[candidate];
    if (policy && !isEnded(policy)) return { kind: candidate, policy };
  }
  return undefined;
}

/** Returns true if the coverage has ended because of an unpaid premium. */
export const isEnded = ({ endedOn }: PolicyState): boolean => endedOn !== undefined;

/**
 * Warns once when a premium isn't paid. Ends the coverage and pauses the payment if the premium stays unpaid
 * for 31 days. A policy without a scheduled payment is paid from the paycheck, or from the escrow account of
 * a mortgage. A deleted or paused payment counts as unpaid.
 */
export class PolicySimulator implements Timer {
  readonly rank = RANK.overdraftFee;
  due: Instant = NEVER;

  constructor(
    private readonly run: Run,
    private readonly kind: PolicyKind,
    private readonly policy: PolicyState,
  ) {
    const { paymentId } = policy;
    if (isEnded(policy)) {
      this.pausePayment();
      return;
    }
    if (paymentId === undefined) {
      if (kind === 'home') this.followEscrow();
      if (kind === 'health') this.followPaychecks();
      return;
    }
    run.observeEvents((event) => {
      if (event.kind === 'payment_failed' && event.subject === paymentId) this.miss(run.today);
    });
    run.observePostings((event) => {
      if (event.subject === paymentId) this.pay();
    });
    const rule = this.getPayment();
    if (!rule || rule.recurrence.paused) this.miss(run.zone.getDay(run.state.at));
    if (policy.warningDue && policy.unpaidSince !== undefined) this.warn(policy.unpaidSince);
    this.plan();
  }

  fire(): void {
    const { run, policy, kind } = this;
    policy.endedOn = run.today;
    this.pausePayment();
    run.report({
      key: `insurance:${kind}:${policy.since}:ended:${run.today}`,
      kind: 'coverage_ended',
      description: `${POLICY_NAMES[kind]} ended, because its premium wasn’t paid for ${GRACE_DAYS} days`,
      subject: policy.paymentId ?? kind,
      facts: { insurance: kind },
    });
    this.plan();
  }

  /** Without a scheduled payment, escrow pays the premium of home insurance until it closes. */
  private followEscrow(): void {
    const { run, policy } = this;
    const isPaid = (closing?: string) =>
      run.state.debts.some(
        ({ id, escrow }) => id !== closing && escrow !== undefined && escrow.insurance > 0,
      );
    if (isPaid()) delete policy.unpaidSince;
    else policy.unpaidSince ??= run.zone.getDay(run.state.at);
    run.observeEvents(({ kind, subject }) => {
      if (kind === 'escrow_closed' && !isPaid(subject)) this.miss(run.today);
    });
    this.plan();
  }

  /**
   * Follows the paychecks that deduct the premium of health insurance without a scheduled payment. The premium
   * is unpaid if a paycheck is missed, and after the last paycheck with a deduction.
   */
  private followPaychecks(): void {
    const { run } = this;
    const paychecks = run.state.autoDeposits.filter(({ isPay, pay }) => isPay && pay && pay.health > 0);
    const isScheduled = ({ recurrence }: AutoDepositState, number: number) =>
      occursOn(recurrence, number, run.zone);
    const find = (subject?: string) => paychecks.find(({ id }) => id === subject);
    run.observePostings(({ kind, subject }) => {
      const paycheck = kind === 'auto_deposit' ? find(subject) : undefined;
      if (!paycheck) return;
      this.pay();
      const isLast = paychecks.every(
        (rule) => !isScheduled(rule, rule.recurrence.next + (rule === paycheck ? 1 : 0)),
      );
      if (isLast) this.miss(run.today);
    });
    run.observeEvents(({ kind, subject }) => {
      if ((kind === 'pay_missed' || kind === 'deposit_failed') && find(subject)) this.miss(run.today);
    });
    if (!paychecks.some((rule) => isScheduled(rule, rule.recurrence.next)))
      this.miss(run.zone.getDay(run.state.at));
    this.plan();
  }

  private miss(day: DayNumber): void {
    const { policy } = this;
    if (policy.unpaidSince !== undefined) return;
    policy.unpaidSince = day;
    this.plan();
    this.warn(day);
  }

  private warn(day: DayNumber): void {
    const { run, policy, kind } = this;
    delete policy.warningDue;
    run.report({
      key: `insurance:${kind}:${policy.since}:unpaid:${day}`,
      kind: 'coverage_warning',
      description: `${POLICY_NAMES[kind]} ends in ${GRACE_DAYS} days, because ${
        kind === 'health' && policy.paymentId === undefined
          ? 'your pay no longer covers its premium'
          : 'its premium wasn’t paid'
      }`,
      subject: policy.paymentId ?? kind,
      facts: { insurance: kind },
    });
  }

  /** The insurer collects no more premiums after the coverage ended. */
  private pausePayment(): void {
    const payment = this.getPayment();
    if (!payment) return;
    payment.recurrence.paused = true;
    payment.retry = null;
  }

  private getPayment(): ScheduledPaymentState | undefined {
    return this.run.state.scheduledPayments.find(({ id }) => id === this.policy.paymentId);
  }

  private pay(): void {
    if (isEnded(this.policy)) return;
    delete this.policy.unpaidSince;
    delete this.policy.warningDue;
    this.plan();
  }

  private plan(): void {
    const { policy, run } = this;
    this.due =
      policy.unpaidSince === undefined || isEnded(policy)
        ? NEVER
        : Math.max(run.state.at, run.zone.at(policy.unpaidSince + GRACE_DAYS, ENDS_AT_MINUTES));
  }
}

/** Returns the simulators of a household's policies. */
export function getPolicySimulators(run: Run): PolicySimulator[] {
  const { insurance } = run.state;
  return POLICY_KINDS.flatMap((kind) => {
    const policy = insurance?.[kind];
    return policy ? [new PolicySimulator(run, kind, policy)] : [];
  });
}
