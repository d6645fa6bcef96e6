import {
  best,
  beyond,
  choicesAdding,
  choicesFor,
  type MatchedSpans,
  missing,
} from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { minor, usualAccount, type Wanted } from './what-if-parts.ts';

/** Parses decisions about a debt: more each month, a single payment, or all debts by a strategy. */
export function debtDecision(claim: MatchedSpans): Wanted {
  const strategy = claim.has('snowball') ? 'snowball' : claim.has('avalanche') ? 'avalanche' : null;
  if (strategy) return inOrder(claim, strategy);
  if (!claim.has('pay put payoff extra send transfer payment spend more cleared raise make')) return null;
  const [picked, another] = claim.names(
    ['loan', 'mortgage', 'card'],
    (item) => ['loan', 'mortgage', 'card'].includes(best(item.refs)[0]?.is ?? '') || item.generic === 'card',
  );
  if (!picked || another) return null;
  const text = claim.reading.text;
  const refs = best(picked.refs.filter(({ is }) => is === 'loan' || is === 'mortgage' || is === 'card'));
  const [debt] = refs;
  if (!debt) return null;
  if (refs.length > 1)
    return missing(claim, {
      of: 'what_if',
      slot: 'debt',
      question: 'Which one?',
      understood: 'Pay more on a debt',
      choices: choicesFor(claim, picked.item, refs),
    });
  claim.any('payment pay put send transfer money spend make monthly bill balance owe');
  const isExtra = claim.any('extra more raise');
  const every = claim.one('frequency');
  if (every && every.frequency !== 'MONTHLY')
    return beyond('period', 'Extra payments are monthly. Enter an amount per month.');
  const isOff = claim.any('payoff', 'cleared') || /\b(?:off|in full)\b/i.test(text);
  const isOnce = claim.any('once');
  claim.one('share');
  const amount = claim.one('amount');
  const { known } = claim.reading;
  if (!amount) {
    const owed =
      [...known.loans, ...known.mortgages, ...known.cards].find(({ id }) => id === debt.id)?.balance ?? 0;
    if (!isOff || isExtra || every)
      return missing(claim, {
        of: 'what_if',
        slot: 'amount',
        question: 'How much?',
        understood: `Pay more on ${debt.name}`,
        choices: choicesAdding(
          claim,
          ['100', '200', '500'].map((label) => ({
            label: `${label} a month`,
            words: `${label} more a month`,
          })),
        ),
      });
    const accountId = usualAccount(claim);
    if (!accountId || owed <= 0) return null;
    claim.assume('amount', `${plain(owed)}, all that is owed`);
    return {
      decision: { kind: 'lump_payment', debtId: debt.id, amount: minor(owed), accountId },
      name: `Pay off ${debt.name}`,
    };
  }
  if (amount.said.or !== null) return null;
  const said = minor(amount.said.amount);
  if ((isExtra || every) && !isOnce) {
    if (!isExtra && !/\bon top|\btowards?\b/i.test(text)) claim.assume('extra', 'beside what is paid today');
    if (!every) claim.assume('frequency', 'every month');
    return {
      decision: { kind: 'extra_payment', debtId: debt.id, monthly: said },
      name: `Pay ${plain(amount.said.amount)} more on ${debt.name}`,
    };
  }
  const [source] = claim.names(['account']);
  const payer = source ? best(source.refs) : [];
  const accountId = payer.length === 1 && payer[0] ? payer[0].id : source ? null : usualAccount(claim);
  if (!accountId) return null;
  if (!isOnce) claim.assume('frequency', 'once');
  return {
    decision: { kind: 'lump_payment', debtId: debt.id, amount: said, accountId },
    name: `Pay ${plain(amount.said.amount)} on ${debt.name} once`,
  };
}

function inOrder(claim: MatchedSpans, strategy: 'snowball' | 'avalanche'): Wanted {
  if (claim.has('snowball') && claim.has('avalanche')) return null;
  claim.any('snowball avalanche strategy pay owe payoff extra set put spend more used utilization all');
  for (const word of claim.of('word'))
    if (/^(?:method|follow|do|use)$/.test(word.words[0] ?? '')) claim.take(word);
  const every = claim.one('frequency');
  if (every && every.frequency !== 'MONTHLY') return null;
  const amount = claim.one('amount');
  const name = strategy === 'snowball' ? 'Snowball: smallest debt first' : 'Avalanche: highest rate first';
  if (!amount)
    return missing(claim, {
      of: 'what_if',
      slot: 'amount',
      question: 'How much extra can you pay each month?',
      understood: name,
      choices: choicesAdding(
        claim,
        ['100', '200', '500'].map((label) => ({ label, words: `with ${label} a month` })),
      ),
    });
  const accountId = usualAccount(claim);
  return accountId
    ? { decision: { kind: 'debt_strategy', strategy, monthly: minor(amount.said.amount), accountId }, name }
    : null;
}
