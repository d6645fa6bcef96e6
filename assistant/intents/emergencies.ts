import type { CustomerContext, Intent, Turn } from '../intent.ts';
import { matchIntent } from '../parser/match-intents.ts';
import { getStrongest, toNamed } from '../parser/matched-spans.ts';
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

const THIEF = '(?:some ?one|some ?body|stranger|thief|hacker)';
const CARD_DATA =
  "(?:my|our|the) (?:\\w+ )?card(?:'s|\u2019s)?(?: number| numbers| details| info(?:rmation)?| data)?";
const WAS = '(?: (?:was|were|got|has|have|been|is|might|may|must|be|could))+';
const USES =
  "(?:'s|\u2019s)?(?: (?:is|has|was|been|keeps|must be|may be|might be))* (?:us(?:e[sd]?|ing)|spen[dt]\\w*|charging|buying|shopping)";
/** Statements that a card's number was stolen, or that someone else is using the card. */
const CARD_USED = new RegExp(
  [
    `\\b${CARD_DATA}${WAS} (?:stolen|skimmed|cloned|hacked|compromised|copied|breached|leaked)\\b`,
    `\\b${THIEF}${USES}\\b.*\\b(?:my|our) (?:\\w+ )?(?:card|account|money|number)\\b`,
  ].join('|'),
  'i',
);

/** People and messages that can pretend to be from a bank. */
const STRANGER = '(?:some ?one|some ?body|man|woman|guy|lady|caller|person|text|email|message|call)';
const IS_FROM = "(?:from|with|is|(?:he|she|they)(?:'|\u2019)?(?:s|re))";
const AUTHORITY =
  '(?:bank|sandbank|fraud \\w+|support|irs|tax office|police|government|microsoft|social security)';
/** Statements that someone or a message is from a bank or an authority. "From the bank account" isn't one. */
const CLAIMS_TO_BE = new RegExp(
  `\\b(?:${STRANGER}|he|she|they)\\b.{0,40}\\b${IS_FROM} (?:the |my |your |our )?${AUTHORITY}\\b(?! (?:accounts?|app)\\b)`,
  'i',
);
const MOVES_MONEY =
  /\b(?:move|send|transfer|wire|pay|withdraw) (?:\S+ ){0,4}?(?:money|savings|funds|cash|account|fee|them|him|her)\b/i;
const NAMES_SECRET = /\bsafe account\b|\b(?:code|password|pin|gift cards?|remote|card number)\b/i;
const DEMANDS =
  '(?:says?|said|tells?|told|asks?|asked|asking|wants?|wanted|needs?|claims?|claiming|called|phone|urgent\\w*|arrest\\w*)';
/** Requests that mention neither a stranger nor a demand: "transfer money to Sam, she is with the police". */
const IS_OWN_REQUEST = new RegExp(
  `^\\s*(?:(?:please|can you|could you|ok|okay|hey|hi)[\\s,]+)*(?:move|send|transfer|wire|pay|put)\\b(?!.*\\b(?:${STRANGER}|${DEMANDS})\\b)`,
  'i',
);

/** Returns the warning about scams for "a man from the bank says I must move my savings"; null for other messages. */
const matchScam = ({ text }: ParsedMessage): Intent | null =>
  CLAIMS_TO_BE.test(text) &&
  (NAMES_SECRET.test(text) || (MOVES_MONEY.test(text) && !IS_OWN_REQUEST.test(text)))
    ? { kind: 'fact', fact: 'scam', assumed: [] }
    : null;

/** The explanation of what a victim of fraud or theft does first. */
const FIRST_STEPS = { kind: 'fact', fact: 'block-everything', assumed: [] } as const;

/** Returns the first steps after a card's number was stolen. Returns null for other messages. */
const matchCardFraud = ({ text }: ParsedMessage): Intent | null =>
  CARD_USED.test(text) && !/^\s*(?:what if|if|suppose|how|was|is|am|has|have|what happens)\b/i.test(text)
    ? FIRST_STEPS
    : null;

/** The explanations for a customer in an emergency. */
const EMERGENCY_FACTS = new Set<string>([FIRST_STEPS.fact, 'where-signed-in', 'freeze-card']);

/** Proposes to freeze the customer's card, or asks which one. */
const askToFreeze = (customer: CustomerContext): Intent | null =>
  matchIntent(freeze, parseMessage('Freeze my card', customer));

/**
 * Returns the proposal to freeze the cards after a loss: "I lost my wallet at the station". With several cards, the
 * first one is proposed and the next one is offered. Returns null for other messages, and if a card is named.
 */
function matchLoss(message: ParsedMessage): Intent | null {
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
  if (next && named.length === 0 && !/\b(?:wallet|purse|handbag|bag|cards)\b/i.test(text))
    return askToFreeze(customer);
  if (!card) return FIRST_STEPS;
  const proposal = { kind: 'freeze', card: toNamed(card), frozen: true, assumed: [] } as const;
  if (named.length > 0 && !next) return proposal;
  return {
    kind: 'several',
    questions: [FIRST_STEPS, proposal],
    later: next ? [`Freeze ${next.name}`] : [],
    assumed: [],
  };
}

/** Returns the first steps after fraud: "I think someone got into my account". Returns null for other messages. */
export const matchFraud = ({ text }: ParsedMessage): Intent | null =>
  IS_FRAUD.test(text) && !/^\s*(?:what if|if|suppose|how|was|is|am|has|have)\b/i.test(text)
    ? FIRST_STEPS
    : null;

const ASKS_FIRST_STEP =
  /^\s*(?:(?:ok|okay|so|and|omg|please|help|oh no)[\s,]+)*(?:what (?:do|should|can|must) (?:i|we) do(?: (?:first|now|next|then|about it))*|what(?:'s| is)? (?:the )?(?:first step|first|next|now)|where do i start)[\s?.!]*$/i;
/** The number of turns after an emergency in which a follow-up can still be about it. */
const RECENT = 3;

const ASKS_TO_FREEZE_IT =
  /^\s*(?:(?:ok|okay|so|and|omg|please|yes|just|can you|no)[\s,]+)*(?:freeze|lock|block) (?:it|that|them|the card)(?:[\s,]+(?:first|now|please|then|right away|immediately))*[\s.!?]*$/i;

/** Returns the request to freeze a card for "freeze it first" after a loss or fraud without a named card. */
function matchFreezeFirst({ text, customer }: ParsedMessage, before: readonly Turn[]): Intent | null {
  if (!ASKS_TO_FREEZE_IT.test(text) || !isInEmergency(before)) return null;
  const last = before.at(-1)?.meaning;
  if (last?.kind === 'freeze' || last?.kind === 'several') return null;
  return askToFreeze(customer);
}

/** Returns the first steps for "what do I do first" after a loss, fraud, or a dispute. */
const matchFirstStep = ({ text }: ParsedMessage, before: readonly Turn[]): Intent | null =>
  ASKS_FIRST_STEP.test(text) && isInEmergency(before) ? FIRST_STEPS : null;

/**
 * Returns the reply to a message about a loss, a scam, or card fraud, or to a follow-up after an emergency. Returns
 * null for other messages.
 */
export const matchEmergency = (message: ParsedMessage, before: readonly Turn[]): Intent | null =>
  matchLoss(message) ??
  matchScam(message) ??
  matchCardFraud(message) ??
  matchFirstStep(message, before) ??
  matchFreezeFirst(message, before);

/** Returns true if one of the last turns was about a loss, fraud, or a dispute. */
function isInEmergency(before: readonly Turn[]): boolean {
  return before
    .slice(-RECENT)
    .some(
      ({ text, meaning }) =>
        IS_LOST.test(text) ||
        IS_FRAUD.test(text) ||
        (meaning.kind === 'fact' && EMERGENCY_FACTS.has(meaning.fact)) ||
        (meaning.kind === 'task' && meaning.task.is === 'dispute') ||
        meaning.kind === 'freeze',
    );
}
