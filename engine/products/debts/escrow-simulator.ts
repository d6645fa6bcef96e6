import { addBusinessDays } from '../../calendar/bank-holidays.ts';
import { type DayNumber, dayText, getDate, MONTHS_A_YEAR } from '../../calendar/calendar.ts';
import { RENEWAL_POINTS } from '../../insurance/terms.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { type Minor, ZERO } from '../../money/minor.ts';
import type { NewEvent, Run } from '../../simulation/run.ts';
import type { DebtState, EscrowState } from '../../simulation/state.ts';
import { getInflation } from '../../simulation/yearly-adjustment.ts';
import { debtCategory } from './debt-category.ts';
import {
  analyzeEscrow,
  getBillsDue,
  getMonthNumber,
  getMonthOfYear,
  getNextEscrowDeposit,
  REFUND_BUSINESS_DAYS,
} from './escrow.ts';

const DECEMBER = 12;

/**
 * Simulates the escrow account of a mortgage: a deposit with every installment, the bills at the end of their
 * month, the annual analysis, and the refund after the payoff: at the end of its month, or after 20 business
 * days if that is earlier. If the balance is too low for a bill, the bank
 * advances the money, and the balance falls below zero.
 */
export class EscrowSimulator {
  constructor(
    private readonly run: Run,
    private readonly debt: DebtState,
  ) {}

  /** Returns the deposit that is due with this installment; zero if there is no escrow. */
  getDeposit(): Minor {
    const { escrow } = this.debt;
    return escrow ? getNextEscrowDeposit(escrow) : ZERO;
  }

  /** Counts the deposit of an installment, and reports it if it wasn't paid. */
  recordDeposit(day: DayNumber, isPaid: boolean): void {
    const { escrow, next } = this.debt;
    if (!escrow) return;
    const amount = getNextEscrowDeposit(escrow);
    escrow.deposits += 1;
    if (isPaid || amount === 0) return;
    this.run.report({
      ...this.event(`escrow_missed:${next}`, 'escrow_missed', 'escrow deposit is due'),
      facts: { amount, due: dayText(day) },
    });
  }

  /** Records the day of the payoff, and closes the account on the last day on which the refund is due. */
  endDay(day: DayNumber, isOver: boolean): void {
    const { escrow } = this.debt;
    if (!escrow) return;
    if (!isOver) {
      delete escrow.paidOff;
      return;
    }
    escrow.paidOff ??= day;
    const currency = this.run.state.bankHolidays && escrow.currency;
    if (day >= addBusinessDays(escrow.paidOff, REFUND_BUSINESS_DAYS, currency)) this.close(escrow, day);
  }

  endMonth(day: DayNumber, isOver: boolean): void {
    const { escrow } = this.debt;
    if (!escrow) return;
    if (isOver) {
      this.close(escrow, day);
      return;
    }
    this.payBills(escrow, day);
    const month = getMonthNumber(day);
    const hasBegun = month >= escrow.from;
    if (month >= escrow.from + MONTHS_A_YEAR - 1) this.analyze(escrow, day, month + 1);
    if (hasBegun && getDate(day).month === DECEMBER) this.raiseBills(escrow);
  }

  private payBills(escrow: EscrowState, day: DayNumber): void {
    const bills = getBillsDue(escrow, getDate(day).month);
    for (const [bill, text, amount] of [
      ['tax', 'property tax', bills.tax],
      ['insurance', 'home insurance', bills.insurance],
    ] as const)
      if (amount > 0) {
        const event = this.event(`escrow:${bill}:${dayText(day)}`, 'escrow_bill', `${text}, from escrow`);
        this.run.post(event, { from: escrow.id, to: 'outside', amount, currency: escrow.currency });
      }
  }

  private analyze(escrow: EscrowState, day: DayNumber, from: number): void {
    const { debt, run } = this;
    const before = debt.payment + getNextEscrowDeposit({ ...escrow, deposits: 0 });
    const { balance } = escrow;
    const result = analyzeEscrow(balance, escrow, getMonthOfYear(from), debt.arrears.length === 0);
    if (result.refund > 0) this.refund(escrow, day, result.refund, 'escrow surplus');
    escrow.from = from;
    escrow.deposits = 0;
    escrow.payment = result.payment;
    escrow.spread = result.spread;
    const deposit = getNextEscrowDeposit(escrow);
    run.report({
      ...this.event(`escrow_analysis:${dayText(day)}`, 'escrow_analysis', 'has a new escrow payment'),
      facts: {
        balance,
        target: result.target,
        cushion: result.cushion,
        refund: result.refund,
        shortage: result.shortage,
        deficiency: result.deficiency,
        spread: result.spread,
        base: result.payment,
        deposit,
        tax: escrow.tax,
        insurance: escrow.insurance,
        before,
        after: debt.payment + deposit,
        on: dayText(day + 1),
      },
    });
  }

  /**
   * Raises the bills of the next year: the tax with the home's value, and the insurance faster than prices.
   */
  private raiseBills(escrow: EscrowState): void {
    const { state } = this.run;
    const { property } = this.debt;
    if (property && escrow.assessed > 0) {
      escrow.tax = roundHalfAway((escrow.tax * property.value) / escrow.assessed);
      escrow.assessed = property.value;
    }
    const percent = getInflation({ life: state.spendingProfile, prices: state.prices }) + RENEWAL_POINTS;
    escrow.insurance = roundHalfAway(escrow.insurance * (1 + percent / 100));
  }

  /** Refunds the balance after the payoff. Adds money that the bank advanced to the debt. */
  private close(escrow: EscrowState, day: DayNumber): void {
    const { debt, run } = this;
    if (escrow.balance < 0) {
      const event = this.event(`escrow_advance:${dayText(day)}`, 'escrow_advance', 'escrow shortage added');
      const amount = -escrow.balance;
      run.post(event, { from: debt.id, to: escrow.id, amount, currency: escrow.currency });
      return;
    }
    if (escrow.balance > 0) this.refund(escrow, day, escrow.balance, 'escrow balance');
    run.report({
      ...this.event(`escrow_closed:${dayText(day)}`, 'escrow_closed', 'no longer has escrow'),
      facts: { reserve: escrow.id, on: dayText(day) },
    });
    delete debt.escrow;
  }

  private refund(escrow: EscrowState, day: DayNumber, amount: number, text: string): void {
    const account = this.run.account(this.debt.autopay?.accountId ?? null);
    const to = account?.currency === escrow.currency ? account.id : 'outside';
    const event = this.event(`escrow_refund:${dayText(day)}`, 'escrow_refund', `${text} refunded`);
    this.run.post(
      { ...event, category: debtCategory(this.debt) },
      { from: escrow.id, to, amount, currency: escrow.currency },
    );
  }

  private event(key: string, kind: string, text: string): NewEvent {
    const { id, name } = this.debt;
    return { key: `${id}:${key}`, kind, description: `${name} ${text}`, subject: id };
  }
}
