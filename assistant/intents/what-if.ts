import type { Decision } from '../../engine/what-if/what-if.ts';
import {
  best,
  beyond,
  choicesAdding,
  choicesFor,
  done,
  type MatchedSpans,
  missing,
  type Rule,
} from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { getThing } from './upcoming.ts';
import { debtDecision } from './what-if-debts.ts';
import { buyHome, takeLoan } from './what-if-loans.ts';
import { getMonths, minor, usualAccount, type Wanted } from './what-if-parts.ts';
import { ruleDecision } from './what-if-rules.ts';

const JOBLESS_MONTHS = 6;

/** "What if I pay 200 more on the car loan", "suppose I lose my job in March". */
export const whatIf: Rule = (claim) => {
  const text = claim.reading.text;
  const isFaster =
    claim.isQuestion &&
    claim.has('extra') &&
    claim.of('amount').length > 0 &&
    claim.of('name').some(({ refs }) => refs.some(({ is }) => is === 'loan' || is === 'mortgage'));
  if (!claim.has('whatif', 'if') && !isFaster) return null;
  if (claim.has('afford howto explain notification')) return null;
  claim.any('whatif', 'if');
  // The requested result. Months, interest, and net worth are always included.
  const isResult =
    /,|\bwhen\b|\bhow (?:much|long|soon|many|fast)\b|\bwhat (?:happens|would|will)\b|\bwould i\b/i.test(text);
  if (isResult) claim.any('howlong when will happened cleared faster');
  const [time] = claim.of('time');
  let wanted: Wanted = null;
  for (const kind of KINDS) wanted ??= claim.attempt(kind);
  if (!wanted) return null;
  if ('kind' in wanted || 'meaning' in wanted) return wanted;
  if (time && !claim.isTaken(time)) claim.take(time);
  const on = time ? (time.time.future.from ?? claim.reading.today) : claim.reading.today;
  if (time && on < claim.reading.today && (time.time.future.to ?? 0) < claim.reading.today)
    return beyond('period', 'That date is in the past. A what-if starts today or later.');
  if (!time) claim.assume('on', 'starting today');
  if (isResult) {
    claim.any('interest save have money networth balance left pay payoff extra happened last until');
  }
  const decision: Decision = { id: 'decision-1', on: Math.max(on, claim.reading.today), ...wanted.decision };
  return done(claim, { kind: 'what_if', name: wanted.name, decisions: [decision] });
};

function jobLoss(claim: MatchedSpans): Wanted {
  const text = claim.reading.text;
  const isLost =
    (claim.has('lose', 'stopit') && claim.has('job')) ||
    /\blaid off|\bfired\b|unemployed|redundant|\b(?:no|without) (?:a )?(?:job|pay|income|salary)\b|\b(?:quit|lose|losing) my (?:job|income|salary)\b|stop working/i.test(
      text,
    );
  if (!isLost) return null;
  claim.any('lose job stopit salary earn no have not');
  for (const word of claim.of('word')) if (word.words[0] === 'working') claim.take(word);
  if (!claim.reading.known.autoDeposits.some(({ isPay }) => isPay))
    return beyond(
      'no_such_product',
      "You don't have an auto deposit for your pay, so we can't simulate a job loss.",
      [{ label: 'How do I mark an auto deposit as pay?', ask: 'How do I mark an auto deposit as pay?' }],
    );
  const length = claim.one('duration');
  const months = length ? getMonths(length.count, length.unit) : JOBLESS_MONTHS;
  if (!length) claim.assume('months', `for ${JOBLESS_MONTHS} months`);
  return {
    decision: { kind: 'shock', shock: 'job_loss', size: 0, months },
    name: `Lose the job for ${months} months`,
  };
}

/** Parses shocks: prices, markets, rates, bills, luck. */
function shock(claim: MatchedSpans): Wanted {
  const [percent] = claim.of('percent');
  const sized = (shock: 'inflation' | 'market_fall' | 'rate_change', name: string): Wanted => {
    if (!percent)
      return missing(claim, {
        of: 'what_if',
        slot: 'percent',
        question: 'By what percentage?',
        understood: name,
        choices: choicesAdding(
          claim,
          ['5%', '10%', '20%'].map((label) => ({ label, words: `by ${label}` })),
        ),
      });
    claim.take(percent);
    return {
      decision: { kind: 'shock', shock, size: percent.percent },
      name: `${name} by ${percent.percent}%`,
    };
  };
  const isMarket =
    claim.has('market') ||
    (/\b(?:investments?|index fund|portfolio)\b/i.test(claim.reading.text) && claim.has('lower', 'lose'));
  if (isMarket) {
    if (!claim.any('lower', 'lose')) return null;
    claim.any('market', 'have');
    claim.names(['account']);
    return sized('market_fall', 'The market falls');
  }
  if (claim.has('rate') && claim.has('raise', 'lower')) {
    const falls = claim.has('lower');
    claim.any('rate interest raise lower');
    const wanted = sized('rate_change', falls ? 'Rates fall' : 'Rates rise');
    if (wanted && 'decision' in wanted && wanted.decision.kind === 'shock' && falls)
      wanted.decision.size *= -1;
    return wanted;
  }
  if (claim.has('inflation') || (percent && /\bprices\b/i.test(claim.reading.text))) {
    claim.any('inflation raise above reach');
    for (const word of claim.of('word')) if (word.words[0] === 'prices') claim.take(word);
    return sized('inflation', 'Prices rise');
  }
  const bill = claim.has('medical')
    ? 'medical_bill'
    : claim.has('carrepair')
      ? 'car_repair'
      : claim.has('windfall')
        ? 'windfall'
        : null;
  if (!bill) return null;
  claim.any('medical carrepair windfall cost have receive bill pay make charge');
  const amount = claim.one('amount');
  const name =
    bill === 'medical_bill' ? 'A medical bill' : bill === 'car_repair' ? 'A car repair' : 'Unexpected money';
  if (!amount)
    return missing(claim, { of: 'what_if', slot: 'amount', question: 'How much?', understood: name });
  claim.names(['category'], ({ raw }) => /hospital/i.test(raw));
  return {
    decision: { kind: 'shock', shock: bill, size: minor(amount.said.amount) },
    name: `${name} of ${plain(amount.said.amount)}`,
  };
}

function saveMore(claim: MatchedSpans): Wanted {
  const isSave =
    claim.has('save') ||
    (claim.has('put', 'transfer') &&
      claim.of('name').some(({ refs }) => refs.some(({ is }) => is === 'account')));
  if (
    !isSave ||
    claim
      .of('name')
      .some(
        ({ refs }) =>
          best(refs)[0]?.is === 'loan' || best(refs)[0]?.is === 'mortgage' || best(refs)[0]?.is === 'card',
      )
  )
    return null;
  const amount = claim.one('amount');
  if (!amount) return null;
  claim.any('save put transfer extra more money');
  const every = claim.one('frequency');
  const frequency = every?.frequency ?? 'MONTHLY';
  if (frequency === 'HOURLY' || frequency === 'DAILY') return null;
  if (!every) claim.assume('frequency', 'every month');
  const { accounts, baseCurrency } = claim.reading.known;
  const [picked] = claim.names(['account'], (item) => item.prep !== 'from');
  const [source] = claim.names(['account'], (item) => item.prep === 'from');
  const savings = accounts.filter(({ type, currency }) => type === 'SAVINGS' && currency === baseCurrency);
  const refs = picked ? best(picked.refs) : savings;
  const [to] = refs;
  if (!to)
    return beyond('no_such_product', "You don't have a savings account yet.", [
      { label: 'How do I open an account?', ask: 'How do I open an account?' },
    ]);
  if (refs.length > 1)
    return missing(claim, {
      of: 'what_if',
      slot: 'to',
      question: 'Into which account?',
      understood: `Save ${plain(amount.said.amount)}`,
      choices: picked
        ? choicesFor(claim, picked.item, refs)
        : choicesAdding(
            claim,
            refs.map(({ name }) => ({ label: name, words: `into ${name}` })),
          ),
    });
  if (!picked) claim.assume('to', `into ${to.name}`);
  const payer = source ? best(source.refs) : [];
  const from = payer.length === 1 && payer[0] ? payer[0].id : source ? null : usualAccount(claim);
  if (!from || from === to.id) return null;
  return {
    decision: { kind: 'save', from, to: to.id, amount: minor(amount.said.amount), frequency },
    name: `Save ${plain(amount.said.amount)} into ${to.name}`,
  };
}

function purchaseOrBill(claim: MatchedSpans): Wanted {
  if (
    !claim.has('buy purchase spend cost pay schedule subscription have') &&
    !/\bget\b|\bgo\b|\bjoin\b/i.test(claim.reading.text)
  )
    return null;
  if (
    claim
      .of('name')
      .some(
        ({ refs, generic }) =>
          ['loan', 'mortgage', 'card', 'account'].includes(best(refs)[0]?.is ?? '') &&
          (generic !== null || best(refs)[0]?.strength === 3 || !claim.has('buy', 'purchase')),
      )
  )
    return null;
  const amount = claim.one('amount');
  if (!amount || claim.has('raise lower save earn salary more less job raisepay')) return null;
  claim.any('buy purchase spend cost pay schedule extra new another have bill every will');
  const every = claim.one('frequency');
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const accountId = usualAccount(claim);
  if (!accountId) return null;
  const name = getThing(claim) ?? (every ? 'A new bill' : 'A purchase');
  const title = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`.slice(0, 80);
  const cost = minor(amount.said.amount);
  if (!every)
    return {
      decision: { kind: 'purchase', name: title, accountId, amount: cost },
      name: `Buy ${name} for ${plain(amount.said.amount)}`,
    };
  if (every.frequency === 'HOURLY' || every.frequency === 'DAILY') return null;
  return {
    decision: { kind: 'new_bill', name: title, accountId, amount: cost, frequency: every.frequency },
    name: `Pay ${plain(amount.said.amount)} for ${name}`,
  };
}

const KINDS: readonly ((claim: MatchedSpans) => Wanted)[] = [
  jobLoss,
  debtDecision,
  buyHome,
  takeLoan,
  ruleDecision,
  shock,
  saveMore,
  purchaseOrBill,
];
