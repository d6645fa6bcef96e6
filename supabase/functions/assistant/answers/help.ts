import { getFact } from '../../../../assistant/facts.ts';
import { findArticles, findBestArticle } from '../../../../assistant/finding.ts';
import { counted, getWeekday, money } from '../../../../assistant/format.ts';
import { findTerm } from '../../../../assistant/glossary.ts';
import { type Article, getArticle } from '../../../../assistant/help.ts';
import { findNearQuestions } from '../../../../assistant/parser/nearest-questions.ts';
import { parseMessage } from '../../../../assistant/parser/parsed-message.ts';
import { choices, figures, how, link, text } from '../../../../assistant/parts.ts';
import { parseDay } from '../../../../engine/calendar/calendar.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import { Exchange } from '../../../../engine/money/exchange.ts';
import { fromMinor, toMinor } from '../../../../engine/money/minor.ts';
import { type Answer, answerNothing, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';

const MAX_NOTIFICATIONS = 8;
/** The links of a help article that an explanation shows. */
const MAX_LINKS = 3;

export async function* answerExplain({ term, versus }: IntentOf<'explain'>): Answer {
  const [entry, other] = [findTerm(term), versus === undefined ? undefined : findTerm(versus)];
  if (!entry)
    return yield* answerNothing(
      `We don't have “${term}” in our glossary.`,
      'View the glossary',
      '/tips/glossary',
    );
  const both = other ? [entry, other] : [entry];
  yield lead(both.map((item) => `${item.term}: ${item.meaning}`).join('\n\n'));
  yield how(`Meaning of ${both.map((item) => `“${item.term}”`).join(' and ')}.`, {
    rule: 'From our glossary.',
  });
  for (const item of both)
    yield link(other ? `${item.term} in the glossary` : 'View in the glossary', `/tips/glossary#${item.id}`);
  if (entry.page && !other) yield link(entry.page.label, entry.page.to);
  const fact = other ? undefined : getFact(entry.fact ?? '');
  if (fact) yield choices(fact.question);
}

/** Answers a question about how the bank works. */
export async function* answerFact({ fact: id }: IntentOf<'fact'>): Answer {
  const fact = getFact(id);
  const article = getArticle(fact?.article ?? null);
  const answer = fact?.answer ?? article?.text[0];
  if (!fact || answer === undefined)
    return yield* answerNothing("We couldn't find an answer.", 'Contact support', '/support');
  yield lead(removeMarkup(answer), article ? formatSteps(article) : '');
  yield how(`How the bank works: ${fact.question}`, { rule: 'From our help center.' });
  for (const { to, label } of fact.link ? [fact.link] : (article?.links.slice(0, MAX_LINKS) ?? []))
    yield link(label, to);
  if (article) yield link('Read the help article', `/support/${article.slug}`);
  if (fact.ask) yield choices(fact.ask);
}

const removeMarkup = (paragraph: string) => paragraph.replace(/[{}]/g, '');

function formatSteps({ steps = [] }: Article): string {
  if (steps.length === 0) return '';
  return removeMarkup(`\n\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`);
}

/** The similarity from which a fact answers a question about how to do something. */
const MIN_FACT_SIMILARITY = 0.6;

export async function* answerHelp({ topic }: IntentOf<'help'>, { customer }: AnswerContext): Answer {
  const [near] = findNearQuestions(parseMessage(topic, customer));
  if (near?.fact && near.score >= MIN_FACT_SIMILARITY)
    return yield* answerFact({ kind: 'fact', fact: near.fact, assumed: [] });
  const best = findBestArticle(topic, topic);
  const [article, ...others] = [
    ...(best ? [best] : []),
    ...findArticles(topic).filter(({ slug }) => slug !== best?.slug),
  ];
  if (!article) {
    const sentence = "We couldn't find a help article about that. Our support team can help.";
    return yield* answerNothing(sentence, 'Contact support', '/support');
  }
  yield lead(removeMarkup(article.text[0] ?? article.title), formatSteps(article));
  for (const { to, label } of article.links.slice(0, 2)) yield link(label, to);
  yield how(`Help article: “${article.title}”.`, { rule: 'From our help center.' });
  yield link('Read the help article', `/support/${article.slug}`);
  if (others.length > 0) yield choices(...others.slice(0, 2).map(({ title }) => title));
}

export async function* answerExchange(
  { amount, from, to, on }: IntentOf<'exchange'>,
  context: AnswerContext,
): Answer {
  const day = on ?? context.customer.today;
  const { data } = await context.client
    .from('exchange_rates')
    .select('rate, rate_date')
    .eq('base', from)
    .eq('quote', to)
    .lte('rate_date', day)
    .order('rate_date', { ascending: false })
    .limit(1)
    .throwOnError();
  const [quote] = data as { rate: number; rate_date: string }[];
  if (from !== to && !quote)
    return yield text(`We don't have an exchange rate from ${from} to ${to} for ${context.formatDay(day)}.`);
  const rate = from === to ? 1 : (quote?.rate ?? 0);
  const converted = fromMinor(new Exchange(to, { [from]: rate }).worth(toMinor(amount), from));
  const rateDay = context.formatDay(quote?.rate_date ?? day);
  const [source, target] = [money(amount, from), money(converted, to)];
  yield lead(`${source} is ${target} at the ${rateDay} exchange rate.`);
  yield figures(
    { label: from, amount, currency: from },
    { label: to, amount: converted, currency: to },
    { label: `1 ${from} in ${to}`, value: String(rate) },
  );
  const owned = context.customer.accounts.find(
    ({ currency, balance }) => currency === from && balance === amount,
  );
  const payee = context.customer.accounts.find(
    ({ currency, type }) => currency === to && type === 'CHECKING',
  );
  yield how(`${source} in ${to} on ${rateDay}.`, {
    rule: `${source} × ${rate} = ${target}, rounded to the cent. Our exchange rates are simulated.`,
  });
  if (owned && payee && on === null) yield choices(`Transfer everything from ${owned.name} to ${payee.name}`);
}

export async function* answerHappened({ period }: IntentOf<'happened'>, context: AnswerContext): Answer {
  const since = period?.from ? { since: context.getStart(parseDay(period.from)) } : {};
  const all = await context.call<{ at: string; message: string }[]>('my_notifications', since);
  const notifications = all
    .map(({ at, message }) => ({ day: context.getDay(at), message }))
    .filter(({ day }) => !period?.to || day <= period.to);
  const when = period ? ` ${period.text}` : ' recently';
  const [latest] = notifications;
  yield lead(
    latest
      ? `You had ${counted(notifications.length, 'notification')}${when}. The latest: ${latest.message}`
      : `Nothing new${when}.`,
  );
  if (latest)
    yield figures(
      ...notifications
        .slice(0, MAX_NOTIFICATIONS)
        .map(({ day, message }) => ({ label: context.formatDay(day), value: message })),
    );
  yield how(`Notifications${when}.`, { rule: 'From your notifications.' });
  yield link('Notifications', '/notifications');
}

export async function* answerDate(_: unknown, { customer: { today, timeZone } }: AnswerContext): Answer {
  yield lead(`Today is ${getWeekday(today)}, ${formatFullDate(today)}.`);
  yield how('The current date on your simulated clock.', {
    rule: `Dates are in the ${timeZone} time zone.`,
  });
}

export async function* answerCapabilities(_: unknown, context: AnswerContext): Answer {
  yield text(
    'You can ask about your balances, spending, upcoming bills, cards, loans, budgets, goals, interest, and forecasts. You can also try a what-if, move money, pay a bill, set a budget, or fast-forward your clock. We always ask you to confirm before we make a change.',
  );
  yield choices(...getStarters(context));
}

function getStarters({ customer: { accounts, cards, loans, mortgages } }: AnswerContext): string[] {
  const [card, debt] = [cards[0], loans[0] ?? mortgages[0]];
  return [
    ...(accounts.length > 0 ? ['How much did I spend last month, by category?'] : []),
    ...(card ? [`When is ${card.name} due?`] : []),
    ...(debt ? [`What if I pay 200 more a month on ${debt.name}?`] : []),
    accounts.length > 0 ? 'How much can I safely spend a day?' : 'How do I open an account?',
  ];
}

const SMALL_TALK = {
  greeting: 'Hi! How can we help with your money today?',
  thanks: "You're welcome!",
  goodbye: 'Goodbye! We save your conversations until you delete them.',
  praise: 'Thank you!',
  complaint:
    "We're sorry about that. Tell us what went wrong, try rephrasing your question, or contact our support team.",
};

export async function* answerSmallTalk({ what }: IntentOf<'social'>, context: AnswerContext): Answer {
  yield text(SMALL_TALK[what]);
  if (what === 'greeting') yield choices(...getStarters(context));
  if (what === 'complaint') yield link('Contact support', '/support');
}

export async function* askForValue(intent: IntentOf<'missing'>): Answer {
  const { understood, question } = intent;
  yield text(understood ? `${understood.replace(/\.?$/, '.')} ${question}` : question);
  if (intent.choices.length > 0) yield choices(...intent.choices);
}

/** Explains why the assistant can't handle a message. */
export async function* answerBeyond(intent: IntentOf<'beyond'>): Answer {
  yield text(intent.text);
  if (intent.choices.length > 0) yield choices(...intent.choices);
}
