import type { CustomerContext, Intent, Turn } from '../intent.ts';
import { isDestination } from '../intents/money-slots.ts';
import { isQuestion, matchIntents, matchText, OWNED } from './match-intents.ts';
import { getStrongest } from './matched-spans.ts';
import { isBankingWord } from './nearest-questions.ts';
import { type Item, type ParsedMessage, parseMessage } from './parsed-message.ts';

/** Returns the question whether an amount is affordable today. */
function askAffordable(amount: string, customer: CustomerContext) {
  const intent = matchText(`can i afford ${amount}`, customer);
  return intent?.kind === 'afford' ? intent : null;
}

/** Reads "can I afford to move 400 to savings" as whether the amount is affordable, and offers the transfer. */
export function readAsAffordedMove({ text, customer }: ParsedMessage): Intent | null {
  const [, move, amount] =
    /^\s*(?:(?:so|and|ok|hey) )*(?:can|could) i (?:really |still )?afford to ((?:move|transfer|put|send) (\$?\d[\d.,]*k?(?: dollars| bucks)?) .+?)[\s?.!]*$/i.exec(
      text,
    ) ?? [];
  if (!move || !amount) return null;
  const transfer = matchText(move, customer);
  const question = askAffordable(amount, customer);
  if (transfer?.kind !== 'transfer' || !question) return null;
  const afford = { ...question, name: 'the transfer', assumed: [] };
  return { kind: 'several', questions: [afford], later: [move], assumed: [] } as Intent;
}

const ASKS_TO_BUY =
  /\b(?:is it|would it be|is that) (?:smart|wise|ok(?:ay)?|a good idea|crazy|stupid|dumb|responsible|worth it)\b.*\b(?:book|buy|get|order|purchase|spend)\b|\bshould i (?:book|buy|order|purchase)\b/i;

/** Reads a request for advice about a single purchase with a price as the question whether it's affordable today. */
export function readAsPurchase({ text, items, customer }: ParsedMessage): Intent | null {
  const [amount, another] = items.filter(({ is }) => is === 'amount');
  const isOther = items.some(
    (item) =>
      ['percent', 'duration', 'frequency', 'share'].includes(item.is) ||
      (item.is === 'name' &&
        getStrongest(item.refs).some(({ is }) =>
          ['account', 'card', 'loan', 'mortgage', 'goal'].includes(is),
        )),
  );
  if (!amount || another || isOther || !ASKS_TO_BUY.test(text) || OWNED.test(text)) return null;
  return askAffordable(amount.raw, customer);
}

const ASKS_AFFORD =
  /\b(?:can|could) (?:i|we) (?:\w+ )?afford\b|\b(?:still|would (?:i|we|that) be|am i|are we|is that|would it be) (?:ok|okay|fine|alright|doable|affordable)\b|\bdo (?:i|we) have (?:enough|the money) (?:for|to)\b/i;

/** Costs of a car or a home, whose names then don't mean the loan. */
const ABOUT_REPAIR = /\b(?:tires?|repairs?|brakes?|battery|roof|furnace|fix(?:ed|ing)?)\b/i;

/**
 * Reads a story that mentions one price and asks whether it's affordable: "the car needs tires, 800 bucks. Can we
 * afford it?"
 */
export function readAsDescribedPurchase({ text, items, customer }: ParsedMessage): Intent | null {
  const amounts = items.filter(
    (item) => item.is === 'amount' && (item.value.isMoney || item.value.amount >= 20),
  );
  const [amount, another] = amounts;
  const isOther = items.some(
    (item) =>
      ['percent', 'frequency', 'share'].includes(item.is) ||
      (item.is === 'name' &&
        getStrongest(item.refs).some(({ is }) => ['loan', 'mortgage', 'goal'].includes(is))),
  );
  if (!amount || another || !ASKS_AFFORD.test(text)) return null;
  if ((isOther && !ABOUT_REPAIR.test(text)) || /\b(?:a month|monthly|loan|mortgage payment)\b/i.test(text))
    return null;
  return askAffordable(amount.raw, customer);
}

const ABOUT_TAX = /\b(?:tax(?:es)?|irs|w-?2|1099)\b/i;

const ASKS_TAX_PAID =
  /\bhow much\b.{0,20}\btax(?:es)?\b.{0,20}\b(?:pay|paid|withheld|taken|take)\b|\bhow much (?:did i pay|have i paid|was withheld|was taken)\b.{0,20}\btax(?:es)?\b/i;

/**
 * Reads "how much tax did I pay last year" as the question where the tax documents are, because they state the amount,
 * and "will I get a refund" after a message about taxes as a question about the tax refund.
 */
export function readAboutTaxes({ text, items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  if (
    ASKS_TAX_PAID.test(text) &&
    !/\b(?:property|sales|escrow|house|home|mortgage|if|before|after)\b/i.test(text)
  )
    return { kind: 'fact', fact: 'taxes', assumed: [] };
  const isOther = items.some(
    (item) =>
      item.is === 'amount' ||
      (item.is === 'name' && item.refs.every(({ name, is }) => is !== 'category' || name !== 'Refund')),
  );
  return /\brefunds?\b/i.test(text) && !isOther && before.slice(-2).some((turn) => ABOUT_TAX.test(turn.text))
    ? { kind: 'fact', fact: 'taxes', assumed: [] }
    : null;
}

/**
 * Matches a message without a verb: "health expenses 2026", in which the number is a year, and "uber last month", in
 * which the word is a merchant. The result is always a question.
 */
export function matchBareValues({ text, items, customer }: ParsedMessage): Intent | null {
  const toQuestion = (question: string) => {
    const intent = matchText(question, customer);
    return intent && isQuestion(intent) ? intent : null;
  };
  const [, start, year] = /^(.*\p{L}) (20\d\d)[\s?.!]*$/u.exec(text) ?? [];
  if (
    start &&
    year &&
    items.at(-1)?.is === 'amount' &&
    !/\b(?:to|for|at|of|is|reach|under|over)$/i.test(start)
  )
    return toQuestion(`${start} in ${year}`);
  // "Euros?" asks for the money in that currency.
  const [currency] = items.filter(({ is }) => is === 'currency');
  if (currency && items.every(({ is }) => is === 'currency' || is === 'stop'))
    return toQuestion(`how many ${currency.raw} do i have`);
  const words = items.filter(({ is }) => is === 'word');
  const [time, another] = items.filter(({ is }) => is === 'time');
  const isOther = items.some(({ is }) => is !== 'word' && is !== 'time' && is !== 'preposition');
  const [first] = words;
  if (!first || !time || another || isOther || words.length > 2 || isBankingText(words) || first.at > time.at)
    return null;
  const intent = toQuestion(
    `how much did i spend at ${text.slice(first.start, words.at(-1)?.end)} ${text.slice(time.start, time.end)}`,
  );
  return intent?.kind === 'flow' ? intent : null;
}

const CHANGES_BY_PERCENT =
  /^\s*(?:please )?(raise|increase|bump(?: up)?|lower|cut|reduce|drop|trim) (?:my |the )?(\p{L}[\p{L}& ]*?) by (\d+(?:\.\d+)?) ?(?:%|percent)[\s.!]*$/iu;

/** Matches "cut entertainment by 15%" as a change of that category's budget, if there is one. */
export function matchImpliedBudget({ text, items, customer }: ParsedMessage): Intent | null {
  const [, verb, name, percent] = CHANGES_BY_PERCENT.exec(text) ?? [];
  const [category, another] = items.flatMap((item) =>
    item.is === 'name' ? getStrongest(item.refs).filter(({ is }) => is === 'category') : [],
  );
  const isBudgeted = customer.budgets.some(({ categoryId }) => categoryId === category?.id);
  if (!verb || !category || another || !isBudgeted) return null;
  const change = /^(?:raise|increase|bump)/i.test(verb) ? 'raise' : 'lower';
  const intent = matchIntents(parseMessage(`${change} my ${name} budget by ${percent}%`, customer));
  return intent?.kind === 'set_budget' ? intent : null;
}

export const isBankingText = (items: readonly Item[]) =>
  items.some(({ is, words }) => is === 'word' && words.some(isBankingWord));

/** Matches "45 weekly to savings", which names an amount and a target but no verb, as a transfer. */
export function matchImpliedTransfer(
  { text, items }: ParsedMessage,
  customer: CustomerContext,
): Intent | null {
  const hasVerb = items.some(({ is }) => is === 'concept' || is === 'word');
  // "200 in savings" can state a balance, so only "to" or a frequency makes it a transfer.
  const isRepeated = items.some(({ is }) => is === 'frequency');
  const isTarget = items.some(
    (item) =>
      item.is === 'name' &&
      isDestination(item) &&
      (isRepeated || /^(?:to|into|onto|towards?)$/.test(item.preposition ?? '')),
  );
  if (hasVerb || !isTarget || !items.some(({ is }) => is === 'amount')) return null;
  if (items.some(({ is }) => is === 'time') || /^\s*(?:how|what|when|why|is|are|did|do)\b/i.test(text))
    return null;
  const intent = matchIntents(parseMessage(`transfer ${text}`, customer));
  return intent?.kind === 'transfer' || intent?.kind === 'schedule' || intent?.kind === 'pay_card'
    ? intent
    : null;
}
