import { addMonths, type DayNumber, dayText, parseDay } from '../../calendar/calendar.ts';
import type { Run } from '../../simulation/run.ts';
import type { DebtState, InsuranceState } from '../../simulation/state.ts';
import { ensureFunds } from '../accounts/overdraft.ts';
import { debtCategory } from './debt-category.ts';
import { resetInsurance, scheduledAfter, whyInsuranceEnds } from './mortgage-insurance.ts';

/**
 * Simulates the private mortgage insurance of a mortgage: a premium with every installment, until the law ends
 * it. The autopay account pays the premium. If it can't, or if there is no autopay, the bank pays the premium and
 * adds it to the balance.
 */
export class InsuranceSimulator {
  constructor(
    private readonly run: Run,
    private readonly debt: DebtState,
  ) {}

  /** Charges the premium after an installment, and ends the insurance if its time has come. */
  fallDue(day: DayNumber): void {
    const { debt } = this;
    const { insurance } = debt;
    if (!insurance) return;
    insurance.scheduled = scheduledAfter(insurance, debt.next);
    if (insurance.endsOn !== undefined && day >= insurance.endsOn) {
      this.end(insurance, day, 'current');
      return;
    }
    if (debt.balance > 0) this.charge(insurance.premium, day);
    const reason = whyInsuranceEnds(insurance, debt.next);
    if (reason === null || insurance.endsOn !== undefined) return;
    // The insurance ends only if the mortgage is current.
    if (debt.arrears.length > 0) insurance.isWaiting = true;
    else this.end(insurance, day, reason);
  }

  /**
   * Ends the insurance on the first day of the next month, if it would have ended while a payment was past due.
   */
  becomeCurrent(): void {
    const { insurance } = this.debt;
    if (!insurance?.isWaiting) return;
    delete insurance.isWaiting;
    insurance.endsOn = getNextMonth(this.run.today);
  }

  /** Recomputes the schedule after a reset of the rate. */
  resetRate(passed: number): void {
    if (this.debt.insurance) resetInsurance(this.debt.insurance, this.debt.rate, passed);
  }

  private charge(premium: number, day: DayNumber): void {
    const { debt, run } = this;
    const account = run.account(debt.autopay?.accountId ?? null);
    const isPaused = debt.hardshipUntil !== undefined && day <= debt.hardshipUntil;
    const key = `${debt.id}:pmi:${debt.next}`;
    const name = getInsuranceName(debt);
    const canPay =
      account &&
      !isPaused &&
      account.currency === debt.currency &&
      ensureFunds(run, account, premium, { key, name });
    const [id, to, kind, text] = canPay
      ? [account.id, 'outside', 'pmi', name]
      : [debt.id, 'outside', 'fee', `${name} added to your balance`];
    const event = {
      key,
      kind,
      description: text,
      subject: debt.id,
      ...(canPay && { category: debtCategory(debt) }),
    };
    run.post(event, { from: id, to, amount: premium, currency: debt.currency });
  }

  private end(insurance: InsuranceState, day: DayNumber, reason: string): void {
    const { debt, run } = this;
    delete debt.insurance;
    run.report({
      key: `${debt.id}:pmi_ended:${dayText(day)}`,
      kind: 'pmi_ended',
      description: `${debt.name} no longer has mortgage insurance`,
      subject: debt.id,
      facts: { reason, on: dayText(day), premium: insurance.premium, scheduled: insurance.scheduled },
    });
  }
}

/** Returns the name of a mortgage's insurance, such as "Home mortgage insurance" or "Mortgage insurance". */
function getInsuranceName({ name }: DebtState): string {
  return name.toLowerCase().endsWith('mortgage') ? `${name} insurance` : `${name} mortgage insurance`;
}

/** Returns the first day of the month after a day. */
function getNextMonth(day: DayNumber): DayNumber {
  return addMonths(parseDay(`${dayText(day).slice(0, 7)}-01`), 1);
}
