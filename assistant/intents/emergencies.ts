import type { Intent, Turn } from '../intent.ts';
import { getStrongest, MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import { type ParsedMessage, parseMessage } from '../parser/parsed-message.ts';
import { freeze } from './controls.ts';

const HOLDER = '(?:(?:credit |debit |bank )?cards?|wallet|purse|handbag|bag)';
/** Up to three words such as "my green", but not "50 from my", after which money is lost, not its holder. */
const ITS =
  '(?:\\s+(?!money\\b|cash\\b|from\\b|off\\b|on\\b|with\\b|to\\b|in\\b|at\\b|some\\b|it\\b|out\\b)\\p{L}+){0,3}?';
const BE = '(?:\\s+(?:is|was|has|have|been|got|went|were|are|just|all|both))*';
/** Statements that a card, or what holds it, is lost or stolen. */
const IS_LOST = new RegExp(
  [
    `\\b(?:lost|misplaced|dropped|left|can(?:'|\u2019)?t find|cannot find|couldn(?:'|\u2019)?t find)${ITS}\\s+${HOLDER}\\b(?! (?:limit|budget|balance|payment))`,
    `(?<!\\b(?:i|we)\\s)\\b(?:stole|stolen|took|grabbed|snatched|swiped)${ITS}\\s+${HOLDER}\\b(?! (?:limit|budget|balance|payment))`,
    `\\b${HOLDER}${BE}\\s+(?:stolen|lost|missing|gone|snatched)\\b`,
  ].join('|'),
  'iu',
);
/** Questions and suppositions about a loss, and losses of something else. */
const ISNT_LOST =
  /^\s*(?:what if|if|suppose|how|what (?:happens|do|should|would)|when|why|where (?:do|can)|who|does|do|is|are|did|can(?!['\u2019])|could(?!n)|report)\b|\b(?:gone|going) up\b|\b(?:found|back on|bag of|carry[- ]on)\b|\b(?:left on|left in|limit|balance|budget|spend|spent|rewards?|points?)\b/i;

/** Requests to freeze a card because it is lost: "lock my green card for now, I can't find it". */
const ASKS_FREEZE = /\b(?:freeze|lock|block|disable|deactivate)\b/i;
const IT_IS_LOST =
  /\b(?:lost|misplaced|dropped|(?:can(?:'|\u2019)?t|cannot|can not|couldn(?:'|\u2019)?t) find|left) (?:it|mine|them)\b|\b(?:it|mine)(?:'s|\u2019s| is| was| got| has been)+ (?:stolen|lost|missing|gone)\b/i;
const ISNT_REQUEST =
  /^\s*(?:what|if|suppose|how|when|why|where|who|does|do i|is|are|did|should|must)\b|\b(?:found|back on|don(?:'|\u2019)?t (?:need to )?(?:freeze|lock|block))\b/i;

/** Returns true if a message says that a card is lost, or asks to freeze a card for that reason. */
const statesLoss = ({ text, items }: ParsedMessage): boolean =>
  (IS_LOST.test(text) && !ISNT_LOST.test(text)) ||
  (ASKS_FREEZE.test(text) &&
    IT_IS_LOST.test(text) &&
    !ISNT_REQUEST.test(text) &&
    items.some((item) => item.is === 'name' && item.refs.some(({ is }) => is === 'card')));

/** Statements that a stranger uses the account or a card. */
const IS_FRAUD =
  /\b(?:some ?one|some ?body|stranger|hacker|thief|they)(?: (?:has|have|may have|might have|just))? (?:got|gotten|get|broke|broken|hacked|logged|is|are) in(?:to)? (?:my )?(?:\w+ )?(?:account|app|profile|bank)\b|\b(?:i|we)(?:'ve|\u2019ve| have| was| were| got| am| think i(?: was| got|'ve been| have been)?)? (?:been )?(?:hacked|scammed|defrauded|phished)\b|\b(?:my|our) (?:\w+ )?(?:account|identity|details|info|information|card number)(?: (?:was|were|got|has been|is|are|been))+ (?:hacked|stolen|leaked|compromised)\b|\b(?:stuff|things|charges|purchases|transactions|payments) (?:that )?(?:i|we) (?:didn(?:'|\u2019)?t|did not|never|don(?:'|\u2019)?t) (?:buy|bought|make|made|order|ordered|recogni[sz]e|do|did)\b/i;

/** Statements that a card's number is stolen, or that somebody else uses the card. */
const CARD_USED =
  /\b(?:my|our|the) (?:\w+ )?card(?:'s|\u2019s)?(?: number| numbers| details| info(?:rmation)?| data)?(?: (?:was|were|got|has|have|been|is|might|may|must|be|could))+ (?:stolen|skimmed|cloned|hacked|compromised|copied|breached|leaked)\b|\b(?:some ?one|some ?body|stranger|thief|hacker)(?:'s|\u2019s)?(?: (?:is|has|was|been|keeps|must be|may be|might be))* (?:us(?:e[sd]?|ing)|spen[dt]\w*|charging|buying|shopping)\b.*\b(?:my|our) (?:\w+ )?(?:card|account|money|number)\b/i;

/** Statements that a caller or a message, supposedly from a bank or an authority, wants money or a code. */
const CLAIMS_TO_BE =
  /\b(?:some ?one|some ?body|man|woman|guy|lady|caller|person|he|she|they|text|email|message|call)\b.{0,40}\b(?:from|with|is|(?:he|she|they)(?:'|\u2019)?(?:s|re)) (?:the |my |your |our )?(?:bank|sandbank|fraud \w+|support|irs|tax office|police|government|microsoft|social security)\b/i;
const WANTS_MONEY =
  /\b(?:move|send|transfer|wire|pay|withdraw) (?:\S+ ){0,4}?(?:money|savings|funds|cash|account|fee|them|him|her)\b|\bsafe account\b|\b(?:code|password|pin|gift cards?|remote|card number)\b/i;

/** Returns the warning about scams: "a man from the bank says I must move my savings". */
export const matchScam = ({ text }: ParsedMessage): Intent | null =>
  CLAIMS_TO_BE.test(text) && WANTS_MONEY.test(text) ? { kind: 'fact', fact: 'scam', assumed: [] } : null;

/** Returns the first steps after a card's number was stolen. Returns null for other messages. */
export const matchCardFraud = ({ text }: ParsedMessage): Intent | null =>
  CARD_USED.test(text) && !/^\s*(?:what if|if|suppose|how|was|is|am|has|have|what happens)\b/i.test(text)
    ? { kind: 'fact', fact: FIRST_STEPS, assumed: [] }
    : null;

/** The explanation of what a victim of fraud or theft does first. */
const FIRST_STEPS = 'block-everything';

/**
 * Returns the proposal to freeze the cards after a loss: "I lost my wallet at the station". With several cards, the
 * first one is proposed and the next one is offered. Returns null for other messages, and if a card is named.
 */
export function matchLoss(message: ParsedMessage): Intent | null {
  const { text, items, customer } = message;
  if (!statesLoss(message)) return null;
  const named = items.flatMap((item) =>
    item.is === 'name' && item.generic === null
      ? getStrongest(item.refs).filter(({ is }) => is === 'card')
      : [],
  );
  const cards = customer.cards.filter(
    ({ id, frozen }) => !frozen && (named.length === 0 || named.some((ref) => ref.id === id)),
  );
  const [card, next] = cards;
  // One of several cards is lost, so the customer says which one.
  if (next && named.length === 0 && !/\b(?:wallet|purse|handbag|bag|cards)\b/i.test(text)) {
    const spans = new MatchedSpans(parseMessage('Freeze my card', customer));
    freeze(spans);
    return spans.reply;
  }
  const steps = { kind: 'fact', fact: FIRST_STEPS, assumed: [] } as const;
  if (!card) return steps;
  const proposal = { kind: 'freeze', card: toNamed(card), frozen: true, assumed: [] } as const;
  if (named.length > 0 && !next) return proposal;
  return {
    kind: 'several',
    questions: [steps, proposal],
    later: next ? [`Freeze ${next.name}`] : [],
    assumed: [],
  };
}

/** Returns the first steps after fraud: "I think someone got into my account". Returns null for other messages. */
export const matchFraud = ({ text }: ParsedMessage): Intent | null =>
  IS_FRAUD.test(text) && !/^\s*(?:what if|if|suppose|how|was|is|am|has|have)\b/i.test(text)
    ? { kind: 'fact', fact: FIRST_STEPS, assumed: [] }
    : null;

const ASKS_FIRST_STEP =
  /^\s*(?:(?:ok|okay|so|and|omg|please|help|oh no)[\s,]+)*(?:what (?:do|should|can|must) (?:i|we) do(?: (?:first|now|next|then|about it))*|what(?:'s| is)? (?:the )?(?:first step|first|next|now)|where do i start)[\s?.!]*$/i;
/** The turns in which a follow-up still is about the emergency. */
const RECENT = 3;

const ASKS_TO_FREEZE_IT =
  /^\s*(?:(?:ok|okay|so|and|omg|please|yes|just|can you|no)[\s,]+)*(?:freeze|lock|block) (?:it|that|them|the card)(?:[\s,]+(?:first|now|please|then|right away|immediately))*[\s.!?]*$/i;

/** Returns the request to freeze a card for "freeze it first" after a loss or fraud without a named card. */
export function matchFreezeFirst({ text, customer }: ParsedMessage, before: readonly Turn[]): Intent | null {
  if (!ASKS_TO_FREEZE_IT.test(text) || !isInEmergency(before)) return null;
  const last = before.at(-1)?.meaning;
  if (last?.kind === 'freeze' || last?.kind === 'several') return null;
  const spans = new MatchedSpans(parseMessage('Freeze my card', customer));
  freeze(spans);
  return spans.reply;
}

/** Returns the first steps for "what do I do first" after a loss, fraud, or a dispute. */
export const matchFirstStep = ({ text }: ParsedMessage, before: readonly Turn[]): Intent | null =>
  ASKS_FIRST_STEP.test(text) && isInEmergency(before)
    ? { kind: 'fact', fact: FIRST_STEPS, assumed: [] }
    : null;

/** Returns true if one of the last turns was about a loss, fraud, or a dispute. */
function isInEmergency(before: readonly Turn[]): boolean {
  return before
    .slice(-RECENT)
    .some(
      ({ text: said, meaning }) =>
        IS_LOST.test(said) ||
        IS_FRAUD.test(said) ||
        (meaning.kind === 'fact' && [FIRST_STEPS, 'where-signed-in', 'freeze-card'].includes(meaning.fact)) ||
        (meaning.kind === 'task' && meaning.task.is === 'dispute') ||
        meaning.kind === 'freeze',
    );
}
