import { counted, listed, money, percent } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import {
  computeCertificateInterest,
  computeCertificateYield,
  GRACE_DAYS,
  getCertificateOffers,
  MIN_CERTIFICATE,
  projectCertificate,
} from '../../../../../engine/products/accounts/certificate-terms.ts';
import type { AccountState, CertificateState } from '../../../../../engine/simulation/state.ts';
import { type Answer, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';

type Certificate = AccountState & { certificate: CertificateState };

/** Returns the customer's open CDs: those that the message names, or else all of them. */
async function loadCertificates({ accounts }: TopicValues, context: AnswerContext) {
  const snapshot = await context.loadState();
  const all = (snapshot?.state.accounts ?? []).filter(
    (account): account is Certificate =>
      account.certificate !== undefined && !account.closed && context.findAccount(account) !== undefined,
  );
  const named = all.filter(({ id }) => accounts.some((account) => account.id === id));
  return { certificates: named.length > 0 ? named : all, at: snapshot?.state.at ?? 0 };
}

/** Answers that the customer has no CD, and lists the CDs that they can open today. */
function* answerNoCertificate(context: AnswerContext) {
  const offers = getCertificateOffers(context.today);
  yield lead(
    `You don't have a CD. You can open one with at least ${money(MIN_CERTIFICATE / 100, context.baseCurrency)}, for ${listed(offers.map(({ months }) => String(months)))} months. An early withdrawal costs interest, and the term sets for how many days.`,
  );
  yield* listOffers(context);
}

/** Answers which CD has the highest rate today. */
async function* answerBestRate(_: TopicValues, context: AnswerContext): Answer {
  const [best] = getCertificateOffers(context.today).toSorted(
    (a, b) => b.rate - a.rate || a.months - b.months,
  );
  if (!best) return;
  yield lead(
    `The ${best.months}-month CD pays the most today: ${percent(best.rate)} a year, which is ${percent(computeCertificateYield(best.rate))} APY. The rate is fixed until it matures.`,
  );
  yield* listOffers(context);
  yield choices(`What would 5000 in a ${best.months}-month CD grow to?`);
}

/** Lists the CDs that the customer can open today. */
function* listOffers({ today }: AnswerContext) {
  const offers = getCertificateOffers(today);
  yield figures(
    ...offers.map(({ months, rate, penaltyDays }) => ({
      label: `${counted(months, 'month')}, penalty of ${counted(penaltyDays, 'day')} of interest`,
      value: percent(rate),
    })),
  );
  yield how('The CDs that you can open today.', {
    rule: `The rate is fixed for the term. The penalty is simple interest on the amount that you withdraw. It doesn't apply in the ${GRACE_DAYS} days after a CD renews.`,
  });
  yield link('Open an account', '/create-account');
}

type Quote = {
  withdrawn: number;
  interest: number;
  penalty: number;
  payout: number;
  in_grace: boolean;
};

/** Answers what an early withdrawal from each CD pays and costs today. */
async function* answerEarlyWithdrawal(values: TopicValues, context: AnswerContext): Answer {
  const { certificates } = await loadCertificates(values, context);
  if (certificates.length === 0) return yield* answerNoCertificate(context);
  const quotes = await Promise.all(
    certificates.map(async (account) => {
      const [quote] = await context.call<Quote[]>('quote_cd_withdrawal', { account_id: account.id });
      return quote ? [{ account, quote }] : [];
    }),
  );
  const all = quotes.flat();
  yield lead(
    all
      .map(({ account: { name, currency, certificate }, quote }) =>
        quote.penalty === 0
          ? `If you withdrew everything from ${name} today, you'd receive ${money(quote.payout, currency)} without a penalty.`
          : `If you withdrew everything from ${name} today, you'd receive ${money(quote.payout, currency)} after a penalty of ${money(quote.penalty, currency)}, which is ${counted(certificate.penaltyDays, 'day')} of interest. It matures on ${context.formatDay(dayText(certificate.maturesOn))}.`,
      )
      .join(' '),
  );
  yield figures(
    ...all.flatMap(({ account: { id, name, currency }, quote }): Figure[] => [
      { label: `${name}, balance`, amount: quote.withdrawn, currency, href: getHref({ is: 'account', id }) },
      { label: `${name}, interest until today`, amount: quote.interest, currency },
      { label: `${name}, penalty`, amount: quote.penalty === 0 ? 0 : -quote.penalty, currency },
      { label: `${name}, you receive`, amount: quote.payout, currency },
    ]),
  );
  yield how('A withdrawal of everything today, which closes the CD.', {
    rule: 'Balance + interest until today − penalty. The penalty is principal × rate × penalty days ÷ 365. You can also withdraw a part.',
  });
  const [first] = all;
  if (first) yield link(first.account.name, getHref({ is: 'account', id: first.account.id }));
  yield choices('When does my CD mature?');
}

/** Answers when each CD matures, what it has then, and what happens to the money. */
async function* answerMaturity(values: TopicValues, context: AnswerContext): Answer {
  const { certificates, at } = await loadCertificates(values, context);
  if (certificates.length === 0) return yield* answerNoCertificate(context);
  const projections = certificates
    .map((account) => ({
      account,
      ...projectCertificate(account, account.certificate, context.zone.getDay(at + 1)),
    }))
    .toSorted((a, b) => a.account.certificate.maturesOn - b.account.certificate.maturesOn);
  const describe = ({ name, currency, certificate }: Certificate, balance: number) => {
    const day = dayText(certificate.maturesOn);
    const next =
      certificate.atMaturity === 'renew'
        ? `Then it renews for ${counted(certificate.termMonths, 'month')} at that day's rate.`
        : `Then it pays out to ${context.findAccount({ id: certificate.payoutAccountId ?? '' })?.name ?? 'your checking account'}.`;
    return `${name} matures on ${context.formatDay(day)}, ${context.formatDistance(day)}, with ${money(balance / 100, currency)}. ${next}`;
  };
  yield lead(projections.map(({ account, balance }) => describe(account, balance)).join(' '));
  yield figures(
    ...projections.flatMap(({ account: { id, name, balance: now, currency }, interest, balance }) => [
      { label: `${name}, now`, amount: now / 100, currency, href: getHref({ is: 'account', id }) },
      { label: `${name}, interest until maturity`, amount: interest / 100, currency },
      { label: `${name}, at maturity`, amount: balance / 100, currency },
    ]),
  );
  yield how('Your CDs until they mature, without withdrawals.', {
    rule: 'The fixed rate compounds daily. Interest is credited on the last day of each month, to the CD or to the account that you chose.',
  });
  yield choices('What does it cost to withdraw my CD early?');
}

/** Answers what an amount in a new CD grows to by maturity, for each term or for the stated one. */
async function* answerGrowth({ amounts, months }: TopicValues, context: AnswerContext): Answer {
  const { today, baseCurrency: currency } = context;
  const all = getCertificateOffers(today);
  const asked = all.filter((offer) => months.some((stated) => Math.round(stated) === offer.months));
  const shown = asked.length > 0 ? asked : all;
  const principal = toMinor(amounts[0]?.amount ?? 0);
  if (principal < MIN_CERTIFICATE) return yield* answerNoCertificate(context);
  const format = (minor: number) => money(minor / 100, currency);
  const results = shown.map(({ months: term, rate }) => {
    const days = addMonths(today, term) - today;
    return { term, rate, interest: computeCertificateInterest(principal, rate, days) };
  });
  const best = results.toSorted((a, b) => b.interest - a.interest)[0];
  if (!best) return;
  yield lead(
    `${format(principal)} in a ${best.term}-month CD at ${percent(best.rate)} would be ${format(principal + best.interest)} at maturity, with ${format(best.interest)} of interest.`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...results.map(({ term, rate, interest }) => ({
      label: `${counted(term, 'month')} at ${percent(rate)}`,
      amount: (principal + interest) / 100,
      currency,
    })),
  );
  yield how('A CD opened today that keeps its interest.', {
    rule: 'The fixed rate compounds daily. An early withdrawal costs a penalty.',
  });
  yield link('Open an account', '/create-account');
  yield choices('How do certificates of deposit (CDs) work?');
}

export const CERTIFICATE_ANSWERS: TopicAnswers = {
  'cd-early-withdrawal': answerEarlyWithdrawal,
  'cd-maturity': answerMaturity,
  'cd-growth': answerGrowth,
  'cd-best-rate': answerBestRate,
};
