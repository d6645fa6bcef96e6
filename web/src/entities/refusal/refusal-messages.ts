import { formatDate } from '../../lib/dates';
import { formatMoney } from '../../lib/money';
import { isRefusal, refusalDetail } from '../../lib/refusals';

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
    case 'NOOFR':
      return detail.status === 'expired'
        ? 'This offer has run out. Apply anew to get another.'
        : 'This offer is no longer open.';
    case 'BADST':
      return 'Something has happened to this application meanwhile. Look at where it stands now.';
    case 'SPLIM':
      return spendingLimitWords(detail, money);
    case 'NOREW':
      return `That is more than you have earned. Available: ${money(available)}.`;
    case 'NOLFT':
      return `There is only ${money(available)} left there.`;
    case 'NOSUM':
      return `The parts do not add up: ${money(detail.left)} is left.`;
    case 'OWING':
      return openMatterWords(detail, money);
    case 'NODIS':
      return noDisputeWords(detail, money);
    case 'NOPAU':
      return noPauseWords(detail);
    case 'NOREF':
      return noRefinanceWords(detail, money);
    case 'PAYLM':
      return detail['rule'] === 'payment'
        ? `At most ${money(detail.limit)} can be paid to people at once.`
        : `${money(detail.left)} left of the ${money(detail.limit)} that you can pay to people today.`;
    case 'NOTOP':
      return notOpenWords(detail);
    case 'TSOON':
      return 'You can remind them once a day, from tomorrow on.';
    case 'OFEXP':
      return detail['reason'] === 'accepted'
        ? 'You have accepted this offer already.'
        : 'This offer has expired.';
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

function openMatterWords({ balance, rewards, disputes, credit_on }: Record<string, unknown>, money: Money) {
  if (Number(disputes) > 0) return 'A dispute is still in review.';
  if (Number(balance) > 0) return `You still owe ${money(balance)}.`;
  if (Number(balance) < 0) return `The bank still owes you ${money(-Number(balance))}.`;
  if (credit_on) return 'The bank has yet to credit a fraud on this card.';
  return `Redeem your rewards first: ${money(rewards)}.`;
}

function noDisputeWords({ why, highest, days }: Record<string, unknown>, money: Money) {
  if (why === 'age') return `A charge can be disputed for ${days} days.`;
  if (why === 'amount') return `At most ${money(highest)} of this charge can be disputed.`;
  if (why === 'disputed') return 'This charge has been disputed already.';
  if (why === 'credited') return 'The bank has credited this charge already.';
  return 'Only charges can be disputed.';
}

function noPauseWords({ reason, paused_until: until, again_on: again }: Record<string, unknown>) {
  if (reason === 'owes_nothing') return 'Nothing is owed any more.';
  if (reason === 'paused') return `It is paused until ${dayWords(until)}.`;
  if (reason === 'too_soon') return `It can be paused once in twelve months, again from ${dayWords(again)}.`;
  if (reason === 'past_due') return 'It is 90 days past due: too late for a pause.';
  return 'It is not paused.';
}

function noRefinanceWords({ reason, highest }: Record<string, unknown>, money: Money) {
  if (reason === 'owes_nothing') return 'One of these debts is paid back already.';
  if (reason === 'past_due') return 'A debt that is past due cannot be refinanced.';
  if (reason === 'paused') return 'A debt that is paused cannot be refinanced.';
  if (reason === 'currency') return 'Debts in one currency only can become one.';
  if (reason === 'value') return `The bank lends up to ${money(highest)} on this home.`;
  if (reason === 'product') return 'Loans can become one loan, and one mortgage another.';
  return 'Choose what should be refinanced.';
}

function notOpenWords({ state }: Record<string, unknown>) {
  if (state === 'completed') return 'This has been paid already.';
  if (state === 'declined') return 'This was declined.';
  if (state === 'expired') return 'This has expired.';
  return 'This was taken back by who sent it.';
}

/** A day as the bank tells it: `2026-10-14`. */
const dayWords = (day: unknown) => formatDate(String(day));
