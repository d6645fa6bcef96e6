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
import { formatFullDate, formatTextDate } from '../../../engine/calendar/format-date.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }> & Assumptions;

export async function* explain({ term, assumed }: Of<'explain'>): Answer {
  const [found, ...others] = termsFor(term);
  const exact = [found, ...others].find((one) => one && termId(one.term) === termId(term)) ?? found;
  if (!exact) {
    yield text(
      `“${term}” is not in the glossary. I explain only what stands there, so that nothing is made up.`,
    );
    yield link('The glossary', '/tips/glossary');
    return;
  }
  yield text(`${exact.term}: ${exact.meaning}${formatAssumed(assumed)}`);
  yield how(`What “${exact.term}” means.`, { rule: 'As the glossary has it.' });
  yield link('In the glossary', `/tips/glossary#${exact.id}`);
  if (exact.place) yield link(exact.place.words, exact.place.to);
}

export async function* help({ topic, assumed }: Of<'help'>): Answer {
  const best = firstAnswer(topic, topic);
  const [found, ...others] = best
    ? [best, ...findArticles(topic).filter(({ slug }) => slug !== best.slug)]
    : findArticles(topic);
  if (!found) {
    yield text('I found nothing about that in the help. Support answers questions about the bank itself.');
    yield link('Ask support', '/support');
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
  yield how(`How this is done here: “${found.title}”.`, { rule: 'As the help has it.' });
  yield link('Read it in the help', `/support/${found.slug}`);
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
  if (from !== to && !found) {
    yield text(
      `The bank has no rate between ${from} and ${to} for ${formatTextDate(day, asking.known.today)}.`,
    );
    return;
  }
  const rate = from === to ? 1 : (found?.rate ?? 0);
  // Computes with integers, because the bank stores rates with eight decimals.
  const product = BigInt(Math.round(amount * 100)) * BigInt(Math.round(rate * 100_000_000));
  const worth = Number((product + 50_000_000n) / 100_000_000n) / 100;
  const rateDay = found?.rate_date ?? day;
  yield text(
    `${money(amount, from)} is ${money(worth, to)} at the rate of ${formatTextDate(rateDay, asking.known.today)}.${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: from, amount, currency: from },
    { label: to, amount: worth, currency: to },
    { label: `One ${from} in ${to}`, value: String(rate) },
  );
  yield how(`What ${money(amount, from)} is in ${to} on ${formatTextDate(rateDay, asking.known.today)}.`, {
    rule: `${money(amount, from)} × ${rate} = ${money(worth, to)}, rounded to the cent. The rates are the bank's own, simulated ones.`,
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
  const when = period ? ` ${period.words}` : ' of late';
  yield text(
    news.length === 0
      ? `Nothing to report${when}.${formatAssumed(assumed)}`
      : `${counted(news.length, 'thing')} happened${when} that ${news.length === 1 ? 'is' : 'are'} worth telling. The latest: ${news[0]?.message ?? ''}${formatAssumed(assumed)}`,
  );
  if (news.length > 0)
    yield figures(
      ...news.slice(0, 8).map(({ at, message }) => ({
        label: formatTextDate(asking.getDay(at), asking.known.today),
        value: message,
      })),
    );
  yield how(`What happened${when}.`, { rule: 'The notifications of the bank.' });
  yield link('Notifications', '/notifications');
}

export async function* date({ assumed }: Assumptions, { known }: Asking): Answer {
  yield text(
    `In your bank it is ${getWeekday(known.today)}, ${formatFullDate(known.today)}.${formatAssumed(assumed)}`,
  );
  yield how('The simulated day of your bank.', { rule: `Days begin and end in ${known.timeZone}.` });
}

export async function* capabilities(asking: Asking): Answer {
  yield text(
    'I answer from your own books: balances, what was spent and where, bills to come, cards, loans, budgets and goals; why interest is what it is; whether something can be afforded and what if. I propose transfers, payments, rules, budgets and moving the clock, and nothing happens before you confirm it. What I do not know I say.',
  );
  yield choices(...starters(asking));
}

/** Example questions about the customer's own products. */
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
  greeting: 'Hello. Ask me about your money here, or tell me what to do with it.',
  thanks: 'You are welcome.',
  goodbye: 'Goodbye. Your questions and answers stay in the history until you delete them.',
  praise: 'Thank you.',
  complaint: 'I am sorry. Say it in other words, or ask support: people answer there.',
};

export async function* social({ what }: Of<'social'>, asking: Asking): Answer {
  yield text(SOCIAL[what]);
  if (what === 'greeting') yield choices(...starters(asking));
  if (what === 'complaint') yield link('Ask support', '/support');
}

export async function* missing({ question, understood, choices: asked }: Missing): Answer {
  yield text(understood ? `${understood.replace(/\.?$/, '.')} ${question}` : question);
  if (asked.length > 0) yield choices(...asked);
}

export async function* beyond({ words, choices: asked }: Beyond): Answer {
  yield text(words);
  if (asked.length > 0) yield choices(...asked);
}
