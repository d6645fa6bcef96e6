import { dayText } from '../../engine/calendar/calendar.ts';
import { cents } from '../parser/amounts.ts';
import { best, beyond, named, type Rule } from '../parser/matched-spans.ts';
import { askAmount, saidAmount } from './actions.ts';

const DEPOSIT_FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** "Auto deposit 500 into checking every week", "deposit 100 a month in savings". */
export const autoDeposit: Rule = (spans) => {
  if (spans.isQuestion) return null;
  const isNamed = spans.has('autodeposit');
  const isDeposit = spans.has('deposit') && spans.of('frequency').length > 0;
  if ((!isNamed && !isDeposit) || spans.has('when whatif upcoming howto')) return null;
  spans.any('autodeposit deposit schedule make money once set');
  const every = spans.one('frequency');
  const { said, draft } = saidAmount(spans, 'auto_deposit', 'An auto deposit');
  if (draft) return draft;
  if (said?.is === 'share') return null;
  const [picked, another] = spans.names(['account']);
  if (another) return null;
  const time = spans.one('time');
  const accounts = spans.known.accounts;
  const refs = picked ? best(picked.refs) : accounts;
  const [only] = refs;
  const understood = `An auto deposit${only && refs.length === 1 ? ` into ${only.name}` : ''}`;
  if (!only) return null;
  if (
    !said &&
    !every &&
    !picked &&
    !spans.has('schedule', 'set') &&
    !/\b(?:add|create|set|make|start)\b/i.test(spans.text)
  )
    return null;
  if (refs.length > 1)
    return spans.ask(
      'auto_deposit',
      'account',
      'Into which account?',
      understood,
      picked
        ? spans.choicesFor(picked.item, refs)
        : spans.choicesAdding(
            accounts.map(({ name }) => name),
            'into *',
          ),
    );
  if (said?.is !== 'exact') return askAmount(spans, 'auto_deposit', understood);
  const frequency = DEPOSIT_FREQUENCIES.find((one) => one === every?.frequency);
  if (every && !frequency)
    return beyond('no_such_product', 'Auto deposits can be hourly, daily, weekly, or monthly.');
  if (!frequency)
    return spans.ask(
      'auto_deposit',
      'frequency',
      'How often?',
      understood,
      spans.choicesAdding([
        { label: 'Every day', ask: 'every day' },
        { label: 'Every week', ask: 'every week' },
        { label: 'Every month', ask: 'every month' },
      ]),
    );
  const on = time && spans.period(time.time, 'future').from;
  const tomorrow = dayText(spans.today + 1);
  if (!on) spans.assume('on', 'starting tomorrow');
  const { amount, currency } = said;
  return {
    kind: 'auto_deposit',
    account: named(only),
    amount,
    currency,
    frequency,
    on: on ?? tomorrow,
    name: 'Auto deposit',
  };
};

/** "Set my food budget to 400", "raise the groceries budget by 50", "budget 300 for eating out". */
export const setBudget: Rule = (spans) => {
  if (spans.isQuestion) return null;
  if (!spans.has('budget') && !(spans.has('limit', 'set') && spans.of('frequency').length > 0)) return null;
  const [first] = spans.of('amount');
  const isAsked = /^\s*(?:what|how|am i|is|when|why|do i|did i|have i)\b/i.test(spans.text);
  if (isAsked || spans.has('left over_budget whatif spend count howto')) return null;
  const isSaid = spans.has('set raise lower make schedule put limit open') || first !== undefined;
  if (!isSaid) return null;
  const way = spans.lemma('raise', 'lower');
  spans.any('budget set make schedule put limit open spend extra category transfer new');
  const every = spans.one('frequency');
  if (every && every.frequency !== 'MONTHLY')
    return beyond('no_such_product', 'Budgets are monthly. Enter an amount per month.');
  const picked = spans.names(['category']);
  const [category, another] = picked;
  if (another) return null;
  const [time] = spans.of('time');
  if (time) {
    const { from } = spans.period(time.time, 'future');
    if (from === null || from.slice(0, 7) !== spans.known.today.slice(0, 7)) return null;
    spans.take(time);
  }
  const { said, draft } = saidAmount(spans, 'set_budget', 'A budget');
  if (draft) return draft;
  if (said && said.is !== 'exact') return null;
  const { categories, budgets } = spans.known;
  if (!category)
    return spans.ask(
      'set_budget',
      'category',
      'For which category?',
      'Set a budget',
      spans.choicesAdding(
        categories.filter(({ kind }) => kind === 'spending').map(({ name }) => name),
        'for *',
      ),
    );
  const [ref] = best(category.refs);
  if (!ref) return null;
  if (ref.strength === 1)
    spans.assume('category', `\u201c${category.item.raw}\u201d is in the ${ref.name} category`);
  if (!said) return askAmount(spans, 'set_budget', `A budget for ${ref.name}`);
  const isBy = way !== null && (/\bby\b/i.test(spans.text) || !/\bto\b/i.test(spans.text));
  const present = budgets.find(({ categoryId }) => categoryId === ref.id)?.amount;
  if (!isBy) return { kind: 'set_budget', category: named(ref), amount: said.amount };
  if (present === undefined)
    return beyond(
      'unknown_name',
      `You don't have a budget for ${ref.name} yet. Enter the monthly amount to create one.`,
    );
  const amount = cents(present + (way.lemma === 'raise' ? said.amount : -said.amount));
  if (amount <= 0)
    return beyond('amount', `Your budget for ${ref.name} is less than that. Enter a smaller amount.`);
  spans.assume('amount', `${present} ${way.lemma === 'raise' ? 'plus' : 'minus'} ${said.amount} = ${amount}`);
  return { kind: 'set_budget', category: named(ref), amount };
};
