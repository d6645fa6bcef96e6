import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { isRefusal, refusalDetail } from '@/lib/refusals';
import { toast } from '@/lib/toast';

type Money = (amount: unknown) => string;

const LIMIT_NAMES: Record<string, string> = { hsa: 'HSA', ira: 'IRA', roth: 'Roth IRA' };

/** Describes the yearly limit of a kind of contribution, and how much of it is left. */
export const describeContributionLimit = (kind: string, limit: string, left: string): string =>
  `Your ${LIMIT_NAMES[kind] ?? '401(k)'} limit is ${limit} a year${kind === 'roth' ? ' at your income' : ''}. You have ${left} left.`;

/**
 * Returns the message that explains a refusal to the customer, including its amounts; null for other errors.
 */
export function getRefusalMessage(error: unknown, currency: string): string | null {
  if (!isRefusal(error)) return null;
  const detail: Record<string, unknown> = refusalDetail(error);
  const { short = 0, available = 0, balance = 0 } = detail;
  const money: Money = (amount) => formatMoney(Number(amount), currency);
  switch (error.code) {
    case 'INSUF':
      return detail.held
        ? describeHold(detail, money)
        : `You have ${money(available)} available. You need ${money(short)} more.`;
    case 'CSHLM':
      return `You can withdraw up to ${money(detail['cash'])} in cash. ${money(detail['release'])} more of your check deposit can be withdrawn starting ${formatListDate(String(detail.releases_at))}.`;
    case 'OVRLM':
      if (detail['bucket'] === 'line')
        return `That's more than your available credit. You can draw up to ${money(available)}.`;
      if (detail['bucket'])
        return `With its ${money(detail['fee'])} fee, this is more than the ${money(available)} available.`;
      return `This charge would exceed the card's credit limit. You have ${money(available)} available.`;
    case 'OVPAY':
      return `That's more than you owe. Your balance is ${money(balance)}.`;
    case 'NTZRO':
      return `This account still has ${money(balance)}. Choose where to transfer it.`;
    case 'NOOFR':
      return detail.status === 'expired'
        ? 'This offer has expired. Apply again to get a new one.'
        : 'This offer is no longer available.';
    case 'BADST':
      return 'This application has changed. Check its current status.';
    case 'SPLIM':
      return describeSpendingLimit(detail, money);
    case 'NOREW':
      return `That's more than you've earned. You have ${money(available)} available.`;
    case 'NOLFT':
      return `Only ${money(available)} is left in that category.`;
    case 'NOSUM':
      return `The parts don't add up to the total. ${money(detail.left)} is left.`;
    case 'OWING':
      return describeOpenMatter(detail, money);
    case 'STMNT':
      return describeStatementRefusal(detail);
    case 'NODIS':
      return describeDisputeRefusal(detail, money);
    case 'NORET':
      return detail.why === 'amount'
        ? `You can return up to ${money(detail.highest)} of this purchase.`
        : error.message;
    case 'NOPAU':
    case 'NOREF':
    case 'OFEXP':
      return describeDebtRefusal(detail, money) ?? error.message;
    case 'CONTR':
      return describeContributionLimit(
        String(detail['kind']),
        money(detail.limit),
        money(detail['remaining']),
      );
    case 'NOELG':
      return describeInsuranceRefusal(detail, money) ?? error.message;
    case 'CDLCK':
      return describeLockedCertificate(detail, money) ?? error.message;
    case 'QTEXP':
      return describeNewPrice(detail);
    case 'PAYLM':
      if (detail['rule'] === 'own') return describeTransferLimit(detail);
      return detail['rule'] === 'payment'
        ? `You can send up to ${money(detail.limit)} per payment.`
        : `You can send ${money(detail.left)} more today. Your daily limit is ${money(detail.limit)}.`;
    case 'NOTOP':
      return describeClosedTransfer(detail);
    case 'TSOON':
      return 'You can send one reminder per day. Try again tomorrow.';
    default:
      return error.message;
  }
}

/** Returns an error handler that shows refusals as toasts. The query client reports other failures. */
export function toastRefusal(currency: string) {
  return (error: unknown) => {
    const message = getRefusalMessage(error, currency);
    if (message) toast.error(message);
  };
}

/** Returns the penalty that the customer must confirm, or until when the money is locked. */
function describeLockedCertificate(
  { matures_on, amount, penalty }: Record<string, unknown>,
  money: Money,
): string | undefined {
  if (!matures_on) return undefined;
  const on = formatTextDate(String(matures_on));
  return penalty === undefined
    ? `Money in this CD stays there until it matures on ${on}. Open the CD to withdraw early.`
    : `This CD matures on ${on}. Withdrawing ${money(amount)} now has a ${money(penalty)} penalty.`;
}

function describeNewPrice({ old, new: next, currency, fixed_side }: Record<string, unknown>) {
  const verb = fixed_side === 'target' ? 'pay' : 'receive';
  const price = (amount: unknown) => formatMoney(Number(amount), String(currency));
  return old === next
    ? `The price expired. The new price is the same: you ${verb} ${price(next)}. Review it to continue.`
    : `The price changed: you ${verb} ${price(next)} instead of ${price(old)}. Review the new price to continue.`;
}

function describeTransferLimit({ left, limit, currency }: Record<string, unknown>) {
  const money = (amount: unknown) => formatMoney(Number(amount), String(currency));
  return `You can transfer ${money(left)} more today. Your daily limit in Settings is ${money(limit)}.`;
}

function describeSpendingLimit(
  { rule, kind, limit, spent, category, merchant }: Record<string, unknown>,
  money: Money,
) {
  const on = category ? ` on ${category}` : '';
  if (rule === 'merchant') return `This virtual card only works at ${merchant}.`;
  if (limit === 0) return `You have blocked spending${on}.`;
  if (kind === 'transaction') return `Your limit is ${money(limit)} per purchase${on}.`;
  const left = money(Math.max(0, Number(limit) - Number(spent)));
  if (rule === 'virtual') return `You have ${left} left on this virtual card.`;
  return `You have ${left} left of your ${money(limit)} monthly limit${on}.`;
}

/** Describes the hold that ends first. The details have no hold if nothing is set aside. */
function describeHold(detail: Record<string, unknown>, money: Money) {
  const { available, hold, merchant, deposit, release, releases_at } = detail;
  const have = `You have ${money(available)} available.`;
  const date = releases_at ? formatListDate(String(releases_at)) : undefined;
  if (deposit) {
    const next = date && release ? ` ${money(release)} of it becomes available on ${date}.` : '';
    return `${have} ${money(hold)} of a deposit is on hold.${next} Enter a smaller amount.`;
  }
  const by = merchant ? `${merchant} has a ${money(hold)} hold` : `${money(hold)} is on hold`;
  return `${have} ${by} until ${date} at the latest. Enter a smaller amount.`;
}

function describeOpenMatter(
  { balance, rewards, disputes, refunds, credit_on, held, releases_at }: Record<string, unknown>,
  money: Money,
) {
  if (Number(held) > 0)
    return `${money(held)} is on hold. ${releases_at ? `It ends by ${formatListDate(String(releases_at))}.` : 'Close the card when it has posted.'}`;
  if (Number(disputes) > 0) return 'A dispute isn\u2019t settled yet. Wait until it is, or withdraw it.';
  if (Number(refunds) > 0) return 'A refund to this card is still on its way.';
  if (Number(balance) > 0) return `You still owe ${money(balance)}. Pay it first.`;
  if (Number(balance) < 0) return `This card has a credit balance of ${money(-Number(balance))}.`;
  if (credit_on) return 'A fraud credit on this card is still pending.';
  return `Redeem your rewards first: ${money(rewards)}.`;
}

function describeDisputeRefusal({ why, highest, days }: Record<string, unknown>, money: Money) {
  if (why === 'age') return `You can dispute a charge within ${days} days.`;
  if (why === 'amount') return `You can dispute up to ${money(highest)} of this charge.`;
  if (why === 'disputed') return 'You already disputed this charge.';
  if (why === 'credited') return 'This charge was already credited.';
  if (why === 'refunded') return 'You already returned this purchase.';
  if (why === 'imported') return 'This charge was imported from another bank. Dispute it there.';
  return 'You can only dispute purchases.';
}

function describeStatementRefusal({ reason, date }: Record<string, unknown>) {
  const day = formatTextDate(String(date));
  return reason === 'due'
    ? `Its payments counted toward the payment due on ${day}. You can return to an earlier checkpoint instead.`
    : `Your card statement of ${day} includes it. You can return to an earlier checkpoint instead.`;
}

const DEBT_REASONS: Record<string, string> = {
  owes_nothing: 'This debt is already paid off.',
  paused: 'Payments are paused. End the pause first.',
  past_due: 'Pay the past-due amount first.',
  not_paused: "Payments aren't paused.",
  product: 'You can combine loans, or refinance one mortgage.',
  currency: 'You can only combine debts in the same currency.',
  none: 'Choose at least one debt.',
  accepted: 'You already accepted this offer.',
  expired: 'This offer has expired. Request a new one.',
};

function describeDebtRefusal({ reason, again_on, highest }: Record<string, unknown>, money: Money) {
  if (reason === 'too_soon')
    return `You can pause payments once every 12 months.${again_on ? ` Try again on ${formatTextDate(String(again_on))}.` : ''}`;
  if (reason === 'value') return `You can borrow up to 90% of your home's value: ${money(highest)}.`;
  return DEBT_REASONS[String(reason)];
}

/** Returns why mortgage insurance can't be removed yet, and when it can be. */
function describeInsuranceRefusal(detail: Record<string, unknown>, money: Money): string | undefined {
  const { reason, percent, balance, highest, value, original_value } = detail;
  if (reason === 'balance')
    return `You owe ${percent}% of your home's original value (${money(balance)}). You can ask to remove PMI at 80% (${money(highest)}).`;
  if (reason === 'home_value')
    return `Your home is worth ${money(value)}, less than its original value of ${money(original_value)}. You can ask again when it has recovered.`;
  if (reason === 'late')
    return 'You can ask after 12 months with no payment 30 days late, and 24 months with none 60 days late.';
  if (reason === 'none') return 'This mortgage has no mortgage insurance.';
  return DEBT_REASONS[String(reason)];
}

function describeClosedTransfer({ state }: Record<string, unknown>) {
  if (state === 'completed') return 'This was already paid.';
  if (state === 'declined') return 'This was declined.';
  if (state === 'expired') return 'This has expired.';
  return 'The sender canceled this.';
}
