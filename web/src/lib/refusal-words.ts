import { formatMoney } from './money';
import { isRefusal, refusalDetail } from './refusals';

/** What the bank's refusal of an amount means to the customer, with the amounts it gave; null when it is no refusal. */
export function refusalWords(error: unknown, currency: string): string | null {
  if (!isRefusal(error)) return null;
  const { short = 0, available = 0, balance = 0 } = refusalDetail(error);
  const money = (amount: number) => formatMoney(amount, currency);
  switch (error.code) {
    case 'INSUF':
      return `${money(short)} short. Available: ${money(available)}.`;
    case 'OVRLM':
      return `This would pass the card's limit. Available: ${money(available)}.`;
    case 'OVPAY':
      return `That is more than you owe. You owe ${money(balance)}.`;
    case 'NTZRO':
      return `There is still ${money(balance)} in the account. Choose where it should go.`;
    default:
      return error.message;
  }
}
