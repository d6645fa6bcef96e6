import type { Decision } from '../../engine/what-if/what-if.ts';
import { asked, best, beyond, type MatchedSpans, type Rule } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { getThing } from './upcoming.ts';
import { debtDecision } from './what-if-debts.ts';
import { buyHome, takeLoan } from './what-if-loans.ts';
import { getMonths, minor, usualAccount, type Wanted } from './what-if-parts.ts';
import { ruleDecision } from './what-if-rules.ts';

const JOBLESS_MONTHS = 6;

/** "What if I pay 200 more on the car loan", "suppose I lose my job in March". */
export const whatIf: Rule = (spans) => {
  const text = spans.text;
  const isFaster =
    spans.isQuestion &&
    spans.has('extra') &&
    spans.of('amount').length > 0 &&
    spans.of('name').some(({ refs }) => refs.some(({ is }) => is === 'loan' || is === 'mortgage'));
  if (!spans.has('whatif', 'if') && !isFaster) return null;
  if (spans.has('afford howto explain notification')) return null;
  spans.any('whatif', 'if');
  // The requested result. Months, interest, and net worth are always included.
  const isResult =
    /,|\bwhen\b|\bhow (?:much|long|soon|many|fast)\b|\bwhat (?:happens|would|will)\b|\bwould i\b/i.test(text);
  if (isResult) spans.any('howlong when will happened cleared faster');
  const [time] = spans.of('time');
  let wanted: Wanted = null;
  for (const kind of KINDS) wanted ??= spans.attempt(kind);
  if (!wanted) return null;
  if ('kind' in wanted) return wanted;
  if (time && !spans.isTaken(time)) spans.take(time);
  const on = time ? (time.time.future.from ?? spans.today) : spans.today;
  if (time && on < spans.today && (time.time.future.to ?? 0) < spans.today)
    return beyond('period', 'That date is in the past. A what-if starts today or later.');
  if (!time) spans.assume('on', 'starting today');
  if (isResult) {
    spans.any('interest save have money networth balance left pay payoff extra happened last until');
  }
  const decision: Decision = { id: 'decision-1', on: Math.max(on, spans.today), ...wanted.decision };
  return { kind: 'what_if', name: wanted.name, decisions: [decision] };
};

function jobLoss(spans: MatchedSpans): Wanted {
  const text = spans.text;
  const isLost =
    (spans.has('lose', 'stopit') && spans.has('job')) ||
    /\blaid off|\bfired\b|unemployed|redundant|\b(?:no|without) (?:a )?(?:job|pay|income|salary)\b|\b(?:quit|lose|losing) my (?:job|income|salary)\b|stop working/i.test(
      text,
    );
  if (!isLost) return null;
  spans.any('lose job stopit salary earn no have not');
  spans.takeWords(/^working$/);
  if (!spans.known.autoDeposits.some(({ isPay }) => isPay))
    return beyond(
      'no_such_product',
      "You don't have an auto deposit for your pay, so we can't simulate a job loss.",
      [asked('How do I mark an auto deposit as pay?')],
    );
  const length = spans.one('duration');
  const months = length ? getMonths(length.count, length.unit) : JOBLESS_MONTHS;
  if (!length) spans.assume('months', `for ${JOBLESS_MONTHS} months`);
  return {
    decision: { kind: 'shock', shock: 'job_loss', size: 0, months },
    name: `Lose the job for ${months} months`,
  };
}

/** Parses shocks: prices, markets, rates, bills, luck. */
function shock(spans: MatchedSpans): Wanted {
  const [percent] = spans.of('percent');
  const sized = (shock: 'inflation' | 'market_fall' | 'rate_change', name: string): Wanted => {
    if (!percent)
      return spans.ask(
        'what_if',
        'percent',
        'By what percentage?',
        name,
        spans.choicesAdding(['5%', '10%', '20%'], 'by *'),
      );
    spans.take(percent);
    return {
      decision: { kind: 'shock', shock, size: percent.percent },
      name: `${name} by ${percent.percent}%`,
    };
  };
  const isMarket =
    spans.has('market') ||
    (/\b(?:investments?|index fund|portfolio)\b/i.test(spans.text) && spans.has('lower', 'lose'));
  if (isMarket) {
    if (!spans.any('lower', 'lose')) return null;
    spans.any('market', 'have');
    spans.names(['account']);
    return sized('market_fall', 'The market falls');
  }
  if (spans.has('rate') && spans.has('raise', 'lower')) {
    const falls = spans.has('lower');
    spans.any('rate interest raise lower');
    const wanted = sized('rate_change', falls ? 'Rates fall' : 'Rates rise');
    if (wanted && 'decision' in wanted && wanted.decision.kind === 'shock' && falls)
      wanted.decision.size *= -1;
    return wanted;
  }
  if (spans.has('inflation') || (percent && /\bprices\b/i.test(spans.text))) {
    spans.any('inflation raise above reach');
    spans.takeWords(/^prices$/);
    return sized('inflation', 'Prices rise');
  }
  const bill = spans.has('medical')
    ? 'medical_bill'
    : spans.has('carrepair')
      ? 'car_repair'
      : spans.has('windfall')
        ? 'windfall'
        : null;
  if (!bill) return null;
  spans.any('medical carrepair windfall cost have receive bill pay make charge');
  const amount = spans.one('amount');
  const name =
    bill === 'medical_bill' ? 'A medical bill' : bill === 'car_repair' ? 'A car repair' : 'Unexpected money';
  if (!amount) return spans.ask('what_if', 'amount', 'How much?', name);
  spans.names(['category'], ({ raw }) => /hospital/i.test(raw));
  return {
    decision: { kind: 'shock', shock: bill, size: minor(amount.said.amount) },
    name: `${name} of ${plain(amount.said.amount)}`,
  };
}

function saveMore(spans: MatchedSpans): Wanted {
  const isSave =
    spans.has('save') ||
    (spans.has('put', 'transfer') &&
      spans.of('name').some(({ refs }) => refs.some(({ is }) => is === 'account')));
  if (
    !isSave ||
    spans
      .of('name')
      .some(
        ({ refs }) =>
          best(refs)[0]?.is === 'loan' || best(refs)[0]?.is === 'mortgage' || best(refs)[0]?.is === 'card',
      )
  )
    return null;
  const amount = spans.one('amount');
  if (!amount) return null;
  spans.any('save put transfer extra more money');
  const every = spans.one('frequency');
  const frequency = every?.frequency ?? 'MONTHLY';
  if (frequency === 'HOURLY' || frequency === 'DAILY') return null;
  if (!every) spans.assume('frequency', 'every month');
  const { accounts, baseCurrency } = spans.known;
  const [picked] = spans.names(['account'], (item) => item.prep !== 'from');
  const [source] = spans.names(['account'], (item) => item.prep === 'from');
  const savings = accounts.filter(({ type, currency }) => type === 'SAVINGS' && currency === baseCurrency);
  const refs = picked ? picked.refs : savings;
  const [to] = refs;
  if (!to)
    return beyond('no_such_product', "You don't have a savings account yet.", [
      asked('How do I open an account?'),
    ]);
  if (refs.length > 1)
    return spans.ask(
      'what_if',
      'to',
      'Into which account?',
      `Save ${plain(amount.said.amount)}`,
      picked
        ? spans.choicesFor(picked.item, refs)
        : spans.choicesAdding(
            refs.map(({ name }) => name),
            'into *',
          ),
    );
  if (!picked) spans.assume('to', `into ${to.name}`);
  const payer = source ? source.refs : [];
  const from = payer.length === 1 && payer[0] ? payer[0].id : source ? null : usualAccount(spans);
  if (!from || from === to.id) return null;
  return {
    decision: { kind: 'save', from, to: to.id, amount: minor(amount.said.amount), frequency },
    name: `Save ${plain(amount.said.amount)} into ${to.name}`,
  };
}

function purchaseOrBill(spans: MatchedSpans): Wanted {
  if (
    !spans.has('buy purchase spend cost pay schedule subscription have') &&
    !/\bget\b|\bgo\b|\bjoin\b/i.test(spans.text)
  )
    return null;
  if (
    spans
      .of('name')
      .some(
        ({ refs, generic }) =>
          ['loan', 'mortgage', 'card', 'account'].includes(best(refs)[0]?.is ?? '') &&
          (generic !== null || best(refs)[0]?.strength === 3 || !spans.has('buy', 'purchase')),
      )
  )
    return null;
  const amount = spans.one('amount');
  if (!amount || spans.has('raise lower save earn salary more less job raisepay')) return null;
  spans.any('buy purchase spend cost pay schedule extra new another have bill every will');
  const every = spans.one('frequency');
  spans.one('time');
  const accountId = usualAccount(spans);
  if (!accountId) return null;
  const name = getThing(spans) ?? (every ? 'A new bill' : 'A purchase');
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

const KINDS: readonly ((spans: MatchedSpans) => Wanted)[] = [
  jobLoss,
  debtDecision,
  buyHome,
  takeLoan,
  ruleDecision,
  shock,
  saveMore,
  purchaseOrBill,
];
