import { findArticles, firstAnswer } from '../../../assistant/finding.ts';
import {
  choices,
  counted,
  figures,
  formatAssumed,
  getWeekday,
  how,
  link,
  money,
  text,
} from '../../../assistant/format.ts';
import { termId, termsFor } from '../../../assistant/glossary.ts';
import type { Beyond, Missing, Question } from '../../../assistant/intent.ts';
import { formatFullDate } from '../../../engine/calendar/format-date.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }> & Assumptions;

export async function* explain({ term, assumed }: Of<'explain'>): Answer {
  const [found, ...others] = termsFor(term);
  const exact = [found, ...others].find((one) => one && termId(one.term) === termId(term)) ?? found;
  if (!exact) {
    yield text(`We don't have “${term}” in our glossary.`);
    yield link('View the glossary', '/tips/glossary');
    return;
  }
  yield text(`${exact.term}: ${exact.meaning}${formatAssumed(assumed)}`);
  yield how(`Meaning of “${exact.term}”.`, { rule: 'From our glossary.' });
  yield link('View in the glossary', `/tips/glossary#${exact.id}`);
  if (exact.place) yield link(exact.place.words, exact.place.to);
}

export async function* help({ topic, assumed }: Of<'help'>): Answer {
  const best = firstAnswer(topic, topic);
  const [found, ...others] = best
    ? [best, ...findArticles(topic).filter(({ slug }) => slug !== best.slug)]
    : findArticles(topic);
  if (!found) {
    yield text("We couldn't find a help article about that. Our support team can help.");
    yield link('Contact support', '/support');
    return;
  }
  const steps = found.steps?.map((step, index) => `${index + 1}. ${step}`).join('\n');
  yield text(
    `${found.text[0] ?? found.title}${formatAssumed(assumed)}${steps ? `\n\n${steps}` : ''}`.replace(
      /[{}]/g,
      '',
    ),
  );
  for (const { to, label } of found.links.slice(0, 2)) yield link(label, to);
  yield how(`Help article: “${found.title}”.`, { rule: 'From our help center.' });
  yield link('Read the help article', `/support/${found.slug}`);
  if (others.length > 0) yield choices(...others.slice(0, 2).map(({ title }) => title));
}

export async function* exchange({ amount, from, to, on, assumed }: Of<'exchange'>, asking: Asking): Answer {
  const day = on ?? asking.known.today;
  const { data } = await asking.bank
    .from('exchange_rates')
    .select('rate, rate_date')
    .eq('base', from)
    .eq('quote', to)
    .lte('rate_date', day)
    .order('rate_date', { ascending: false })
    .limit(1)
    .throwOnError();
  const [found] = data as { rate: number; rate_date: string }[];
  if (from !== to && !found)
    return yield text(`We don't have an exchange rate from ${from} to ${to} for ${asking.formatDay(day)}.`);
  const rate = from === to ? 1 : (found?.rate ?? 0);
  // Rates have eight decimals, so integers keep the product exact.
  const product = BigInt(Math.round(amount * 100)) * BigInt(Math.round(rate * 100_000_000));
  const worth = Number((product + 50_000_000n) / 100_000_000n) / 100;
  const rateDay = found?.rate_date ?? day;
  yield text(
    `${money(amount, from)} is ${money(worth, to)} at the ${asking.formatDay(rateDay)} exchange rate.${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: from, amount, currency: from },
    { label: to, amount: worth, currency: to },
    { label: `1 ${from} in ${to}`, value: String(rate) },
  );
  yield how(`${money(amount, from)} in ${to} on ${asking.formatDay(rateDay)}.`, {
    rule: `${money(amount, from)} × ${rate} = ${money(worth, to)}, rounded to the cent. Our exchange rates are simulated.`,
  });
}

type News = { kind: string; at: string; message: string; path: string; others: number };

export async function* happened({ period, assumed }: Of<'happened'>, asking: Asking): Answer {
  const since = period?.from
    ? new Date(asking.zone.getStart(Date.parse(period.from) / 86_400_000)).toISOString()
    : null;
  const news = (await asking.call<News[]>('my_notifications', since === null ? {} : { since })).filter(
    ({ at }) => period?.to == null || asking.getDay(at) <= period.to,
  );
  const when = period ? ` ${period.words}` : ' recently';
  yield text(
    news.length === 0
      ? `Nothing new${when}.${formatAssumed(assumed)}`
      : `You had ${counted(news.length, 'notification')}${when}. The latest: ${news[0]?.message ?? ''}${formatAssumed(assumed)}`,
  );
  if (news.length > 0)
    yield figures(
      ...news.slice(0, 8).map(({ at, message }) => ({
        label: asking.formatDay(asking.getDay(at)),
        value: message,
      })),
    );
  yield how(`Notifications${when}.`, { rule: 'From your notifications.' });
  yield link('Notifications', '/notifications');
}

export async function* date({ assumed }: Assumptions, { known }: Asking): Answer {
  yield text(`Today is ${getWeekday(known.today)}, ${formatFullDate(known.today)}.${formatAssumed(assumed)}`);
  yield how('The current date on your simulated clock.', {
    rule: `Dates are in the ${known.timeZone} time zone.`,
  });
}

export async function* capabilities(asking: Asking): Answer {
  yield text(
    'You can ask about your balances, spending, upcoming bills, cards, loans, budgets, goals, interest, and forecasts. You can also try a what-if, move money, pay a bill, set a budget, or fast-forward your clock. We always ask you to confirm before we make a change.',
  );
  yield choices(...starters(asking));
}

/** Returns starter questions that name the customer's own products. */
export function starters({ known }: Asking): string[] {
  const [card, loan] = [known.cards[0], known.loans[0] ?? known.mortgages[0]];
  return [
    ...(known.accounts.length > 0 ? ['How much did I spend last month, by category?'] : []),
    ...(card ? [`When is ${card.name} due?`] : []),
    ...(loan ? [`What if I pay 200 more a month on ${loan.name}?`] : []),
    ...(known.accounts.length > 0 ? ['How much can I safely spend a day?'] : ['How do I open an account?']),
  ];
}

const SOCIAL = {
  greeting: 'Hi! How can we help with your money today?',
  thanks: "You're welcome!",
  goodbye: 'Goodbye! We save your conversations until you delete them.',
  praise: 'Thank you!',
  complaint: "We're sorry about that. Try rephrasing your question, or contact our support team.",
};

export async function* social({ what }: Of<'social'>, asking: Asking): Answer {
  yield text(SOCIAL[what]);
  if (what === 'greeting') yield choices(...starters(asking));
  if (what === 'complaint') yield link('Contact support', '/support');
}

export async function* missing({ question, understood, choices: asked }: Missing): Answer {
  yield text(understood ? `${understood.replace(/\.?$/, '.')} ${question}` : question);
  if (asked.length > 0) yield choices(...asked);
}

export async function* beyond({ words, choices: asked }: Beyond): Answer {
  yield text(words);
  if (asked.length > 0) yield choices(...asked);
}
