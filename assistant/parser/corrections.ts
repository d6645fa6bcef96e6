import type { Intent, Turn } from '../intent.ts';
import { isRequest } from '../intents/approximate.ts';
import type { Understood } from '../intents/follow-up/follow-up.ts';
import { getName } from './antecedents.ts';
import { isBankingText } from './implied-requests.ts';
import { isQuestion, matchIntents, matchText, readBySimilarity } from './match-intents.ts';
import { type Item, type ParsedMessage, parseMessage } from './parsed-message.ts';
import { cleanText, trimEnd } from './text.ts';

const CORRECTION =
  /^\s*(?:(?:and|but|so|no|nope|sorry|oops|wait|actually|rather|only|just|i meant?|i said|make (?:it|that)|what about|how about)[\s,]+)+/i;

/** The end of "the payment, not the balance". */
const REJECTED = /[\s,]+(?:and |but )?not (?:the |for |in |on )?[\p{L}\s]+$/iu;

const MAX_CORRECTION_ITEMS = 5;

/**
 * Reads a short message as a correction of the last question: "I meant May", "no, the payment". Its time or name
 * replaces the one in the question.
 */
export function readAsCorrection(
  { text, items, customer }: ParsedMessage,
  last: Understood,
  before: readonly Turn[],
): Intent | null {
  const lastText = before.findLast(({ meaning }) => meaning.kind !== 'social')?.text;
  const fragment = trimEnd(text).replace(CORRECTION, '').replace(REJECTED, '').trim();
  // The corrections of an action have their own rules, which know its slots.
  if (
    !isQuestion(last) ||
    lastText === undefined ||
    fragment === '' ||
    items.length > MAX_CORRECTION_ITEMS + 4
  )
    return null;
  const message = parseMessage(cleanText(lastText), customer);
  const replaceItem = (is: Item['is'], replacement: string) => {
    const old = message.items.find((item) => item.is === is);
    return old
      ? `${message.text.slice(0, old.start)}${replacement}${message.text.slice(old.end)}`
      : `${trimEnd(message.text)} ${replacement}`;
  };
  const isTime = (candidate: string) => {
    const [only, another] = parseMessage(candidate, customer).items.filter(({ is }) => is !== 'stop');
    return only?.is === 'time' && !another;
  };
  const time = [fragment, `in ${fragment}`].find(isTime);
  const name = getName(last, customer);
  const isValue = parseMessage(fragment, customer).items.every(
    (item) =>
      ['name', 'time', 'amount', 'stop', 'preposition'].includes(item.is) ||
      (item.is === 'concept' && item.concept === 'except'),
  );
  const isMeant = CORRECTION.test(text) && /\b(?:meant?|sorry|rather|oops)\b/i.test(text);
  const isName = parseMessage(fragment, customer).items.every(({ is }) => is === 'name');
  const candidates = [
    ...(time ? [replaceItem('time', time)] : []),
    ...(isMeant && isName ? [replaceItem('name', fragment)] : []),
    ...(name ? [`what is ${fragment} on ${name}`] : []),
    ...(isValue ? [`${trimEnd(message.text)} ${fragment}`] : []),
    ...(CORRECTION.test(text) ? replaceMerchant(trimEnd(message.text), fragment, last) : []),
  ];
  for (const candidate of candidates) {
    const corrected = parseMessage(cleanText(candidate), customer);
    const intent = matchIntents(corrected) ?? (isReading(last) ? readBySimilarity(corrected) : null);
    if (intent && isSameQuestion(intent, last)) return intent;
  }
  return null;
}

/** Returns true if the last question was matched by similarity. Its correction can then be matched the same way. */
const isReading = (last: Understood) =>
  last.kind === 'topic' || ('reading' in last && last.reading !== undefined);

const isSameQuestion = (intent: Intent, last: Understood) =>
  intent.kind === 'topic' && last.kind === 'topic' ? intent.topic === last.topic : intent.kind === last.kind;

/** Reads "target?" after a question about a merchant as the same question about another one. */
export function readAsMerchant(
  { text, items, customer }: ParsedMessage,
  last: Understood,
  before: readonly Turn[],
): Intent | null {
  const lastText = before.findLast(({ meaning }) => meaning.kind !== 'social')?.text;
  const isWord = items.length <= 4 && items.every(({ is }) => is === 'word' || is === 'stop');
  if (!isWord || lastText === undefined || isBankingText(items)) return null;
  const fragment = trimEnd(text).replace(CORRECTION, '').trim();
  for (const candidate of replaceMerchant(trimEnd(lastText), fragment, last)) {
    const intent = matchText(candidate, customer);
    if (intent && isSameQuestion(intent, last)) return intent;
  }
  return null;
}

/** Replaces the merchant or the words of a search: "sorry, Costco" after "spending at Walmart". */
function replaceMerchant(text: string, fragment: string, last: Understood): string[] {
  if (last.kind !== 'flow' && last.kind !== 'rows') return [];
  const old = last.filter.text ?? last.filter.merchant;
  const at = old === null ? -1 : text.toLowerCase().indexOf(old.toLowerCase());
  if (old === null || at === -1 || !/^[\p{L}'&. ]{3,30}$/u.test(fragment)) return [];
  return [`${text.slice(0, at)}${fragment}${text.slice(at + old.length)}`];
}

/** Words around a change that add nothing to it: "sorry, I meant", "is enough". */
const AROUND_CHANGE =
  /^\s*(?:(?:oops|sorry|no|nope|wait|actually|hold on|hm+|oh|ah|ok(?:ay)?|and|but|so|well|just|rather|please|my (?:bad|mistake)|wrong (?:card|account|one)|(?:a )?(?:bit|little) (?:more|less)|i (?:meant?|ment|wanted?|said)|meant?|ment|make (?:it|that)|let'?s (?:do|say)|say|try|do|start(?:ing)?|it should be)\b[\s,.!:]*)+|[\s,]*\b(?:sorry|i (?:meant?|ment|said)|please|instead|though?|then|is (?:enough|fine|better|ok)|would be (?:enough|fine|better)|will do|lol)[\s.!?]*$/gi;

const CORRECTS =
  /\b(?:oops|sorry|wrong|meant?|ment|wanted|instead|rather|no|nope|wait|actually|mistake|bad)\b/i;

/** Returns a change without the words around it, or null if there are none. */
export function getBareChange(text: string): string | null {
  const bare = text.replace(AROUND_CHANGE, '').trim();
  if (bare === '' || bare === text.trim()) return null;
  return CORRECTS.test(text) ? `actually ${bare}` : bare;
}

/** Returns true if a message can only change the open proposal: it is short and has no request of its own. */
export const isOnlyChange = (message: ParsedMessage): boolean =>
  message.items.length <= 8 &&
  !/^\s*(?:how|what|when|why|where|which|who|is|are|do|does|did|can|show|list)\b/i.test(message.text) &&
  !(isRequest(message) && message.items.some(({ is }) => is === 'name' || is === 'amount'));

const LEAVES_OUT =
  /^\s*(?:(?:ok|okay|and|but|now|so|please|can you|could you|what if (?:i|we|you)|then)[\s,]+)*(?:skip|exclude|ignore|leave|drop|take|remove|forget(?: about)?|don(?:'|\u2019)?t count|not counting|minus|w\/o)\s+(?:out\s+|away\s+|off\s+)?(?:the\s+|my\s+|all\s+)*(.+?)(?:\s+(?:out|away|off|aside))?(?:[\s,]+(?:and|then)\s+(?:rerun|redo|repeat|re-?calculate|try again|do (?:it|that) again|show (?:me )?again|again|run it again).*)?[\s?.!]*$/i;

/** Returns "without rent" for "skip rent", "leave out the rent", and "exclude rent and rerun"; null for other messages. */
export function getExclusion(text: string): string | null {
  const [, left] = LEAVES_OUT.exec(text) ?? [];
  return left && !/\d|\b(?:payments?|this month|it|that|them|a month|next)\b/i.test(left)
    ? `without ${left}`
    : null;
}
