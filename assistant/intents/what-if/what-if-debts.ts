import { formatPlain } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { isCashAccount } from '../../../engine/products/accounts/account-types.ts';
import { getUsualCosts } from '../../../engine/what-if/home-costs.ts';
import { defineDecision, slot } from '../../parser/define-intent.ts';
import { getStrongest, type MatchedSpans } from '../../parser/matched-spans.ts';
import { assumeAccount, matchAccount, toMonths } from './what-if-slots.ts';

const DEBTS = ['loan', 'mortgage', 'card'] as const;

const isMonthly = (every: { frequency: string } | null) => every === null || every.frequency === 'MONTHLY';

/** Matches "Use the snowball method with 300 a month". */
export const debtStrategy = defineDecision({
  when: 'snowball avalanche',
  matches: (spans) => !(spans.has('snowball') && spans.has('avalanche')),
  optional: 'strategy pay owe payoff extra set put spend more used utilization all',
  optionalPattern: /^(?:method|follow|do|use)$/,
  slots: { every: slot.frequency, amount: slot.amount },
  build: (spans, { every, amount }) => {
    if (!isMonthly(every)) return null;
    const strategy = spans.has('snowball') ? 'snowball' : 'avalanche';
    const name = strategy === 'snowball' ? 'Snowball: smallest debt first' : 'Avalanche: highest rate first';
    if (!amount) {
      const question = 'How much extra can you pay each month?';
      return spans.ask('what_if', 'amount', question, name, ['100', '200', '500'], 'with * a month');
    }
    const accountId = assumeAccount(spans);
    if (!accountId) return null;
    const monthly = toMinor(amount.value.amount);
    return { decision: { kind: 'debt_strategy', strategy, monthly, accountId }, name };
  },
});

/** Matches "Pay 200 more on the car loan", "pay off my Reef card". */
export const debtPayment = defineDecision({
  when: 'pay put payoff extra send transfer payment spend more cleared raise make schedule',
  unless: 'snowball avalanche',
  slots: {
    debt: slot.name(
      DEBTS,
      ({ refs, generic }) => generic === 'card' || DEBTS.some((is) => is === getStrongest(refs)[0]?.is),
    ),
    isExtra: (spans: MatchedSpans) => spans.match('extra more raise'),
    every: slot.frequency,
    isOnce: (spans: MatchedSpans) => spans.match('once'),
    share: slot.share,
    amount: slot.amount,
  },
  optional: 'money monthly bill balance owe schedule cleared',
  build: (spans, { debt: match, isExtra, every, isOnce, amount }) => {
    const [debt, another] = match?.refs ?? [];
    if (!match || !debt) return null;
    if (another) spans.ask('what_if', 'debt', 'Which one?', 'Pay more on a debt', match);
    if (!isMonthly(every))
      return spans.refuse('period', 'Extra payments are monthly. Enter an amount per month.');
    const isOff = spans.match('payoff cleared') || spans.matches(/\b(?:off|in full)\b/i);
    const { loans, mortgages, cards } = spans.customer;
    if (!amount) {
      const owed = [...loans, ...mortgages, ...cards].find(({ id }) => id === debt.id)?.balance ?? 0;
      if (!isOff || isExtra || every) return askMonthly(spans, `Pay more on ${debt.name}`);
      const accountId = assumeAccount(spans);
      if (!accountId || owed <= 0) return null;
      spans.assume('amount', `${formatPlain(owed)} (the full balance)`);
      return {
        decision: { kind: 'lump_payment', debtId: debt.id, amount: toMinor(owed), accountId },
        name: `Pay off ${debt.name}`,
      };
    }
    if (amount.value.alternative !== null) return null;
    const paid = formatPlain(amount.value.amount);
    const minor = toMinor(amount.value.amount);
    if ((isExtra || every) && !isOnce) {
      if (!isExtra && !spans.matches(/\bon top|\btowards?\b/i)) {
        const stated = amount.raw.replace(/[^\d.,k]/gi, '');
        const options = [
          { label: `${paid} more a month`, ask: `What if I pay ${stated} more a month on ${debt.name}?` },
          { label: `${paid} in total`, ask: `How long to pay off ${debt.name} at ${stated} a month?` },
        ];
        const question = `Is ${paid} the whole monthly payment, or extra on top of it?`;
        return spans.ask('what_if', 'extra', question, `Pay ${debt.name}`, options, null);
      }
      if (!every) spans.assume('frequency', 'every month');
      return {
        decision: { kind: 'extra_payment', debtId: debt.id, monthly: minor },
        name: `Pay ${paid} more on ${debt.name}`,
      };
    }
    const accountId = matchAccount(spans);
    if (!accountId) return null;
    if (!isOnce) spans.assume('frequency', 'once');
    return {
      decision: { kind: 'lump_payment', debtId: debt.id, amount: minor, accountId },
      name: `Pay ${paid} on ${debt.name} once`,
    };
  },
});

function askMonthly(spans: MatchedSpans, understood: string): null {
  const options = ['100', '200', '500'].map((amount) => ({
    label: `${amount} a month`,
    ask: `${amount} more a month`,
  }));
  return spans.ask('what_if', 'amount', 'How much?', understood, options);
}

const HOME = { rate: 6.5, years: 30 };

/** Matches "Buy a house for 400k with 20% down". */
export const buyHome = defineDecision({
  when: 'buy purchase',
  matches: (spans) => spans.has('home') || spans.matches(/\b(?:house|home|flat|apartment|condo)\b/i),
  optional: 'home cost down deposit put lower new',
  slots: { length: slot.duration },
  build: (spans, { length }) => {
    spans.matchNames(['category'], ({ raw }) => /house|home/i.test(raw));
    const amounts = spans
      .unmatched('amount')
      .toSorted((left, right) => right.value.amount - left.value.amount);
    const [price, down] = amounts.map(({ value }) => value.amount);
    if (price === undefined) return spans.ask('what_if', 'amount', 'What is the price?', 'Buy a home');
    const [first, second] = spans.unmatched('percent');
    for (const item of [...amounts.slice(0, 2), first, second]) if (item) spans.matchItem(item);
    const isShare =
      down === undefined &&
      (second !== undefined || spans.matches(/%\s*down|percent down|down payment|deposit/i));
    const share = isShare ? first?.percent : undefined;
    const rate = (isShare ? second : first)?.percent;
    const downPayment = down ?? (share === undefined ? undefined : (price * share) / 100);
    const name = `Buy a home for ${formatPlain(price)}`;
    if (downPayment === undefined) {
      const question = 'How much would you put down?';
      return spans.ask('what_if', 'down', question, name, ['10%', '20%', '30%'], 'with * down');
    }
    if (share !== undefined) spans.assume('down', `${formatPlain(downPayment)} down`);
    const years = length?.unit === 'year' ? length.count : HOME.years;
    if (rate === undefined) spans.assume('rate', `at an annual rate of ${HOME.rate}%`);
    if (!length) spans.assume('years', `over ${HOME.years} years`);
    const { accounts, baseCurrency } = spans.customer;
    const [account] = accounts
      .filter((account) => isCashAccount(account) && account.currency === baseCurrency)
      .toSorted((left, right) => right.balance - left.balance);
    if (!account) return null;
    spans.assume('account', `paid from ${account.name} (your account with the highest balance)`);
    const costs = baseCurrency === 'USD' ? getUsualCosts(toMinor(price), toMinor(downPayment)) : {};
    if (baseCurrency === 'USD') spans.assume('costs', 'with typical taxes, insurance, and closing costs');
    return {
      decision: {
        kind: 'buy_home',
        name: 'New home',
        accountId: account.id,
        price: toMinor(price),
        downPayment: toMinor(downPayment),
        rate: rate ?? HOME.rate,
        years,
        ...costs,
      },
      name,
    };
  },
});

/** Matches "Borrow 10000 at 8% over 5 years". */
export const takeLoan = defineDecision({
  matches: (spans) =>
    spans.has('borrow') ||
    spans.matches(/\b(?:take|took|get|had) (?:out )?(?:a|another|an?other) (?:new |car |personal )?loan\b/i),
  optional: 'borrow take another other have rate interest',
  optionalPattern: /^(?:take|took)$/,
  slots: { loan: slot.name(['loan']), amount: slot.amount, rate: slot.percent, length: slot.duration },
  build: (spans, { amount, rate, length }) => {
    const understood = `A loan${amount ? ` of ${formatPlain(amount.value.amount)}` : ''}`;
    if (!amount) return spans.ask('what_if', 'amount', 'How much would you borrow?', understood);
    if (!rate) {
      return spans.ask('what_if', 'rate', 'At what interest rate?', understood, ['6%', '8%', '12%'], 'at *');
    }
    if (!length) {
      const terms = ['3 years', '5 years', '7 years'];
      return spans.ask('what_if', 'months', 'For how long?', understood, terms, 'over a term of *');
    }
    spans.match('above');
    spans.matchWords(/^term$/);
    const accountId = assumeAccount(spans);
    if (!accountId) return null;
    return {
      decision: {
        kind: 'take_loan',
        name: 'New loan',
        accountId,
        amount: toMinor(amount.value.amount),
        rate: rate.percent,
        months: toMonths(length),
      },
      name: `Borrow ${formatPlain(amount.value.amount)} at ${rate.percent}%`,
    };
  },
});
