import { formatPlain } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { defineDecision, defineIntent, type NamedDecision, slot } from '../../parser/define-intent.ts';
import { getStrongest, isPlace, type MatchedSpans, type Rule } from '../../parser/matched-spans.ts';
import { matchPurchase } from '../upcoming.ts';
import { coverageChange, damage, insuranceEnd, newInsurance } from './what-if-coverage.ts';
import { buyHome, debtPayment, debtStrategy, takeLoan } from './what-if-debts.ts';
import { accountPlan, biweeklyPlan, earlyWithdrawal, paymentDay } from './what-if-products.ts';
import { payChange, paymentChange } from './what-if-rules.ts';
import { assumeAccount, matchAccount, toMonths } from './what-if-slots.ts';

/** Matches "What if I pay 200 more on the car loan", "suppose I lose my job in March". */
export const whatIf = defineIntent({
  unless: 'afford howto explain notification',
  matches: (spans) => spans.has('whatif if') || asksForExtra(spans),
  optional: 'whatif if',
  build: (spans) => {
    // True if the message also asks for a result. The request needs no further handling, because every
    // what-if shows months, interest, and net worth.
    const isResult = spans.matches(
      /,|\bwhen\b|\bhow (?:much|long|soon|many|fast)\b|\bwhat (?:happens|would|will)\b|\bwould i\b/i,
    );
    if (isResult) {
      spans.match('howlong when will happened cleared faster gone above');
      spans.matchWords(/^(?:fast|gone|done|over|long|finish|finished|finishing)$/);
    }
    const [stated] = spans.unmatched('time');
    let decided: NamedDecision | null = null;
    for (const decision of DECISIONS) {
      decided = spans.attempt(decision);
      if (decided || spans.reply) break;
    }
    if (!decided) return null;
    const { today } = spans;
    // The day of a payment isn't the day of the decision.
    const time = decided.decision.kind === 'payment_day' ? undefined : stated;
    if (time) spans.matchItem(time);
    else spans.assume('on', 'starting today');
    const { from, to } = time?.time.future ?? { from: today, to: today };
    if ((from ?? today) < today && (to ?? 0) < today)
      return spans.refuse('period', 'That date is in the past. Choose today or a later date.');
    if (isResult)
      spans.match('interest save have money networth balance left pay payoff extra happened last until');
    const { decision, name } = decided;
    const on = Math.max(from ?? today, today);
    return { kind: 'what_if', name, decisions: [{ id: 'decision-1', on, ...decision }] };
  },
});

/** Matches "How much faster would I pay off the car loan with an extra 100". */
const asksForExtra = (spans: MatchedSpans) =>
  (spans.isQuestion || spans.matches(/\bwhen (?:am|is|are|will|would)\b/i)) &&
  (spans.has('extra') ||
    (spans.has('more') && (spans.has('faster') || (spans.has('save') && spans.has('interest'))))) &&
  spans.unmatched('amount').length > 0 &&
  (spans.mentions('loan') || spans.mentions('mortgage'));

const JOBLESS_MONTHS = 6;

const jobLoss = defineDecision({
  matches: (spans) =>
    (spans.has('lose stopit') && spans.has('job')) ||
    spans.matches(
      /\blaid off|\bfired\b|unemployed|redundant|\b(?:no|without) (?:a )?(?:job|pay|income|salary)\b|\b(?:quit|lose|losing) my (?:job|income|salary)\b|stop working/i,
    ),
  optional: 'lose job stopit salary earn no have not',
  optionalPattern: /^working$/,
  slots: { length: slot.duration },
  build: (spans, { length }) => {
    if (!spans.customer.autoDeposits.some(({ isPay }) => isPay))
      return spans.refuse(
        'no_such_product',
        "You don't have an auto deposit for your pay, so we can't simulate a job loss.",
        ['How do I mark an auto deposit as pay?'],
      );
    const months = length ? toMonths(length) : JOBLESS_MONTHS;
    if (!length) spans.assume('months', `for ${JOBLESS_MONTHS} months`);
    return {
      decision: { kind: 'shock', shock: 'job_loss', size: 0, months },
      name: `Lose your job for ${months} months`,
    };
  },
});

const asksAboutMarket = (spans: MatchedSpans) =>
  spans.has('market') ||
  (spans.matches(/\b(?:investments?|index fund|portfolio)\b/i) && spans.has('lower lose'));
const asksAboutRates = (spans: MatchedSpans) => spans.has('rate') && spans.has('raise lower');

const PERCENT_SHOCKS = {
  market: { shock: 'market_fall', title: 'The market falls', sign: 1 },
  increase: { shock: 'rate_change', title: 'Rates rise', sign: 1 },
  decrease: { shock: 'rate_change', title: 'Rates fall', sign: -1 },
  inflation: { shock: 'inflation', title: 'Prices rise', sign: 1 },
} as const;

/** Matches "The market falls by 20%", "rates rise by 2%", "inflation reaches 8%". */
const percentShock = defineDecision({
  matches: (spans) =>
    asksAboutMarket(spans)
      ? spans.has('lower lose')
      : asksAboutRates(spans) ||
        spans.has('inflation') ||
        (spans.unmatched('percent').length > 0 && spans.matches(/\bprices\b/i)),
  build: (spans) => {
    const kind = asksAboutMarket(spans)
      ? 'market'
      : asksAboutRates(spans)
        ? spans.has('lower')
          ? 'decrease'
          : 'increase'
        : 'inflation';
    if (kind === 'market') {
      spans.match('lower lose market have');
      spans.matchNames(['account']);
    } else spans.match(kind === 'inflation' ? 'inflation raise above reach' : 'rate interest raise lower');
    spans.matchWords(/^prices$/);
    const { shock, title, sign } = PERCENT_SHOCKS[kind];
    const percent = spans.matchKind('percent')?.percent;
    if (percent === undefined) {
      return spans.ask('what_if', 'percent', 'By what percentage?', title, ['5%', '10%', '20%'], 'by *');
    }
    return { decision: { kind: 'shock', shock, size: sign * percent }, name: `${title} by ${percent}%` };
  },
});

const AMOUNT_SHOCKS: Record<string, ['medical_bill' | 'car_repair' | 'windfall', string]> = {
  medical: ['medical_bill', 'A medical bill'],
  carrepair: ['car_repair', 'A car repair'],
  windfall: ['windfall', 'Unexpected money'],
};

/** Matches "I inherit 20k", "a hospital bill of 3000". */
const amountShock = defineDecision({
  when: 'medical carrepair windfall',
  optional: 'cost have receive bill pay make charge',
  slots: {
    kind: (spans: MatchedSpans) => AMOUNT_SHOCKS[spans.matchFirst('medical carrepair windfall') ?? ''],
    amount: slot.amount,
  },
  build: (spans, { kind: [shock, title], amount }) => {
    if (!amount) return spans.ask('what_if', 'amount', 'How much?', title);
    spans.matchNames(['category'], ({ raw }) => /hospital/i.test(raw));
    const size = toMinor(amount.value.amount);
    return {
      decision: { kind: 'shock', shock, size },
      name: `${title} of ${formatPlain(amount.value.amount)}`,
    };
  },
});

/** Matches "Save 200 more a month", "move 500 a month into the index fund". */
const saveMore = defineDecision({
  matches: (spans) =>
    (spans.has('save') || (spans.has('put transfer') && spans.mentions('account'))) &&
    !spans.unmatched('name').some(({ refs }) => isDebt(getStrongest(refs)[0]?.is)),
  optional: 'save put transfer extra more money',
  slots: {
    amount: slot.amount,
    every: slot.frequency,
    match: slot.name(['account'], ({ preposition }) => preposition !== 'from'),
  },
  build: (spans, { amount, every, match }) => {
    const frequency = every?.frequency ?? 'MONTHLY';
    if (!amount || frequency === 'HOURLY' || frequency === 'DAILY') return null;
    if (!every) spans.assume('frequency', 'every month');
    const { accounts, baseCurrency } = spans.customer;
    const refs =
      match?.refs ?? accounts.filter(({ type, currency }) => type === 'SAVINGS' && currency === baseCurrency);
    const [to, another] = refs;
    if (!to)
      return spans.refuse('no_such_product', "You don't have a savings account yet.", [
        'How do I open an account?',
      ]);
    const title = `Save ${formatPlain(amount.value.amount)}`;
    if (another)
      return spans.ask('what_if', 'to', 'Into which account?', title, refs, match?.item ?? 'into *');
    if (!match) spans.assume('to', `into ${to.name}`);
    const from = matchAccount(spans, ({ preposition }) => preposition === 'from');
    if (!from || from === to.id) return null;
    return {
      decision: { kind: 'save', from, to: to.id, amount: toMinor(amount.value.amount), frequency },
      name: `${title} into ${to.name}`,
    };
  },
});

/** Matches "a roommate who pays 600", "rent out a room for 500 a month". */
const roommateRent = defineDecision({
  unless: 'lose stopit',
  matches: (spans) =>
    spans.matches(
      /\b(?:roommate|flatmate|housemate|lodger|tenant|boarder|renter)\b.*\b(?:pays?|paying|for|at)\b/i,
    ) ||
    spans.matches(
      /\brent(?:ing|ed)? (?:out )?(?:a|my|the|our) (?:spare )?(?:room|basement|garage|house|place)\b.*\b(?:out|for|at)\b/i,
    ),
  optional: 'have pay relative earn home who',
  optionalPattern:
    /^(?:get|got|getting|take|roommate|flatmate|housemate|lodger|tenant|boarder|renter|rent|renting|rented|room|spare|basement|garage|place|out|pays|paying|found|find)$/,
  slots: { amount: slot.amount, every: slot.frequency },
  build: (spans, { amount, every }) => {
    spans.matchNames(['category', 'payment'], ({ raw }) => /^rent$/i.test(raw));
    const accountId = amount && assumeAccount(spans);
    if (!accountId || (every && every.frequency !== 'MONTHLY' && every.frequency !== 'WEEKLY')) return null;
    if (!every) spans.assume('frequency', 'every month');
    return {
      decision: {
        kind: 'new_income',
        name: 'Rent from a roommate',
        accountId,
        amount: toMinor(amount.value.amount),
        frequency: every?.frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY',
      },
      name: `Receive ${formatPlain(amount.value.amount)} of rent`,
    };
  },
});

const isDebt = (is: string | undefined) => is === 'loan' || is === 'mortgage' || is === 'card';

/** Matches "Buy a car for 20000", "daycare costs 800 a month". */
const purchase = defineDecision({
  unless: 'raise lower save earn salary more less job raisepay owe cleared howlong last',
  // "What if I pay 100 extra" is about a debt, and "a roommate who pays 600" brings money.
  exceptPattern:
    /\b(?:who|that) (?:pays?|would pay|will pay)\b|\b(?:pay|add|put) \S+ (?:extra|more)\b(?! for)/i,
  matches: (spans) =>
    (spans.has('buy purchase spend cost pay schedule subscription have') ||
      spans.matches(/\bget\b|\bgo\b|\bjoin\b/i)) &&
    !spans.unmatched('name').some(({ refs, generic }) => {
      const [best] = getStrongest(refs);
      const isOwn = generic !== null || best?.strength === 3 || !spans.has('buy purchase');
      return best && isPlace(best.is) && isOwn;
    }),
  optional: 'buy purchase spend cost pay schedule extra new another have bill every will',
  slots: { amount: slot.amount, every: slot.frequency, time: slot.time },
  build: (spans, { amount, every }) => {
    const accountId = amount && assumeAccount(spans);
    if (!accountId) return null;
    const thing = matchPurchase(spans) ?? (every ? 'A new bill' : 'A purchase');
    const name = `${thing[0]?.toUpperCase() ?? ''}${thing.slice(1)}`.slice(0, 80);
    const [cost, price] = [toMinor(amount.value.amount), formatPlain(amount.value.amount)];
    if (!every)
      return {
        decision: { kind: 'purchase', name, accountId, amount: cost },
        name: `Buy ${thing} for ${price}`,
      };
    const { frequency } = every;
    if (frequency === 'HOURLY' || frequency === 'DAILY') return null;
    return {
      decision: { kind: 'new_bill', name, accountId, amount: cost, frequency },
      name: `Pay ${price} for ${thing}`,
    };
  },
});

const DECISIONS: readonly Rule<NamedDecision>[] = [
  jobLoss,
  biweeklyPlan,
  paymentDay,
  coverageChange,
  insuranceEnd,
  newInsurance,
  damage,
  accountPlan,
  earlyWithdrawal,
  debtStrategy,
  debtPayment,
  buyHome,
  takeLoan,
  payChange,
  paymentChange,
  percentShock,
  amountShock,
  saveMore,
  roommateRent,
  purchase,
];
