import { cents } from '../parser/amounts.ts';
import { best, beyond, choicesFor, type MatchedSpans, missing } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { minor, usualAccount, type Wanted } from './what-if-parts.ts';

type Rule = { id: string; name: string; amount: number | null };

/** Parses decisions about rules: a raise, a canceled subscription, a higher rent. */
export function ruleDecision(claim: MatchedSpans): Wanted {
  return payDecision(claim) ?? paymentDecision(claim);
}

function payDecision(claim: MatchedSpans): Wanted {
  const isPay =
    claim.has('raisepay earn salary') ||
    /\b(?:my|a|an?\w*) (?:pay|raise)\b|\bget(?:ting)? a (?:\S+ )?raise\b/i.test(claim.reading.text);
  const isSideJob =
    claim.has('job') && /\b(?:second|side|new|another|part-time|extra|better)\b/i.test(claim.reading.text);
  if ((!isPay && !isSideJob) || claim.has('lose') || (claim.has('job') && !isSideJob)) return null;
  for (const word of claim.of('word'))
    if (/^(?:second|side|part-time|new|paying|gig)$/.test(word.words[0] ?? '')) claim.take(word);
  claim.any('another');
  const [named] = claim.names(['loan', 'mortgage', 'card', 'payment']);
  if (named) return null;
  const text = claim.reading.text;
  const pays = claim.reading.known.autoDeposits.filter(({ isPay: one }) => one);
  const [pay, another] = pays;
  const isLess = claim.has('lower', 'less');
  const isTo = /\bto\s+[$\u20ac\u00a3]?\d/i.test(text);
  const isChange = claim.any('raisepay raise lower more less extra');
  claim.any('earn salary pay make receive have money job new');
  claim.names(['category'], ({ raw }) => /salary|pay|wage/i.test(raw));
  const every = claim.one('frequency');
  const percent = claim.one('percent');
  const amount = claim.one('amount');
  if (!amount && !percent)
    return missing(claim, {
      of: 'what_if',
      slot: 'amount',
      question: 'By how much per month?',
      understood: 'A pay change',
    });
  if (percent) {
    if (!pay || another)
      return beyond(
        'unknown_name',
        "We can't calculate a percentage because you don't have exactly one auto deposit for your pay.",
      );
    const changed = cents(pay.amount * (1 + ((isLess ? -1 : 1) * percent.percent) / 100));
    claim.assume('amount', `${pay.name} at ${plain(changed)} instead of ${plain(pay.amount)}`);
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
    claim.assume(
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
  if (!every) claim.assume('frequency', 'every month');
  const accountId = usualAccount(claim);
  const frequency = every?.frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY';
  return accountId
    ? {
        decision: { kind: 'new_income', name: 'More pay', accountId, amount: minor(said), frequency },
        name: `Earn ${plain(said)} more`,
      }
    : null;
}

function paymentDecision(claim: MatchedSpans): Wanted {
  const [picked, another] = claim.names(['payment'], ({ refs }) => refs.some(({ is }) => is === 'payment'));
  if (!picked || another) return null;
  const isStopped = claim.any('stopit no delete lose not close less');
  const rules: Rule[] = best(picked.refs).flatMap(({ id }) =>
    claim.reading.known.scheduledPayments.filter((one) => one.id === id),
  );
  const [rule] = rules;
  if (!rule) return null;
  if (rules.length > 1)
    return missing(claim, {
      of: 'what_if',
      slot: 'rule',
      question: 'Which payment?',
      understood: 'Change a payment',
      choices: choicesFor(claim, picked.item, rules),
    });
  const way = claim.lemma('raise', 'lower');
  claim.any('subscription pay payment bill cost more have membership');
  for (const word of claim.of('word'))
    if (word.words[0] === 'membership' || word.words[0] === 'paying') claim.take(word);
  const amount = claim.one('amount');
  const percent = claim.one('percent');
  const every = claim.one('frequency');
  if (every && every.frequency !== 'MONTHLY') return null;
  if (!amount && !percent)
    return isStopped && !way
      ? { decision: { kind: 'stop_rule', ruleId: rule.id }, name: `Without ${rule.name}` }
      : null;
  if (isStopped && !way) return null;
  if (rule.amount === null) return beyond('amount', `${rule.name} has no fixed amount to change.`);
  const text = claim.reading.text;
  const sign = way?.lemma === 'lower' ? -1 : 1;
  const isBy =
    percent !== null ||
    (way !== null && (/\bby\b/i.test(text) || !/\bto\b|\bis\b|\bwas\b|\bwere\b/i.test(text)));
  const by = percent ? (rule.amount * percent.percent) / 100 : (amount?.said.amount ?? 0);
  const changed = isBy ? cents(rule.amount + sign * by) : by;
  if (changed <= 0) return beyond('amount', `${rule.name} is less than that. Enter a smaller amount.`);
  if (isBy) claim.assume('amount', `${rule.name} at ${plain(changed)} instead of ${plain(rule.amount)}`);
  return {
    decision: { kind: 'change_rule', ruleId: rule.id, amount: minor(changed) },
    name: `${rule.name} at ${plain(changed)}`,
  };
}
