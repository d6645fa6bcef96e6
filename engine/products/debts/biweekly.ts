import {
  addMonths,
  DAYS_A_WEEK,
  type DayNumber,
  dayText,
  type Instant,
  MONTHS_A_YEAR,
} from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { markMinor } from '../../money/minor.ts';
import { type NewEvent, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { BiweeklyState, DebtState } from '../../simulation/state.ts';
import { ensureFunds } from '../accounts/overdraft.ts';
import { debtCategory } from './debt-category.ts';
import type { DebtTerms, Lump } from './debt-plans.ts';

const COLLECTS_AT_MINUTES = 9 * 60;
const DAYS_BETWEEN = 2 * DAYS_A_WEEK;

/**
 * Returns a biweekly plan for an installment. Half of it every 14 days makes 13 installments a year, so the
 * plan equals one twelfth extra with each installment.
 */
export function getBiweeklyPlan(payment: number) {
  return {
    half: markMinor(roundHalfAway(payment / 2)),
    extra: markMinor(roundHalfAway(payment / MONTHS_A_YEAR)),
  };
}

/**
 * Simulates a biweekly plan: collects half of the installment every 14 days from the autopay account and
 * holds it. The debt takes the money when the full payment is due. If the account is short, the missing half
 * is collected then.
 */
export class BiweeklySimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = Number.POSITIVE_INFINITY;

  constructor(
    private readonly run: Run,
    private readonly debt: DebtState,
    private readonly plan: BiweeklyState,
  ) {
    while (this.nextAt() <= run.missedUntil) plan.next += DAYS_BETWEEN;
    this.due = this.nextAt();
  }

  fire(): void {
    const { debt, plan } = this;
    // A plan without a debt collects nothing, until the end of the month ends it.
    const isPaused = debt.hardshipUntil !== undefined && plan.next <= debt.hardshipUntil;
    if (debt.biweekly && debt.balance > plan.balance && !isPaused) this.collect();
    plan.next += DAYS_BETWEEN;
    this.due = this.nextAt();
  }

  private nextAt(): Instant {
    return this.run.zone.at(this.plan.next, COLLECTS_AT_MINUTES);
  }

  private collect(): void {
    const { debt, plan, run } = this;
    const amount = Math.min(getBiweeklyPlan(debt.payment).half, debt.balance - plan.balance);
    const account = run.account(debt.autopay?.accountId ?? null);
    const event = getEvent(debt, `biweekly:${dayText(plan.next)}`, 'biweekly_payment', 'biweekly payment');
    const canPay =
      account?.currency === debt.currency &&
      ensureFunds(run, account, amount, { key: event.key, name: event.description });
    if (canPay)
      run.post(
        { ...event, category: debtCategory(debt) },
        { from: account.id, to: plan.id, amount, currency: debt.currency },
      );
    else
      run.report({
        ...getEvent(
          debt,
          `biweekly_failed:${dayText(plan.next)}`,
          'payment_failed',
          'biweekly payment failed',
        ),
        facts: { amount, available: account ? run.available(account) : 0 },
      });
  }
}

/**
 * Returns the thirteenth payment of a year: a full payment, if the held money still contains one after what
 * is due now. It goes to principal.
 */
export function getThirteenth({ biweekly, payment }: DebtState, due: number): number {
  return biweekly && payment > 0 && biweekly.balance - due >= payment ? payment : 0;
}

/**
 * Returns the thirteenth payments of a plan until the end of the term, with the due dates on which they are
 * made. Assumes that the account can pay each half, that due dates are business days, and that the installment
 * doesn't change. The account pays the extra amount of autopay, so it doesn't count.
 */
export function listThirteenths(terms: DebtTerms, plan: Pick<BiweeklyState, 'balance' | 'next'>): Lump[] {
  const { start, payment, pausedUntil = Number.NEGATIVE_INFINITY } = terms;
  const { half } = getBiweeklyPlan(payment);
  const lumps: Lump[] = [];
  let { balance: held, next: collectedOn } = plan;
  for (let number = terms.next; number <= terms.term; number += 1) {
    const day = addMonths(start, number);
    // The half of a due date is collected before the installment is paid.
    for (; collectedOn <= day; collectedOn += DAYS_BETWEEN) if (collectedOn > pausedUntil) held += half;
    if (day <= pausedUntil) continue;
    const besides = number === terms.next ? (terms.overdue ?? 0) + (terms.oddInterest ?? 0) : 0;
    const due = payment + besides;
    const thirteenth = payment > 0 && held - due >= payment ? payment : 0;
    held = Math.max(0, held - due - thirteenth);
    if (thirteenth > 0) lumps.push({ day, amount: thirteenth });
  }
  return lumps;
}

/** Ends the plan of a paid-off debt, and returns the held money to the autopay account. */
export function endBiweekly(run: Run, debt: DebtState, day: DayNumber): void {
  const { biweekly } = debt;
  if (!biweekly) return;
  const { id, balance: amount, currency } = biweekly;
  const account = run.account(debt.autopay?.accountId ?? null);
  if (amount > 0)
    run.post(
      {
        ...getEvent(debt, `biweekly_refund:${dayText(day)}`, 'biweekly_refund', 'held payments returned'),
        category: debtCategory(debt),
      },
      { from: id, to: account?.currency === currency ? account.id : 'outside', amount, currency },
    );
  run.report({
    ...getEvent(debt, `biweekly_ended:${dayText(day)}`, 'biweekly_ended', 'biweekly plan ended'),
    facts: { reserve: id, on: dayText(day) },
  });
  delete debt.biweekly;
}

function getEvent({ id, name }: DebtState, key: string, kind: string, text: string): NewEvent {
  return { key: `${id}:${key}`, kind, description: `${name} ${text}`, subject: id };
}
