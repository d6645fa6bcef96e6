import type { DayNumber, Instant } from '../calendar/calendar.ts';
import { computeFiledReturn, computeTaxPenalty, getSettlementDay } from '../pay/tax-return.ts';
import { ensureFunds, getReach } from '../products/accounts/overdraft.ts';
import { type NewEvent, RANK, type Run, type Timer } from './run.ts';
import type { AccountState, HouseholdState, TaxReturnState } from './state.ts';

const NEVER = Number.POSITIVE_INFINITY;
const SETTLED_AT_MINUTES = 9 * 60;
const CURRENCY = 'USD';

/**
 * Settles a filed tax return: pays the tax due from the customer's account, or receives the refund. If the
 * account has too little money or no account is open, it tries again each day. Late payments cost a penalty.
 */
export class TaxReturnSimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = NEVER;
  /** The tax due in minor units; negative for a refund. */
  private readonly balance: number;
  private readonly firstDay: DayNumber;
  private day: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly taxReturn: TaxReturnState,
  ) {
    this.balance = computeFiledReturn(taxReturn).due;
    this.firstDay = getSettlementDay(taxReturn, this.balance);
    this.day = this.firstDay;
    if (taxReturn.settled || this.balance === 0) return;
    while (run.zone.at(this.day, SETTLED_AT_MINUTES) <= run.missedUntil) this.day += 1;
    this.due = run.zone.at(this.day, SETTLED_AT_MINUTES);
  }

  fire(): void {
    const { run, taxReturn, balance } = this;
    const account = findTaxAccount(run.state, taxReturn);
    const penalty = computeTaxPenalty(taxReturn, balance, this.day);
    const amount = Math.abs(balance + penalty);
    const isRefund = balance < 0;
    const event: NewEvent = {
      key: `tax:${taxReturn.id}`,
      kind: isRefund ? 'tax_refund' : 'tax_payment',
      description: `Federal tax ${isRefund ? 'refund' : 'payment'} for ${taxReturn.year}`,
      merchant: 'Internal Revenue Service',
      subject: taxReturn.id,
    };
    if (account && (isRefund || this.cover(account, amount, event))) {
      run.postWithBank(event, account, isRefund ? amount : -amount, 'outside');
      taxReturn.settled = true;
      this.due = NEVER;
      return;
    }
    if (this.day === this.firstDay && !isRefund)
      run.report({
        ...event,
        key: `${event.key}:failed`,
        kind: 'payment_failed',
        description: `${event.description} could not be paid. We try again each day`,
        facts: { amount, available: account ? run.available(account) : 0, reason: 'funds' },
      });
    this.day += 1;
    this.due = run.zone.at(this.day, SETTLED_AT_MINUTES);
  }

  /**
   * Returns true if an account can pay, with its overdraft choice. Tries that fail every day cost no returned
   * payment fee.
   */
  private cover(account: AccountState, amount: number, { key, description }: NewEvent): boolean {
    const { run } = this;
    return getReach(run, account) >= amount && ensureFunds(run, account, amount, { key, name: description });
  }
}

/**
 * Returns the open account that settles a tax return: the chosen account, or the customer's first checking
 * account in US dollars.
 */
export function findTaxAccount(
  { accounts }: Pick<HouseholdState, 'accounts'>,
  { accountId }: Pick<TaxReturnState, 'accountId'>,
): AccountState | undefined {
  const open = accounts.filter(({ closed }) => !closed);
  const isUsable = ({ currency, type }: AccountState) => currency === CURRENCY && type === 'CHECKING';
  return open.find(({ id }) => id === accountId) ?? open.find(isUsable);
}
