import type { MatchedSpans } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { getMonths, minor, usualAccount, type Wanted } from './what-if-parts.ts';

const HOME = { rate: 6.5, years: 30 };

export function buyHome(spans: MatchedSpans): Wanted {
  const isHome = spans.has('home') || /\b(?:house|home|flat|apartment|condo)\b/i.test(spans.text);
  if (!isHome || !spans.has('buy', 'purchase')) return null;
  spans.any('home buy purchase cost down deposit put lower new');
  spans.names(['category'], ({ raw }) => /house|home/i.test(raw));
  const [price, down] = spans.of('amount').toSorted((one, other) => other.said.amount - one.said.amount);
  const [percent, other] = spans.of('percent');
  if (!price) return spans.ask('what_if', 'amount', 'How much does it cost?', 'Buy a home');
  spans.take(price);
  if (down) spans.take(down);
  const isDownShare =
    percent !== undefined &&
    !down &&
    (/%\s*down|percent down|down payment|deposit/i.test(spans.text) || other !== undefined);
  const share = isDownShare ? percent : undefined;
  const rate = isDownShare ? other : percent;
  if (share) spans.take(share);
  if (rate) spans.take(rate);
  const { said } = price;
  const paid = down?.said.amount ?? (share ? (said.amount * share.percent) / 100 : null);
  if (paid === null)
    return spans.ask(
      'what_if',
      'down',
      'How much would you put down?',
      `Buy a home for ${plain(said.amount)}`,
      spans.choicesAdding(['10%', '20%', '30%'], 'with * down'),
    );
  if (share) spans.assume('down', `${plain(paid)} down`);
  const length = spans.one('duration');
  const years = length?.unit === 'year' ? length.count : HOME.years;
  if (!rate) spans.assume('rate', `at ${HOME.rate}% a year`);
  if (!length) spans.assume('years', `over ${HOME.years} years`);
  const fullest = spans.known.accounts
    .filter(({ type, currency }) => type !== 'INVESTMENT' && currency === spans.known.baseCurrency)
    .toSorted((one, two) => two.balance - one.balance)[0];
  if (!fullest) return null;
  spans.assume('account', `paid from ${fullest.name}, your account with the highest balance`);
  return {
    decision: {
      kind: 'buy_home',
      name: 'New home',
      accountId: fullest.id,
      price: minor(said.amount),
      downPayment: minor(paid),
      rate: rate?.percent ?? HOME.rate,
      years,
    },
    name: `Buy a home for ${plain(said.amount)}`,
  };
}

export function takeLoan(spans: MatchedSpans): Wanted {
  const isLoan =
    spans.has('borrow') ||
    /\b(?:take|took|get|had) (?:out )?(?:a|another|an?other) (?:new |car |personal )?loan\b/i.test(
      spans.text,
    );
  if (!isLoan) return null;
  spans.any('borrow take another other have');
  spans.names(['loan']);
  spans.takeWords(/^(?:take|took)$/);
  const amount = spans.one('amount');
  const percent = spans.one('percent');
  const length = spans.one('duration');
  spans.any('rate', 'interest');
  const understood = `A loan${amount ? ` of ${plain(amount.said.amount)}` : ''}`;
  if (!amount) return spans.ask('what_if', 'amount', 'How much would you borrow?', understood);
  if (!percent)
    return spans.ask(
      'what_if',
      'rate',
      'At what interest rate?',
      understood,
      spans.choicesAdding(['6%', '8%', '12%'], 'at *'),
    );
  if (!length)
    return spans.ask(
      'what_if',
      'months',
      'For how long?',
      understood,
      spans.choicesAdding(['3 years', '5 years', '7 years'], 'over a term of *'),
    );
  takeTerm(spans);
  const accountId = usualAccount(spans);
  if (!accountId) return null;
  return {
    decision: {
      kind: 'take_loan',
      name: 'New loan',
      accountId,
      amount: minor(amount.said.amount),
      rate: percent.percent,
      months: getMonths(length.count, length.unit),
    },
    name: `Borrow ${plain(amount.said.amount)} at ${percent.percent}%`,
  };
}

function takeTerm(spans: MatchedSpans): void {
  spans.any('above');
  spans.takeWords(/^term$/);
}
