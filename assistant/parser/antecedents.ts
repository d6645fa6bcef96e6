import type { CustomerContext, Intent } from '../intent.ts';
import type { Understood } from '../intents/follow-up/follow-up.ts';
import { isAction } from '../intents/follow-up/follow-up-handlers.ts';
import { type Frame, getPlace } from '../intents/follow-up/frame.ts';
import { isQuestion, matchIntents, matchText } from './match-intents.ts';
import { findProduct } from './names.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import { trimEnd } from './text.ts';

/** Returns what "it" means after an answer about something that isn't a product. */
const getNoun = ({ last }: Frame): string | null =>
  (last.kind === 'fact' && last.fact === 'rewards') ||
  (last.kind === 'topic' && last.topic === 'rewards-earned') ||
  ((last.kind === 'card' || last.kind === 'cards') && last.ask === 'rewards')
    ? 'my rewards'
    : null;

/**
 * Replaces a pronoun with the one thing that the last answer is about: "redeem it" after an answer about rewards,
 * "freeze it" after one about a card. Returns null unless the result is a question, a freeze, or a redemption.
 */
export function matchAntecedent({ text, items, customer }: ParsedMessage, frame: Frame): Intent | null {
  const isNamed = items.some(({ is }) => is === 'name' || is === 'amount');
  if (isNamed || !PRONOUN_OBJECT.test(text) || isAction(frame.last.kind)) return null;
  const place = getPlace(frame);
  const product = place && findProduct(customer, place);
  const noun = getNoun(frame) ?? product?.name ?? null;
  if (noun === null) return null;
  const bare = text.replace(/^\s*(?:(?:ok|okay|so|then|and|please|now|can you|could you)[\s,]+)+/i, '');
  const intent = matchText(bare.replace(PRONOUN_OBJECT, noun), customer);
  const isAllowed =
    intent &&
    (isQuestion(intent) ||
      ['freeze', 'redeem'].includes(intent.kind === 'missing' ? intent.of : intent.kind));
  return isAllowed ? intent : null;
}

export const FREEZES_IT = /\b(?:un)?(?:freeze|lock|block) (?:it|that one|this one)\b/i;

const PRONOUN_OBJECT = /\b(?:it|them|that one|this one|those)\b/i;

/**
 * Matches a what-if that adds money and names no debt or account: "what if I pay 50 more". It is about the debt or
 * the forecast of the last answer.
 */
export function matchUnnamedWhatIf({ text, items, customer }: ParsedMessage, frame: Frame): Intent | null {
  const [amount, another] = items.filter(({ is }) => is === 'amount');
  const isMonthly = items.every((item) => item.is !== 'frequency' || item.frequency === 'MONTHLY');
  const isOther = items.some(
    ({ is }) => is === 'name' || is === 'time' || is === 'percent' || is === 'duration',
  );
  if (!amount || another || isOther || !isMonthly || !ADDS_MONEY.test(text)) return null;
  const place = getPlace(frame);
  const product = place && findProduct(customer, place);
  const question =
    product && place.is !== 'account'
      ? `what if i pay ${amount.raw} more${items.some(({ is }) => is === 'frequency') ? ' a month' : ''} on ${product.name}`
      : frame.last.kind === 'forecast'
        ? `what if i save ${amount.raw} more a month`
        : null;
  const intent = question === null ? null : matchIntents(parseMessage(question, customer));
  return intent?.kind === 'what_if' ? intent : null;
}

const ADDS_MONEY =
  /^\s*(?:(?:and|ok|so|but)\s+)*(?:what (?:about )?if|how about if|if) (?:i|we) (?:(?:also|just) )?(?:(?:add|added|throw|threw)\b|(?:pay|paid|put|save|saved|do|did)\b.*\b(?:more|extra|additional|on top)\b)/i;

/** Adds the name of the last intent to a short follow-up, such as "And the minimum?". */
export function matchWithName(text: string, last: Understood, customer: CustomerContext): Intent | null {
  const name = getName(last, customer);
  if (!name) return null;
  const question = trimEnd(text).replace(/^(?:and|so|what about|how about)\s+/i, '');
  const intent =
    matchIntents(parseMessage(`what is ${question} on ${name}`, customer)) ??
    matchIntents(parseMessage(`${question} ${name}`, customer)) ??
    matchIntents(parseMessage(`${question} on ${name}`, customer));
  const isSame =
    intent?.kind === last.kind ||
    (last.kind === 'upcoming' && (intent?.kind === 'card' || intent?.kind === 'debt')) ||
    // "What if I pay 100 extra" is about the debt in the last answer.
    ((last.kind === 'debt' || last.kind === 'topic') && intent?.kind === 'what_if');
  return isSame ? intent : null;
}

/** Returns the name of what the last answer is about, if it is about one thing. */
export function getName(last: Understood, { cards, loans, mortgages }: CustomerContext): string | undefined {
  const getProduct = (id: string | undefined) =>
    [...cards, ...loans, ...mortgages].find((product) => product.id === id)?.name;
  if (last.kind === 'card') return last.card.name;
  if (last.kind === 'debt') return getProduct(last.debt.id);
  if (last.kind === 'goal') return last.goal?.name;
  if (last.kind === 'topic') return last.values.debts.length === 1 ? last.values.debts[0]?.name : undefined;
  return last.kind === 'upcoming' ? (last.about?.name ?? getProduct(last.place?.id)) : undefined;
}
