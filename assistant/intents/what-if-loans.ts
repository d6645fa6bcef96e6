import { choicesAdding, type MatchedSpans, missing } from '../parser/matched-spans.ts';
import { plain } from './actions.ts';
import { getMonths, minor, usualAccount, type Wanted } from './what-if-parts.ts';

const HOME = { rate: 6.5, years: 30 };

export function buyHome(claim: MatchedSpans): Wanted {
  const isHome = claim.has('home') || /\b(?:house|home|flat|apartment|condo)\b/i.test(claim.reading.text);
  if (!isHome || !claim.has('buy', 'purchase')) return null;
  claim.any('home buy purchase cost down deposit put lower new');
  claim.names(['category'], ({ raw }) => /house|home/i.test(raw));
  const [price, down] = claim.of('amount').toSorted((one, other) => other.said.amount - one.said.amount);
  const [percent, other] = claim.of('percent');
  if (!price)
    return missing(claim, {
      of: 'what_if',
      slot: 'amount',
      question: 'How much does it cost?',
      understood: 'Buy a home',
    });
  claim.take(price);
  if (down) claim.take(down);
  const isDownShare =
    percent !== undefined &&
    !down &&
    (/%\s*down|percent down|down payment|deposit/i.test(claim.reading.text) || other !== undefined);
  const share = isDownShare ? percent : undefined;
  const rate = isDownShare ? other : percent;
  if (share) claim.take(share);
  if (rate) claim.take(rate);
  const { said } = price;
  const paid = down?.said.amount ?? (share ? (said.amount * share.percent) / 100 : null);
  if (paid === null)
    return missing(claim, {
      of: 'what_if',
      slot: 'down',
      question: 'How much would you put down?',
      understood: `Buy a home for ${plain(said.amount)}`,
      choices: choicesAdding(
        claim,
        ['10%', '20%', '30%'].map((label) => ({ label, words: `with ${label} down` })),
      ),
    });
  if (share) claim.assume('down', `${plain(paid)} down`);
  const length = claim.one('duration');
  const years = length?.unit === 'year' ? length.count : HOME.years;
  if (!rate) claim.assume('rate', `at ${HOME.rate}% a year`);
  if (!length) claim.assume('years', `over ${HOME.years} years`);
  const fullest = claim.reading.known.accounts
    .filter(({ type, currency }) => type !== 'INVESTMENT' && currency === claim.reading.known.baseCurrency)
    .toSorted((one, two) => two.balance - one.balance)[0];
  if (!fullest) return null;
  claim.assume('account', `paid from ${fullest.name}, which holds most`);
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

export function takeLoan(claim: MatchedSpans): Wanted {
  const isLoan =
    claim.has('borrow') ||
    /\b(?:take|took|get|had) (?:out )?(?:a|another|an?other) (?:new |car |personal )?loan\b/i.test(
      claim.reading.text,
    );
  if (!isLoan) return null;
  claim.any('borrow take another other have');
  claim.names(['loan']);
  for (const word of claim.of('word')) if (/^(?:take|took)$/.test(word.words[0] ?? '')) claim.take(word);
  const amount = claim.one('amount');
  const percent = claim.one('percent');
  const length = claim.one('duration');
  claim.any('rate', 'interest');
  const understood = `A loan${amount ? ` of ${plain(amount.said.amount)}` : ''}`;
  if (!amount)
    return missing(claim, {
      of: 'what_if',
      slot: 'amount',
      question: 'How much would you borrow?',
      understood,
    });
  if (!percent)
    return missing(claim, {
      of: 'what_if',
      slot: 'rate',
      question: 'At what interest rate?',
      understood,
      choices: choicesAdding(
        claim,
        ['6%', '8%', '12%'].map((label) => ({ label, words: `at ${label}` })),
      ),
    });
  if (!length)
    return missing(claim, {
      of: 'what_if',
      slot: 'months',
      question: 'For how long?',
      understood,
      choices: choicesAdding(
        claim,
        ['3 years', '5 years', '7 years'].map((label) => ({ label, words: `over a term of ${label}` })),
      ),
    });
  takeTerm(claim);
  const accountId = usualAccount(claim);
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

function takeTerm(claim: MatchedSpans): void {
  claim.any('above');
  for (const word of claim.of('word')) if (word.words[0] === 'term') claim.take(word);
}
