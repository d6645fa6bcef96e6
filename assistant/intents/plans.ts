import { dayText } from '../../engine/calendar/calendar.ts';
import { cents } from '../parser/amounts.ts';
import {
  best,
  beyond,
  choicesAdding,
  choicesFor,
  done,
  missing,
  named,
  type Rule,
} from '../parser/matched-spans.ts';
import { askAmount, saidAmount } from './actions.ts';

const DEPOSIT_FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** "Auto deposit 500 into checking every week", "deposit 100 a month in savings". */
export const autoDeposit: Rule = (claim) => {
  if (claim.isQuestion) return null;
  const isNamed = claim.has('autodeposit');
  const isDeposit = claim.has('deposit') && claim.of('frequency').length > 0;
  if ((!isNamed && !isDeposit) || claim.has('when whatif upcoming howto')) return null;
  claim.any('autodeposit deposit schedule make money once set');
  const every = claim.one('frequency');
  const { said, draft } = saidAmount(claim, 'auto_deposit', 'An auto deposit');
  if (draft) return draft;
  if (said?.is === 'share') return null;
  const [picked, another] = claim.names(['account']);
  if (another) return null;
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const accounts = claim.reading.known.accounts;
  const refs = picked ? best(picked.refs) : accounts;
  const [only] = refs;
  const understood = `An auto deposit${only && refs.length === 1 ? ` into ${only.name}` : ''}`;
  if (!only) return null;
  if (
    !said &&
    !every &&
    !picked &&
    !claim.has('schedule', 'set') &&
    !/\b(?:add|create|set|make|start)\b/i.test(claim.reading.text)
  )
    return null;
  if (refs.length > 1)
    return missing(claim, {
      of: 'auto_deposit',
      slot: 'account',
      question: 'Into which account?',
      understood,
      choices: picked
        ? choicesFor(claim, picked.item, refs)
        : choicesAdding(
            claim,
            accounts.map(({ name }) => ({ label: name, words: `into ${name}` })),
          ),
    });
  if (said?.is !== 'exact') return askAmount(claim, 'auto_deposit', understood);
  const frequency = DEPOSIT_FREQUENCIES.find((one) => one === every?.frequency);
  if (every && !frequency)
    return beyond('no_such_product', 'Auto deposits can be hourly, daily, weekly, or monthly.');
  if (!frequency)
    return missing(claim, {
      of: 'auto_deposit',
      slot: 'frequency',
      question: 'How often?',
      understood,
      choices: choicesAdding(claim, [
        { label: 'Every day', words: 'every day' },
        { label: 'Every week', words: 'every week' },
        { label: 'Every month', words: 'every month' },
      ]),
    });
  const on = time && claim.period(time.time, 'future').from;
  const tomorrow = dayText(claim.reading.today + 1);
  if (!on) claim.assume('on', 'starting tomorrow');
  const { amount, currency } = said;
  return done(claim, {
    kind: 'auto_deposit',
    account: named(only),
    amount,
    currency,
    frequency,
    on: on ?? tomorrow,
    name: 'Auto deposit',
  });
};

/** "Set my food budget to 400", "raise the groceries budget by 50", "budget 300 for eating out". */
export const setBudget: Rule = (claim) => {
  if (claim.isQuestion) return null;
  if (!claim.has('budget') && !(claim.has('limit', 'set') && claim.of('frequency').length > 0)) return null;
  const [first] = claim.of('amount');
  const isAsked = /^\s*(?:what|how|am i|is|when|why|do i|did i|have i)\b/i.test(claim.reading.text);
  if (isAsked || claim.has('left over_budget whatif spend count howto')) return null;
  const isSaid = claim.has('set raise lower make schedule put limit open') || first !== undefined;
  if (!isSaid) return null;
  const way = claim.lemma('raise', 'lower');
  claim.any('budget set make schedule put limit open spend extra category transfer new');
  const every = claim.one('frequency');
  if (every && every.frequency !== 'MONTHLY')
    return beyond('no_such_product', 'Budgets are monthly. Enter an amount per month.');
  const picked = claim.names(['category']);
  const [category, another] = picked;
  if (another) return null;
  const [time] = claim.of('time');
  if (time) {
    const { from } = claim.period(time.time, 'future');
    if (from === null || from.slice(0, 7) !== claim.reading.known.today.slice(0, 7)) return null;
    claim.take(time);
  }
  const { said, draft } = saidAmount(claim, 'set_budget', 'A budget');
  if (draft) return draft;
  if (said && said.is !== 'exact') return null;
  const { categories, budgets } = claim.reading.known;
  if (!category)
    return missing(claim, {
      of: 'set_budget',
      slot: 'category',
      question: 'For which category?',
      understood: 'Set a budget',
      choices: choicesAdding(
        claim,
        categories
          .filter(({ kind }) => kind === 'spending')
          .map(({ name }) => ({ label: name, words: `for ${name}` })),
      ),
    });
  const [ref] = best(category.refs);
  if (!ref) return null;
  if (ref.strength === 1)
    claim.assume('category', `\u201c${category.item.raw}\u201d is in the ${ref.name} category`);
  if (!said) return askAmount(claim, 'set_budget', `A budget for ${ref.name}`);
  const isBy = way !== null && (/\bby\b/i.test(claim.reading.text) || !/\bto\b/i.test(claim.reading.text));
  const present = budgets.find(({ categoryId }) => categoryId === ref.id)?.amount;
  if (!isBy) return done(claim, { kind: 'set_budget', category: named(ref), amount: said.amount });
  if (present === undefined)
    return beyond(
      'unknown_name',
      `You don't have a budget for ${ref.name} yet. Enter the monthly amount to create one.`,
    );
  const amount = cents(present + (way.lemma === 'raise' ? said.amount : -said.amount));
  if (amount <= 0)
    return beyond('amount', `Your budget for ${ref.name} is less than that. Enter a smaller amount.`);
  claim.assume('amount', `${present} ${way.lemma === 'raise' ? 'plus' : 'minus'} ${said.amount} = ${amount}`);
  return done(claim, { kind: 'set_budget', category: named(ref), amount });
};
