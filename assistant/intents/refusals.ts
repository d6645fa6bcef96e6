import type { Beyond, CustomerContext } from '../intent.ts';
import { MOST } from '../parser/amounts.ts';
import { USUAL_CHOICES } from '../parser/filter.ts';
import { asked, best, beyond, MatchedSpans } from '../parser/matched-spans.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';
import type { Choice } from '../parts.ts';

export const MOST_LETTERS = 2000;

/** Returns a refusal before parsing; null if there is none. */
export function getRefusal(reading: ParsedMessage): Beyond | null {
  const { text } = reading;
  if (text.trim() === '') return beyond('empty', 'Ask a question about your money.', USUAL_CHOICES);
  if (text.length > MOST_LETTERS)
    return beyond(
      'too_long',
      `Your message is longer than ${MOST_LETTERS} characters. Ask one question at a time.`,
      USUAL_CHOICES,
    );
  if (reading.items.every(({ is }) => is === 'stop' || is === 'prep') && reading.items.length === 0)
    return beyond('not_understood', "We couldn't find a question in your message.", USUAL_CHOICES);
  const both = /^(.*\S\s+\S.*?)[,;]?\s+and\s+((?:when|what|how|why|where|which)\b.*)$/is.exec(text.trim());
  if (both && !/^\s*(?:what if|if|suppose)/i.test(text))
    return beyond(
      'two_at_once',
      'Please ask one question at a time.',
      both
        .slice(1, 3)
        .filter((part) => !/\b(?:it|they|that)\b/i.test(part))
        .map((part) => asked(part)),
    );
  return outside(text, reading.known) ?? otherPeople(reading) ?? wrongAmount(reading);
}

const SECRETS =
  /\b(?:what(?:'s| is| are)|show|tell|give|reveal|read|send)\b.*\b(?:pin|password|passwords|cvv|cvc|security code|passcode|api keys?|tokens?|system prompt|secret)\b|\bignore (?:all |your |the )?(?:previous|prior|above)\b/i;
const INVESTING =
  /\b(?:stocks?|shares?|bitcoin|btc|ethereum|crypto(?:currency|currencies)?|nft|etfs?|bonds?|gold|options|forex|ipo|nasdaq|s&p|dow jones|tesla|apple|nvidia)\b/i;
const ASKS_ADVICE =
  /\b(?:should|buy|sell|invest|good|best|worth|recommend|which|will|price|go up|go down|rise|advice|trade)\b/i;
const INVEST =
  /\b(?:what|where|which|how|should|best)\b.*\binvest(?:ing|ments?)?\b(?! account)|\binvest(?:ing)? (?:in|into)\b|\bshould i (?:buy|sell|invest)\b.*\b(?:fund|funds|stocks?|shares?)\b|\b(?:will|going to) (?:the )?(?:market|stocks?)\b/i;
const WORLD =
  /\b(?:weather|rain|forecast for tomorrow's weather|temperature|president|prime minister|election|football|soccer|score of the game|who won|joke|poem|story|sing|recipe|cook|capital of|translate|movie recommendation|horoscope|lottery numbers|tell me about yourself|meaning of life|politics|restaurant near|traffic|homework|write (?:me )?(?:a|an)|news today|today's news|headlines)\b/i;
const OUTSIDE_BANK =
  /\b(?:order (?:me )?(?:a |an |some )?(?:pizza|food|taxi|uber)|book (?:me )?(?:a |an )?(?:flight|hotel|table|taxi)|call (?:me )?(?:a |the )?(?:taxi|cab|police|customer)|file my tax(?:es)?|tax return|do my taxes|insure|buy (?:me )?(?:a|an|some)\b(?!.*\bafford)|atm near|nearest (?:atm|branch)|cash machine|send (?:an? )?(?:e-?mail|text|sms)|hack|launder|(?:write|cash|order)(?: me)? (?:a |some )?che(?:que|ck)(?:s|book)?|bank ?robbery|withdraw cash)\b/i;

function outside(text: string, known: CustomerContext): Beyond | null {
  if (SECRETS.test(text) && !/\bhow (?:do|can|to)\b|\bwhere\b/i.test(text))
    return beyond(
      'secrets',
      "We can't show passwords, PINs, or keys here. You can change them in Settings.",
      [asked('How do I change my password?')],
    );
  const isOwn =
    /\bmy (?:investment|index|stocks? account|portfolio)|\bwhat (?:is|are|does) (?:a |an |the )?(?:stock|share|bond|etf|dividend|index fund)s?\b|\bwhat if\b|\bdid i\b|\bmarket falls?\b/i.test(
      text,
    );
  if ((INVEST.test(text) || (INVESTING.test(text) && ASKS_ADVICE.test(text))) && !isOwn)
    return beyond('investment_advice', "We don't give investment advice or quote market prices.", [
      asked('What if the market falls by 20%?'),
      asked('What is diversification?'),
      asked('What is my net worth?'),
    ]);
  if (WORLD.test(text) && !/\b(?:spend|spent|paid|pay|afford|bought|transactions?)\b/i.test(text))
    return beyond(
      'outside_world',
      'We can only answer questions about your money at Sandbank.',
      USUAL_CHOICES,
    );
  const isOwnMoney = /\b(?:what if|afford|(?:can|could) i\b|did i|have i)\b/i.test(text);
  if (OUTSIDE_BANK.test(text) && !isOwnMoney && !/^\s*(?:how|where|when|why)\b/i.test(text))
    return beyond(
      'outside_bank',
      "We can't do that here. We can only move money at Sandbank and answer questions about it.",
      USUAL_CHOICES,
    );
  if (
    /\b(?:should i|would you|do you think i should|is it (?:a )?(?:good|smart|wise|worth|better)|what would you do|any advice|your (?:opinion|advice)|recommend)\b/i.test(
      text,
    ) &&
    !/\bafford|which debt|first\b/i.test(text)
  )
    return advice(known);
  if (
    /\bhow (?:can|do|could|should) i (?:save (?:more|money)|get rich|make (?:more )?money|spend less|become rich|be better with money|budget better)\b|\btips? (?:for|on|to)\b/i.test(
      text,
    )
  )
    return advice(known);
  return null;
}

const advice = ({ loans, mortgages, cards }: CustomerContext) =>
  beyond('advice', "We don't give personal advice, but we can calculate what each choice would cost you.", [
    ...[...loans, ...mortgages, ...cards]
      .slice(0, 1)
      .map(({ name }) => asked(`What if I pay 200 more a month on ${name}?`)),
    asked('Can I afford $900 next month?'),
    asked('Where does my money go?'),
  ]);

/** Refuses questions about other people, whose data is not accessible. */
function otherPeople(reading: ParsedMessage): Beyond | null {
  const { items, text } = reading;
  const spans = new MatchedSpans(reading);
  const isStanding =
    spans.has('balance have owe networth score earn salary limit spend debt statement money transaction') ||
    items.some((item) => item.is === 'name' && item.generic !== null);
  const possessed = items.some((item, at) => {
    const after = items[at + 1];
    const isWhose = after?.is === 'stop' && after.raw.toLowerCase().endsWith("'s");
    const isPerson =
      (item.is === 'name' && best(item.refs)[0]?.is === 'contact') ||
      (item.is === 'lemma' && item.lemma === 'relative') ||
      (item.is === 'word' && /^[A-Z]/.test(item.raw));
    return isPerson && (isWhose || (item.is === 'name' && item.isWhose));
  });
  const isMoving = spans.has('send transfer pay put');
  const isTheirs =
    /\b(?:his|her|their|someone else's|somebody else's|other people's|another customer's|other customers?'?|everyone's)\b/i.test(
      text,
    ) && isStanding;
  const person =
    /\b(?:does|did|has|is|can) (?:my )?([\w]+)(?: [\w]+)? (?:have|owe|earn|make|spend|spent|earned|got)\b/i.exec(
      text,
    )?.[1];
  const isPerson =
    person !== undefined &&
    !/^(?:i|it|this|that|the|my|we|there|each|everything|all|payday|rent|life|money|he|she|one|anything|card|account|interest)$/i.test(
      person,
    ) &&
    items.some(
      (item) =>
        item.raw.toLowerCase().startsWith(person.toLowerCase()) &&
        ((item.is === 'name' && best(item.refs)[0]?.is === 'contact') ||
          item.is === 'word' ||
          (item.is === 'lemma' && item.lemma === 'relative')),
    );
  const isHeShe = /\b(?:does|did|has|is|can) (?:he|she|they)\b/i.test(text) && isStanding;
  if (
    (possessed && isStanding && !(isMoving && spans.of('amount').length > 0 && !/account/i.test(text))) ||
    isTheirs ||
    isPerson ||
    isHeShe
  )
    return beyond('another_person', "We can only show your own accounts, not other people's.", [
      asked('What is my balance?'),
      asked('Who did I pay last month?'),
    ]);
  return null;
}

function wrongAmount({ items }: ParsedMessage): Beyond | null {
  for (const item of items) {
    if (item.is !== 'amount') continue;
    const { amount } = item.said;
    const refuse = (words: string, choices: readonly Choice[] = []) =>
      beyond('amount', words, choices, item.raw);
    if (amount < 0) return refuse(`\u201c${item.raw}\u201d is negative. Enter an amount above zero.`);
    if (amount > MOST || !Number.isFinite(amount))
      return refuse(`\u201c${item.raw}\u201d is above our limit. Enter a smaller amount.`);
    if (amount === 0) return refuse(`\u201c${item.raw}\u201d is zero. Enter an amount above zero.`);
  }
  return null;
}
