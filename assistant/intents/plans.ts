import { dayText } from '../../engine/calendar/calendar.ts';
import { cents } from '../parser/amounts.ts';
import { defineIntent, frequencySlot, nameSlot, timeSlot } from '../parser/define-intent.ts';
import { beyond, named } from '../parser/matched-spans.ts';
import { askAmount, parseStatedAmount } from './actions.ts';

const DEPOSIT_FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** "Auto deposit 500 into checking every week", "deposit 100 a month in savings". */
export const autoDeposit = defineIntent({
  isAction: true,
  unless: 'when whatif upcoming howto',
  matches: (spans) => spans.has('autodeposit') || (spans.has('deposit') && spans.of('frequency').length > 0),
  words: 'autodeposit deposit schedule make money once set',
  slots: { every: frequencySlot },
  build: (spans, { every }) => {
    const { said, draft } = parseStatedAmount(spans, 'auto_deposit', 'An auto deposit');
    if (draft) return draft;
    const [picked, another] = spans.names(['account']);
    const { accounts } = spans.known;
    const refs = picked?.refs ?? accounts;
    const [only] = refs;
    if (said?.is === 'share' || another || !only) return null;
    const time = spans.one('time');
    const isRequest = spans.has('schedule set') || /\b(?:add|create|set|make|start)\b/i.test(spans.text);
    if (!said && !every && !picked && !isRequest) return null;
    const understood = `An auto deposit${refs.length === 1 ? ` into ${only.name}` : ''}`;
    if (refs.length > 1) {
      const asks = {
        of: 'auto_deposit',
        slot: 'account',
        question: 'Into which account?',
        understood,
      } as const;
      return picked ? spans.askWhich(asks, picked) : spans.askToAdd(asks, accounts, 'into *');
    }
    if (said?.is !== 'exact') return askAmount(spans, 'auto_deposit', understood);
    const frequency = DEPOSIT_FREQUENCIES.find((one) => one === every?.frequency);
    if (every && !frequency)
      return beyond('no_such_product', 'Auto deposits can be hourly, daily, weekly, or monthly.');
    if (!frequency) {
      const choices = ['day', 'week', 'month'].map((unit) => ({
        label: `Every ${unit}`,
        ask: `every ${unit}`,
      }));
      return spans.ask('auto_deposit', 'frequency', 'How often?', understood, spans.choicesAdding(choices));
    }
    const on = time && spans.period(time.time, 'future').from;
    if (!on) spans.assume('on', 'starting tomorrow');
    const { amount, currency } = said;
    return {
      kind: 'auto_deposit',
      account: named(only),
      amount,
      currency,
      frequency,
      on: on ?? dayText(spans.today + 1),
      name: 'Auto deposit',
    };
  },
});

const ASKS_ABOUT_BUDGET = /^\s*(?:what|how|am i|is|when|why|do i|did i|have i)\b/i;

/** "Set my food budget to 400", "raise the groceries budget by 50", "budget 300 for eating out". */
export const setBudget = defineIntent({
  isAction: true,
  unless: 'left over_budget whatif spend count howto',
  matches: (spans) =>
    (spans.has('budget') || (spans.has('limit set') && spans.of('frequency').length > 0)) &&
    (spans.has('set raise lower make schedule put limit open') || spans.of('amount').length > 0) &&
    !ASKS_ABOUT_BUDGET.test(spans.text),
  words: 'raise lower budget set make schedule put limit open spend extra category transfer new',
  slots: { every: frequencySlot, category: nameSlot(['category']), time: timeSlot },
  build: (spans, { every, category, time }) => {
    if (every && every.frequency !== 'MONTHLY')
      return beyond('no_such_product', 'Budgets are monthly. Enter an amount per month.');
    const from = time && spans.period(time.time, 'future').from;
    if (time && from?.slice(0, 7) !== spans.known.today.slice(0, 7)) return null;
    const { said, draft } = parseStatedAmount(spans, 'set_budget', 'A budget');
    if (draft) return draft;
    if (said && said.is !== 'exact') return null;
    const { categories, budgets } = spans.known;
    if (!category) {
      const asks = { slot: 'category', question: 'For which category?', understood: 'Set a budget' };
      const spending = categories.filter(({ kind }) => kind === 'spending');
      return spans.askToAdd({ of: 'set_budget', ...asks }, spending, 'for *');
    }
    const { ref, item } = category;
    if (ref.strength === 1)
      spans.assume('category', `\u201c${item.raw}\u201d is in the ${ref.name} category`);
    if (!said) return askAmount(spans, 'set_budget', `A budget for ${ref.name}`);
    const way = spans.lemma('raise', 'lower');
    if (!way || (!/\bby\b/i.test(spans.text) && /\bto\b/i.test(spans.text)))
      return { kind: 'set_budget', category: named(ref), amount: said.amount };
    const present = budgets.find(({ categoryId }) => categoryId === ref.id)?.amount;
    if (present === undefined)
      return beyond(
        'unknown_name',
        `You don't have a budget for ${ref.name} yet. Enter the monthly amount to create one.`,
      );
    const [sign, word] = way.lemma === 'raise' ? [1, 'plus'] : [-1, 'minus'];
    const amount = cents(present + sign * said.amount);
    if (amount <= 0)
      return beyond('amount', `Your budget for ${ref.name} is less than that. Enter a smaller amount.`);
    spans.assume('amount', `${present} ${word} ${said.amount} = ${amount}`);
    return { kind: 'set_budget', category: named(ref), amount };
  },
});
