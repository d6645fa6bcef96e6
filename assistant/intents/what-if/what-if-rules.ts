import { formatPlain } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { cents } from '../../parser/amounts.ts';
import { defineDecision, slot } from '../../parser/define-intent.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { assumeAccount } from './what-if-slots.ts';

const SIDE_JOB = /\b(?:second|side|new|another|part-time|extra|better)\b/i;

/** Returns the decision to change the amount of a recurring deposit or scheduled payment. */
const changeAmount = (rule: { id: string }, amount: number, name: string) => ({
  decision: { kind: 'change_rule', ruleId: rule.id, amount: toMinor(amount) } as const,
  name,
});

/** Matches "Get a 5% raise", "earn 300 less", "take a second job paying 600 a month". */
export const payChange = defineDecision({
  unless: 'lose',
  matches: (spans) =>
    spans.has('job')
      ? spans.matches(SIDE_JOB)
      : spans.has('raisepay earn salary') ||
        spans.matches(/\b(?:my|a|an?\w*) (?:pay|raise)\b|\bget(?:ting)? a (?:\S+ )?raise\b/i),
  optional: 'another earn salary pay make receive have money job new',
  optionalPattern: /^(?:second|side|part-time|new|paying|gig)$/,
  slots: {
    isChange: (spans: MatchedSpans) => spans.match('raisepay raise lower more less extra'),
    every: slot.frequency,
    percent: slot.percent,
    amount: slot.amount,
  },
  build: (spans, { isChange, every, percent, amount: stated }) => {
    if (spans.matchNames(['loan', 'mortgage', 'card', 'payment']).length > 0) return null;
    spans.matchNames(['category'], ({ raw }) => /salary|pay|wage/i.test(raw));
    const [pay, another] = spans.customer.autoDeposits.filter(({ isPay }) => isPay);
    const onlyPay = another ? undefined : pay;
    const isLess = spans.has('lower less');
    const assumeChange = (rule: { name: string; amount: number }, changed: number) =>
      spans.assume(
        'amount',
        `${rule.name} at ${formatPlain(changed)} instead of ${formatPlain(rule.amount)}`,
      );
    if (percent) {
      if (!onlyPay)
        return spans.refuse(
          'unknown_name',
          "We couldn't tell which auto deposit is your paycheck. Mark exactly one as your paycheck, or enter an amount.",
        );
      const changed = cents(onlyPay.amount * (1 + ((isLess ? -1 : 1) * percent.percent) / 100));
      assumeChange(onlyPay, changed);
      const verb = isLess ? 'falls' : 'rises';
      return changeAmount(onlyPay, changed, `${onlyPay.name} ${verb} by ${percent.percent}%`);
    }
    if (!stated) return spans.ask('what_if', 'amount', 'By how much per month?', 'Change in pay');
    const { amount } = stated.value;
    const isTotal =
      spans.matches(/\bto\s+[$\u20ac\u00a3]?\d/i) ||
      (!isChange && !spans.has('job') && every?.frequency === 'MONTHLY');
    if (isTotal)
      return !onlyPay || (every && every.frequency !== onlyPay.frequency)
        ? null
        : changeAmount(onlyPay, amount, `${onlyPay.name} at ${formatPlain(amount)}`);
    if (isLess) {
      if (!onlyPay || onlyPay.amount <= amount) return null;
      const changed = cents(onlyPay.amount - amount);
      assumeChange(onlyPay, changed);
      return changeAmount(onlyPay, changed, `${onlyPay.name} falls by ${formatPlain(amount)}`);
    }
    if (every && every.frequency !== 'MONTHLY' && every.frequency !== 'WEEKLY')
      return spans.refuse('period', 'Enter an amount per month or per week.');
    if (!every) spans.assume('frequency', 'every month');
    const accountId = assumeAccount(spans);
    if (!accountId) return null;
    const frequency = every?.frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY';
    return {
      decision: { kind: 'new_income', name: 'More pay', accountId, amount: toMinor(amount), frequency },
      name: `Earn ${formatPlain(amount)} more`,
    };
  },
});

/** Matches "Rent goes up by 10%", "cancel Netflix". */
export const paymentChange = defineDecision({
  optional: 'subscription pay payment bill cost more have membership raise lower',
  optionalPattern: /^(?:membership|paying)$/,
  slots: {
    // "Groceries go up" is about a category, even if one payment is in it.
    match: slot.name(['payment'], ({ refs }) =>
      refs.some(({ is, strength }) => is === 'payment' && strength > 1),
    ),
    isStopped: (spans: MatchedSpans) => spans.match('stopit no delete lose not close less'),
    amount: slot.amount,
    percent: slot.percent,
    every: slot.frequency,
  },
  build: (spans, { match, isStopped, amount, percent, every }) => {
    const payment = spans.customer.scheduledPayments.find(({ id }) => id === match?.refs[0]?.id);
    if (!match || !payment) return null;
    if (match.refs.length > 1) spans.ask('what_if', 'rule', 'Which payment?', 'Change a payment', match);
    if (every && every.frequency !== 'MONTHLY') return null;
    const change = spans.matchFirst('raise lower');
    const { id, name } = payment;
    if (isStopped && !change)
      return amount || percent
        ? null
        : { decision: { kind: 'stop_rule', ruleId: id }, name: `Without ${name}` };
    if (!amount && !percent) return null;
    if (payment.amount === null)
      return spans.refuse('amount', `${name} doesn't have a fixed amount to change.`);
    const isRelative =
      percent !== null ||
      (change !== null && (spans.matches(/\bby\b/i) || !spans.matches(/\bto\b|\bis\b|\bwas\b|\bwere\b/i)));
    const by = percent ? (payment.amount * percent.percent) / 100 : (amount?.value.amount ?? 0);
    const changed = isRelative ? cents(payment.amount + (change === 'lower' ? -by : by)) : by;
    if (changed <= 0) return spans.refuse('amount', `${name} is less than that. Enter a smaller amount.`);
    const title = `${name} at ${formatPlain(changed)}`;
    if (isRelative) spans.assume('amount', `${title} instead of ${formatPlain(payment.amount)}`);
    return changeAmount(payment, changed, title);
  },
});
