import { dayText } from '../../engine/calendar/calendar.ts';
import { formatPlain } from '../../engine/money/amount-text.ts';
import { cents } from '../parser/amounts.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import { askAmount, matchAmount } from './money-slots.ts';

const DEPOSIT_FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** Matches "Auto deposit 500 into checking every week", "deposit 100 a month in savings". */
export const autoDeposit = defineIntent({
  isAction: true,
  unless: 'when whatif upcoming howto',
  matches: (spans) =>
    spans.has('autodeposit') || (spans.has('deposit') && spans.unmatched('frequency').length > 0),
  optional: 'autodeposit deposit schedule make money once set',
  slots: { every: slot.frequencyFrom, match: slot.name(['account']), time: slot.time },
  build: (spans, { every, match, time }) => {
    const { accounts } = spans.customer;
    if (spans.unmatched('percent').length > 0) return refuseShare(spans);
    const [account, another] = match?.refs ?? accounts;
    if (!account) return null;
    const amount = matchAmount(spans, 'auto_deposit', 'An auto deposit');
    const isRequest = spans.has('schedule set') || spans.matches(/\b(?:add|create|set|make|start)\b/i);
    if (amount?.is === 'share' || (!amount && !every && !match && !isRequest)) return null;
    const understood = `An auto deposit${another ? '' : ` into ${account.name}`}`;
    if (another) {
      const [options, place] = match ? [match.refs, match.item] : [accounts, 'into *'];
      return spans.ask('auto_deposit', 'account', 'Into which account?', understood, options, place);
    }
    if (amount?.is !== 'exact') return askAmount(spans, 'auto_deposit', understood);
    const frequency = DEPOSIT_FREQUENCIES.find((entry) => entry === every?.frequency);
    if (every && !frequency)
      return spans.refuse('no_such_product', 'Auto deposits can be hourly, daily, weekly, or monthly.');
    if (!frequency) {
      const options = ['day', 'week', 'month'].map((unit) => ({
        label: `Every ${unit}`,
        ask: `every ${unit}`,
      }));
      return spans.ask('auto_deposit', 'frequency', 'How often?', understood, options);
    }
    const stated = time && spans.toPeriod(time.time, 'future').from;
    const on = stated ?? (every?.from == null ? null : dayText(every.from));
    if (!on) spans.assume('on', 'starting tomorrow');
    return {
      kind: 'auto_deposit',
      account: toNamed(account),
      amount: amount.amount,
      currency: amount.currency,
      frequency,
      on: on ?? dayText(spans.today + 1),
      name: 'Auto deposit',
    };
  },
});

/** Refuses a percentage of each paycheck, and offers the fixed amount that a recurring transfer needs. */
export function refuseShare(spans: MatchedSpans): null {
  const [percent] = spans.unmatched('percent');
  const [pay, another] = spans.customer.autoDeposits.filter(({ isPay }) => isPay);
  spans.matchAll();
  const amount = pay && !another && percent ? cents((pay.amount * percent.percent) / 100) : null;
  return spans.refuse(
    'no_such_product',
    'Recurring transfers move a fixed amount, not a percentage of each paycheck.',
    amount === null ? [] : [`Transfer ${formatPlain(amount)} to savings every payday`],
  );
}

/** Returns true for "raise food by 50", if food has a budget. */
const changesBudget = (spans: MatchedSpans) =>
  spans.has('raise lower') &&
  spans.unmatched('amount').length === 1 &&
  !spans.has('rate limit payment pay') &&
  spans.unmatched('name').every(({ refs }) => {
    const [best] = getStrongest(refs);
    return best?.is === 'category' && spans.customer.budgets.some(({ categoryId }) => categoryId === best.id);
  }) &&
  spans.mentions('category');

/** Matches "Set my food budget to 400", "raise the groceries budget by 50", "budget 300 for eating out". */
export const setBudget = defineIntent({
  isAction: true,
  unless: 'left over_budget whatif spend count howto',
  exceptPattern: /^\s*(?:what|how|am i|is|when|why|do i|did i|have i)\b/i,
  matches: (spans) =>
    (spans.has('budget') ||
      (spans.has('limit set') && spans.unmatched('frequency').length > 0) ||
      changesBudget(spans)) &&
    (spans.has('set raise lower make schedule put limit open') || spans.unmatched('amount').length > 0),
  optional: 'raise lower budget set make schedule put limit open spend extra category transfer new',
  slots: { every: slot.frequency, match: slot.name(['category']), time: slot.time },
  build: (spans, { every, match, time }) => {
    if (every && every.frequency !== 'MONTHLY')
      return spans.refuse('no_such_product', 'Budgets are monthly. Enter an amount per month.');
    const { customer } = spans;
    const from = time && spans.toPeriod(time.time, 'future').from;
    if (time && from?.slice(0, 7) !== customer.today.slice(0, 7)) return null;
    const percent = spans.has('raise lower') ? spans.matchKind('percent')?.percent : undefined;
    const stated = percent === undefined ? matchAmount(spans, 'set_budget', 'A budget') : null;
    if (stated && stated.is !== 'exact') return null;
    const [category] = match?.refs ?? [];
    if (!match || !category) {
      const spending = customer.categories.filter(({ kind }) => kind === 'spending');
      return spans.ask('set_budget', 'category', 'For which category?', 'Set a budget', spending, 'for *');
    }
    if (category.strength === 1)
      spans.assume('category', `\u201c${match.item.raw}\u201d is in the ${category.name} category`);
    if (!stated && percent === undefined) return askAmount(spans, 'set_budget', `A ${category.name} budget`);
    const change = spans.matchFirst('raise lower');
    if (stated && (!change || (!spans.matches(/\bby\b/i) && spans.matches(/\bto\b/i))))
      return { kind: 'set_budget', category: toNamed(category), amount: stated.amount };
    const current = customer.budgets.find(({ categoryId }) => categoryId === category.id)?.amount;
    if (current === undefined)
      return spans.refuse(
        'unknown_name',
        `You don't have a ${category.name} budget yet. Enter a monthly amount to create one.`,
      );
    const [sign, operator] = change === 'raise' ? [1, 'plus'] : [-1, 'minus'];
    const difference = stated ? stated.amount : cents((current * (percent ?? 0)) / 100);
    const amount = cents(current + sign * difference);
    if (amount <= 0)
      return spans.refuse(
        'amount',
        `Your ${category.name} budget is less than that. Enter a smaller amount.`,
      );
    spans.assume('amount', `${current} ${operator} ${difference} = ${amount}`);
    return { kind: 'set_budget', category: toNamed(category), amount };
  },
});
