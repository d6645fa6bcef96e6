import { best, beyond, type MatchedSpans } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { minor, usualAccount, type Wanted } from './what-if-parts.ts';

/** Parses decisions about a debt: more each month, a single payment, or all debts by a strategy. */
export function debtDecision(spans: MatchedSpans): Wanted {
  const strategy = spans.has('snowball') ? 'snowball' : spans.has('avalanche') ? 'avalanche' : null;
  if (strategy) return inOrder(spans, strategy);
  if (!spans.has('pay put payoff extra send transfer payment spend more cleared raise make')) return null;
  const [picked, another] = spans.names(
    ['loan', 'mortgage', 'card'],
    (item) => ['loan', 'mortgage', 'card'].includes(best(item.refs)[0]?.is ?? '') || item.generic === 'card',
  );
  if (!picked || another) return null;
  const text = spans.text;
  const refs = best(picked.refs.filter(({ is }) => is === 'loan' || is === 'mortgage' || is === 'card'));
  const [debt] = refs;
  if (!debt) return null;
  if (refs.length > 1)
    return spans.askWhich(
      { of: 'what_if', slot: 'debt', question: 'Which one?', understood: 'Pay more on a debt' },
      { item: picked.item, refs },
    );
  spans.any('payment pay put send transfer money spend make monthly bill balance owe');
  const isExtra = spans.any('extra more raise');
  const every = spans.one('frequency');
  if (every && every.frequency !== 'MONTHLY')
    return beyond('period', 'Extra payments are monthly. Enter an amount per month.');
  const isOff = spans.any('payoff', 'cleared') || /\b(?:off|in full)\b/i.test(text);
  const isOnce = spans.any('once');
  spans.one('share');
  const amount = spans.one('amount');
  const { known } = spans.reading;
  if (!amount) {
    const owed =
      [...known.loans, ...known.mortgages, ...known.cards].find(({ id }) => id === debt.id)?.balance ?? 0;
    if (!isOff || isExtra || every)
      return spans.ask(
        'what_if',
        'amount',
        'How much?',
        `Pay more on ${debt.name}`,
        spans.choicesAdding(
          ['100', '200', '500'].map((label) => ({
            label: `${label} a month`,
            ask: `${label} more a month`,
          })),
        ),
      );
    const accountId = usualAccount(spans);
    if (!accountId || owed <= 0) return null;
    spans.assume('amount', `${plain(owed)}, the full balance`);
    return {
      decision: { kind: 'lump_payment', debtId: debt.id, amount: minor(owed), accountId },
      name: `Pay off ${debt.name}`,
    };
  }
  if (amount.said.or !== null) return null;
  const said = minor(amount.said.amount);
  if ((isExtra || every) && !isOnce) {
    if (!isExtra && !/\bon top|\btowards?\b/i.test(text))
      spans.assume('extra', 'on top of your current payment');
    if (!every) spans.assume('frequency', 'every month');
    return {
      decision: { kind: 'extra_payment', debtId: debt.id, monthly: said },
      name: `Pay ${plain(amount.said.amount)} more on ${debt.name}`,
    };
  }
  const [source] = spans.names(['account']);
  const payer = source ? source.refs : [];
  const accountId = payer.length === 1 && payer[0] ? payer[0].id : source ? null : usualAccount(spans);
  if (!accountId) return null;
  if (!isOnce) spans.assume('frequency', 'once');
  return {
    decision: { kind: 'lump_payment', debtId: debt.id, amount: said, accountId },
    name: `Pay ${plain(amount.said.amount)} on ${debt.name} once`,
  };
}

function inOrder(spans: MatchedSpans, strategy: 'snowball' | 'avalanche'): Wanted {
  if (spans.has('snowball') && spans.has('avalanche')) return null;
  spans.any('snowball avalanche strategy pay owe payoff extra set put spend more used utilization all');
  spans.takeWords(/^(?:method|follow|do|use)$/);
  const every = spans.one('frequency');
  if (every && every.frequency !== 'MONTHLY') return null;
  const amount = spans.one('amount');
  const name = strategy === 'snowball' ? 'Snowball: smallest debt first' : 'Avalanche: highest rate first';
  if (!amount)
    return spans.ask(
      'what_if',
      'amount',
      'How much extra can you pay each month?',
      name,
      spans.choicesAdding(['100', '200', '500'], 'with * a month'),
    );
  const accountId = usualAccount(spans);
  return accountId
    ? { decision: { kind: 'debt_strategy', strategy, monthly: minor(amount.said.amount), accountId }, name }
    : null;
}
