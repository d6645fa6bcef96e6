import { addBusinessDays } from '../calendar/bank-holidays.ts';
import { type DayNumber, dayText, type Instant } from '../calendar/calendar.ts';
import { Draws, hashKey } from '../simulation/draws.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type { RefundState } from '../simulation/state.ts';
import { findReceivingAccount } from './accounts/deposit-account.ts';

const NEVER = Number.POSITIVE_INFINITY;
const CREDITED_AT_MINUTES = 10 * 60;

/**
 * The number of business days from a return to its refund. Merchants have seven business days to send it and
 * the bank has three to credit it (12 CFR 1026.12(e)); most are faster.
 */
const BUSINESS_DAYS_TO_REFUND = 5;

/**
 * Returns the day on which the bank credits the refund of a purchase that was returned on the given day. The
 * bank holidays of `currency` are not business days; without a currency, only weekends are not.
 */
export function getRefundDay(returnedOn: DayNumber, currency?: string): DayNumber {
  return addBusinessDays(returnedOn, BUSINESS_DAYS_TO_REFUND, currency);
}

/** The probability that a refund doesn't arrive, per thousand (our choice). */
const LOST_PER_MILLE = 50;
/** The business days after the expected day until the bank reports that a refund is missing. */
const BUSINESS_DAYS_UNTIL_MISSING = 5;

/** Returns true if a refund doesn't arrive. Doesn't depend on its id, because restored households have new ids. */
const isLost = (seed: number, { merchant = '', returnedOn, amount }: RefundState) =>
  new Draws(seed, 'refunds', hashKey(`${merchant}:${dayText(returnedOn)}:${amount}`)).chance(LOST_PER_MILLE);

/**
 * Simulates an expected refund until it is credited to the card or account that paid. If the account was
 * closed meanwhile, the refund goes to another account in the same currency.
 */
export class RefundSimulator implements Timer {
  readonly rank = RANK.income;
  due: Instant;
  private readonly isMissing: boolean;

  constructor(
    private readonly run: Run,
    private readonly refund: RefundState,
  ) {
    const product = run.product(refund.productId);
    const currency = run.state.bankHolidays && product?.state.currency;
    const expectedOn = getRefundDay(refund.returnedOn, currency);
    this.isMissing = run.state.returns === true && isLost(run.state.seed, refund);
    const day = this.isMissing
      ? addBusinessDays(expectedOn, BUSINESS_DAYS_UNTIL_MISSING, currency)
      : expectedOn;
    this.due = refund.ended ? NEVER : Math.max(run.state.at, run.zone.at(day, CREDITED_AT_MINUTES));
  }

  fire(): void {
    const { refund, run } = this;
    const { id, productId, merchant, category, amount } = refund;
    this.due = NEVER;
    refund.ended = true;
    const event = {
      key: `${id}:refund`,
      description: merchant ? `Refund from ${merchant}` : 'Refund',
      ...(merchant && { merchant }),
      ...(category && { category }),
      subject: id,
    };
    if (this.isMissing) {
      run.report({ ...event, kind: 'refund_missing', facts: { amount } });
      return;
    }
    const product = run.product(productId);
    const receiver =
      product?.kind === 'account' && product.state.closed
        ? findReceivingAccount(run.state.accounts, product.state.currency)
        : product?.state;
    if (receiver) run.postWithBank({ ...event, kind: 'refund' }, receiver, amount, 'outside');
    else run.report({ ...event, kind: 'refund_failed', facts: { amount, reason: 'closed' } });
  }
}
