import { listed, money, sumAmounts } from '../../../../assistant/format.ts';
import type { Arithmetic } from '../../../../assistant/format-interest.ts';
import { choices, figures, how, text } from '../../../../assistant/parts.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { sumByCurrency } from './amounts.ts';
import { getHref } from './balance.ts';
import { explainCardInterest, explainDebtInterest, explainSavingsInterest } from './interest-calculation.ts';
import { type InterestPosting, loadInterest } from './interest-postings.ts';

const MAX_PRODUCTS = 5;
const MAX_AMOUNTS = 4;

/** Adds up the interest that was paid or earned in a period. */
export async function* answerInterest(
  { direction, places, period }: IntentOf<'interest'>,
  context: AnswerContext,
): Answer {
  const isEarned = direction === 'earned';
  const products = context.products.filter(
    ({ is, id }) =>
      (is === 'account') === isEarned && (places.length === 0 || places.some((place) => place.id === id)),
  );
  const postings = await loadInterest(products, period, context);
  const sums = products
    .map(({ id, name, currency }) => ({
      label: name,
      amount: sumAmounts(postings.filter(({ product }) => product.id === id).map(({ amount }) => amount)),
      currency,
    }))
    .filter(({ amount }) => amount !== 0);
  const totals = sumByCurrency(sums).map(({ amount, currency }) => money(amount, currency));
  yield lead(
    sums.length === 0
      ? `You ${isEarned ? "didn't earn" : "weren't charged"} any interest ${period.text}.`
      : `You ${isEarned ? 'earned' : 'were charged'} ${listed(totals)} in interest ${period.text}.`,
  );
  if (sums.length > 0) yield figures(...sums);
  yield how(`Interest ${direction} ${period.text}.`, {
    rule: 'Includes every interest transaction by its posting date, with a separate total for each currency.',
  });
  yield choices(isEarned ? null : 'Which debt should I pay off first?');
}

/** Explains the most recent interest posting, or the posting with the stated amount. */
export async function* explainInterest({ amount, place }: IntentOf<'why'>, context: AnswerContext): Answer {
  const products = context.products.filter(({ id }) => place === null || id === place.id);
  const all = await loadInterest(products, null, context);
  const postings = all.filter((posting) => amount === null || isSameCent(Math.abs(posting.amount), amount));
  const [posting] = postings;
  const on = place && products[0] ? ` on ${products[0].name}` : '';
  if (!posting) {
    if (amount === null) yield lead(`We haven't posted any interest${on} yet.`);
    else
      yield text(
        `We couldn't find ${money(amount, context.baseCurrency)} in interest${on}. Which amount do you mean?`,
      );
    if (all.length > 0)
      yield choices(
        ...all
          .slice(0, MAX_AMOUNTS)
          .map((item) => `Why is my interest ${money(Math.abs(item.amount), item.product.currency)}?`),
      );
    return;
  }
  const names = new Map(postings.map((entry) => [entry.product.id, entry.product.name]));
  if (amount === null && place === null && names.size > 1) {
    yield text('You earn or pay interest on more than one account, card, or loan. Which one do you mean?');
    yield choices(
      ...[...names.values()]
        .slice(0, MAX_PRODUCTS)
        .map((name) => `Why is my interest on ${name} what it is?`),
    );
    return;
  }
  yield* explainPosting({ ...posting, amount: Math.abs(posting.amount) }, context);
}

const isSameCent = (a: number, b: number) => Math.abs(a - b) < 0.005;

async function* explainPosting(posting: InterestPosting, context: AnswerContext): Answer {
  const { product, day } = posting;
  const { name, currency, is } = product;
  const isEarned = is === 'account';
  const verb = isEarned ? 'earned' : 'charged';
  const amount = money(posting.amount, currency);
  const reason = await getReason(posting, context);
  yield lead(
    `${amount} in interest was ${verb} on ${name} on ${context.formatDay(day)}. ${reason?.sentence ?? "It was based on the terms at that time. We can't recalculate it to the cent, so we don't show a breakdown."}`,
  );
  yield figures(
    { label: `Interest ${verb}`, amount: posting.amount, currency, href: getHref(product) },
    { label: 'Posted', value: context.formatDay(day) },
  );
  yield how(`${amount} in interest on ${name}.`, { rule: reason?.rule ?? null });
  yield choices(
    is === 'card' ? `What is the minimum payment on ${name}?` : null,
    isEarned ? 'How much interest did I earn this year?' : 'How much interest did I pay this year?',
  );
}

/** Returns the calculation of an interest posting, or null if its result differs from the posted amount. */
async function getReason(posting: InterestPosting, context: AnswerContext): Promise<Arithmetic | null> {
  const { is } = posting.product;
  if (is === 'account') return explainSavingsInterest(posting, context);
  const explanations =
    is === 'card'
      ? await explainCardInterest(posting, context)
      : [await explainDebtInterest(posting, context)];
  return explanations.find(({ amount }) => isSameCent(amount, posting.amount)) ?? null;
}
