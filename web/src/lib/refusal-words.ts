import { formatMoney } from './money';
import { isRefusal, refusalDetail } from './refusals';

type Money = (amount: unknown) => string;

/** What the bank's refusal of an amount means to the customer, with the amounts it gave; null when it is no refusal. */
export function refusalWords(error: unknown, currency: string): string | null {
  if (!isRefusal(error)) return null;
  const detail: Record<string, unknown> = refusalDetail(error);
  const { short = 0, available = 0, balance = 0 } = detail;
  const money: Money = (amount) => formatMoney(Number(amount), currency);
  switch (error.code) {
    case 'INSUF':
      return `${money(short)} short. Available: ${money(available)}.`;
    case 'OVRLM':
      return `This would pass the card's limit. Available: ${money(available)}.`;
    case 'OVPAY':
      return `That is more than you owe. You owe ${money(balance)}.`;
    case 'NTZRO':
      return `There is still ${money(balance)} in the account. Choose where it should go.`;
    case 'SPLIM':
      return spendingLimitWords(detail, money);
    case 'NOREW':
      return `That is more than you have earned. Available: ${money(available)}.`;
    case 'OWING':
      return openMatterWords(detail, money);
    case 'NODIS':
      return noDisputeWords(detail, money);
    default:
      return error.message;
  }
}

function spendingLimitWords(
  { rule, kind, limit, spent, category, merchant }: Record<string, unknown>,
  money: Money,
) {
  const on = category ? ` on ${category}` : '';
  if (rule === 'merchant') return `This virtual card works only at ${merchant}.`;
  if (limit === 0) return `You have blocked spending${on}.`;
  if (kind === 'transaction') return `You allow ${money(limit)} a purchase${on}.`;
  const left = money(Math.max(0, Number(limit) - Number(spent)));
  if (rule === 'virtual') return `${left} left on this virtual card.`;
  return `${left} left of the ${money(limit)} a month that you allow${on}.`;
}

function openMatterWords({ balance, rewards, disputes }: Record<string, unknown>, money: Money) {
  if (Number(disputes) > 0) return 'A dispute is still in review.';
  if (Number(balance) > 0) return `You still owe ${money(balance)}.`;
  if (Number(balance) < 0) return `The bank still owes you ${money(-Number(balance))}.`;
  return `Redeem your rewards first: ${money(rewards)}.`;
}

function noDisputeWords({ why, highest, days }: Record<string, unknown>, money: Money) {
  if (why === 'age') return `A charge can be disputed for ${days} days.`;
  if (why === 'amount') return `At most ${money(highest)} of this charge can be disputed.`;
  if (why === 'disputed') return 'This charge has been disputed already.';
  if (why === 'credited') return 'The bank has credited this charge already.';
  return 'Only charges can be disputed.';
}
