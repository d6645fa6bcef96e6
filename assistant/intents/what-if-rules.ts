import { cents } from '../parser/amounts.ts';
import { beyond, type MatchedSpans } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { minor, usualAccount, type Wanted } from './what-if-parts.ts';

type Rule = { id: string; name: string; amount: number | null };

/** Parses decisions about rules: a raise, a canceled subscription, a higher rent. */
export function ruleDecision(spans: MatchedSpans): Wanted {
  return payDecision(spans) ?? paymentDecision(spans);
}

function payDecision(spans: MatchedSpans): Wanted {
  const isPay =
    spans.has('raisepay earn salary') ||
    /\b(?:my|a|an?\w*) (?:pay|raise)\b|\bget(?:ting)? a (?:\S+ )?raise\b/i.test(spans.text);
  const isSideJob =
    spans.has('job') && /\b(?:second|side|new|another|part-time|extra|better)\b/i.test(spans.text);
  if ((!isPay && !isSideJob) || spans.has('lose') || (spans.has('job') && !isSideJob)) return null;
  spans.takeWords(/^(?:second|side|part-time|new|paying|gig)$/);
  spans.any('another');
  const [named] = spans.names(['loan', 'mortgage', 'card', 'payment']);
  if (named) return null;
  const text = spans.text;
  const pays = spans.known.autoDeposits.filter(({ isPay: one }) => one);
  const [pay, another] = pays;
  const isLess = spans.has('lower', 'less');
  const isTo = /\bto\s+[$\u20ac\u00a3]?\d/i.test(text);
  const isChange = spans.any('raisepay raise lower more less extra');
  spans.any('earn salary pay make receive have money job new');
  spans.names(['category'], ({ raw }) => /salary|pay|wage/i.test(raw));
  const every = spans.one('frequency');
  const percent = spans.one('percent');
  const amount = spans.one('amount');
  if (!amount && !percent) return spans.ask('what_if', 'amount', 'By how much per month?', 'A pay change');
  if (percent) {
    if (!pay || another)
      return beyond(
        'unknown_name',
        "We can't calculate a percentage because you don't have exactly one auto deposit for your pay.",
      );
    const changed = cents(pay.amount * (1 + ((isLess ? -1 : 1) * percent.percent) / 100));
    spans.assume('amount', `${pay.name} at ${plain(changed)} instead of ${plain(pay.amount)}`);
    return {
      decision: { kind: 'change_rule', ruleId: pay.id, amount: minor(changed) },
      name: `${pay.name} ${isLess ? 'falls' : 'rises'} by ${percent.percent}%`,
    };
  }
  if (!amount) return null;
  const said = amount.said.amount;
  if (isTo || (!isChange && !isSideJob && every?.frequency === 'MONTHLY')) {
    if (!pay || another || (every && every.frequency !== pay.frequency)) return null;
    return {
      decision: { kind: 'change_rule', ruleId: pay.id, amount: minor(said) },
      name: `${pay.name} at ${plain(said)}`,
    };
  }
  if (isLess) {
    if (!pay || another || pay.amount <= said) return null;
    spans.assume(
      'amount',
      `${pay.name} at ${plain(cents(pay.amount - said))} instead of ${plain(pay.amount)}`,
    );
    return {
      decision: { kind: 'change_rule', ruleId: pay.id, amount: minor(pay.amount - said) },
      name: `${pay.name} falls by ${plain(said)}`,
    };
  }
  if (every && every.frequency !== 'MONTHLY' && every.frequency !== 'WEEKLY')
    return beyond('period', 'Enter an amount per month or per week.');
  if (!every) spans.assume('frequency', 'every month');
  const accountId = usualAccount(spans);
  const frequency = every?.frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY';
  return accountId
    ? {
        decision: { kind: 'new_income', name: 'More pay', accountId, amount: minor(said), frequency },
        name: `Earn ${plain(said)} more`,
      }
    : null;
}

function paymentDecision(spans: MatchedSpans): Wanted {
  const [picked, another] = spans.names(['payment'], ({ refs }) => refs.some(({ is }) => is === 'payment'));
  if (!picked || another) return null;
  const isStopped = spans.any('stopit no delete lose not close less');
  const rules: Rule[] = picked.refs.flatMap(({ id }) =>
    spans.known.scheduledPayments.filter((one) => one.id === id),
  );
  const [rule] = rules;
  if (!rule) return null;
  if (rules.length > 1)
    return spans.askWhich(
      { of: 'what_if', slot: 'rule', question: 'Which payment?', understood: 'Change a payment' },
      { item: picked.item, refs: rules },
    );
  const way = spans.lemma('raise', 'lower');
  spans.any('subscription pay payment bill cost more have membership');
  for (const word of spans.of('word'))
    if (word.words[0] === 'membership' || word.words[0] === 'paying') spans.take(word);
  const amount = spans.one('amount');
  const percent = spans.one('percent');
  const every = spans.one('frequency');
  if (every && every.frequency !== 'MONTHLY') return null;
  if (!amount && !percent)
    return isStopped && !way
      ? { decision: { kind: 'stop_rule', ruleId: rule.id }, name: `Without ${rule.name}` }
      : null;
  if (isStopped && !way) return null;
  if (rule.amount === null) return beyond('amount', `${rule.name} has no fixed amount to change.`);
  const text = spans.text;
  const sign = way?.lemma === 'lower' ? -1 : 1;
  const isBy =
    percent !== null ||
    (way !== null && (/\bby\b/i.test(text) || !/\bto\b|\bis\b|\bwas\b|\bwere\b/i.test(text)));
  const by = percent ? (rule.amount * percent.percent) / 100 : (amount?.said.amount ?? 0);
  const changed = isBy ? cents(rule.amount + sign * by) : by;
  if (changed <= 0) return beyond('amount', `${rule.name} is less than that. Enter a smaller amount.`);
  if (isBy) spans.assume('amount', `${rule.name} at ${plain(changed)} instead of ${plain(rule.amount)}`);
  return {
    decision: { kind: 'change_rule', ruleId: rule.id, amount: minor(changed) },
    name: `${rule.name} at ${plain(changed)}`,
  };
}
