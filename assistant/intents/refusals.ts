import type { Beyond } from '../intent.ts';
import { MAX_AMOUNT } from '../parser/amounts.ts';
import {
  getStrongest,
  isConcept,
  MatchedSpans,
  toRefusal,
  USUAL_QUESTIONS,
} from '../parser/matched-spans.ts';
import type { Item, ParsedMessage } from '../parser/parsed-message.ts';

const MAX_CHARACTERS = 2000;

export const refuseLength = (text: string): Beyond | null =>
  text.length > MAX_CHARACTERS
    ? toRefusal(
        'too_long',
        `Your message is longer than ${MAX_CHARACTERS} characters. Ask one question at a time.`,
        USUAL_QUESTIONS,
      )
    : null;

/** Returns the refusal that takes precedence over all intents, or null if the message is not refused. */
export function getRefusal(message: ParsedMessage): Beyond | null {
  const { text, items } = message;
  if (text.trim() === '') return toRefusal('empty', 'Ask a question about your money.', USUAL_QUESTIONS);
  if (items.length === 0)
    return toRefusal(
      'not_understood',
      "We couldn't find a question in your message. Try one of these.",
      USUAL_QUESTIONS,
    );
  return refuseTopic(message) ?? refuseOtherPerson(message) ?? refuseAmount(message);
}

/** Refuses a message with two questions if the parser doesn't understand both. */
export function refuseTwoQuestions(text: string): Beyond | null {
  const [, ...parts] =
    /^(.*\S\s+\S.*?)[,;]?\s+and\s+((?:when|what|how|why|where|which)\b.*)$/is.exec(text.trim()) ?? [];
  if (parts.length === 0 || /^\s*(?:what if|if|suppose)/i.test(text)) return null;
  const choices = parts.filter((part) => !/\b(?:it|they|that)\b/i.test(part));
  return toRefusal('two_at_once', 'Please ask one question at a time.', choices);
}

const INVESTMENT_ADVICE = {
  unless:
    /\bmy (?:investment|index|stocks? account|portfolio)|\bwhat (?:is|are|does) (?:a |an |the )?(?:stock|share|bond|etf|dividend|index fund)s?\b|\bwhat if\b|\bdid i\b|\bmarket falls?\b/i,
  reason: 'investment_advice',
  text: "We don't give investment advice or quote market prices.",
  asks: ['What if the market falls by 20%?', 'What is diversification?', 'What is my net worth?'],
} as const;

const ADVICE = {
  reason: 'advice',
  text: "We can't give personal advice, but we can calculate what each option would cost you.",
  asks: ['Can I afford $900 next month?', 'Where does my money go?'],
} as const;

const DO_NOT = "(?:don(?:'|\u2019)?t|do not)";
const CANNOT = "can(?:'|\u2019)?t";
const GOING_ON = '(?:living|going on|anything)';
/** Statements of despair. The answer names where to get help. */
const DESPAIRS = new RegExp(
  `\\b(?:${[
    'kill(?:ing)? myself|suicid\\w*|end my life|want to die|wanna die|hurt(?:ing)? myself',
    '(?:better off|rather be) dead|nothing (?:left )?to live for|give up on life|no way out',
    'no point (?:anymore|any more|in (?:living|going on))',
    `${CANNOT} (?:go on|take (?:it|this) any ?more|live like this)`,
    `${DO_NOT} want to (?:live|be here|wake up)`,
    `(?:${DO_NOT}|${CANNOT}) see (?:the|a|any) point (?:any ?more|(?:in|of) ${GOING_ON})`,
    `what(?:'|\u2019)?s the point (?:any ?more|(?:in|of) ${GOING_ON})`,
    "(?:everything|my (?:whole )?(?:life|world)) (?:is|'s|\u2019s|keeps) (?:falling apart|collapsing)",
    "(?:feel|feeling|i(?:'|\u2019)?m|it(?:'|\u2019)?s)(?: \\w+)? hopeless",
  ].join('|')})\\b`,
  'i',
);

const GAMBLING = '(?:gambling|betting)';
const I_HAVE = `(?:i|we)(?:'|\u2019)?(?:ve| have| just| keep| ${CANNOT} stop| cannot stop)*`;
/** Statements that the customer gambles, or lost money that way. */
const GAMBLES = new RegExp(
  `\\b(?:${[
    `${I_HAVE} (?:gambl(?:e|ed|ing)|bet(?:ting)? away)`,
    `(?:lost|blew|blown|spent) (?:\\S+ ){0,5}?(?:${GAMBLING}|at the casino|on (?:bets|slots|${GAMBLING}))`,
    `${GAMBLING} (?:problem|addiction|addict|debts?)`,
    `addicted to ${GAMBLING}`,
  ].join('|')})\\b`,
  'i',
);

/**
 * Topics that the assistant refuses. A topic matches if all patterns in `says` match and `unless` doesn't.
 */
const TOPICS: readonly {
  says: readonly RegExp[];
  unless?: RegExp;
  reason: Beyond['reason'];
  text: string;
  asks?: readonly string[];
}[] = [
  {
    says: [DESPAIRS],
    reason: 'outside_bank',
    text: "We're sorry that you feel this way. Please talk to someone now: in the United States, call or text 988, and anywhere, call your local emergency number. Debts can be solved. When you are ready, start with the next due dates. You can pause a loan or mortgage for up to 3 months, and our support can help.",
    asks: ['Which payments are coming up?', 'How do I pause my loan payments?'],
  },
  {
    says: [GAMBLES],
    unless: /^\s*(?:how much|did|what if|when|where)\b/i,
    reason: 'outside_bank',
    text: "We're sorry. You can stop, and people can help you today: in the United States, call or text 1-800-426-2537 (1-800-GAMBLER), free and at any hour. Here, you can limit what a card can spend or freeze it, and keep only this week's money in checking.",
    asks: ['How do I limit spending on a card?', 'Freeze my card', 'Which payments are coming up?'],
  },
  {
    says: [
      /\b(?:cash|deposit\w*|withdraw\w*|transfers?|payments?|money|income|amounts?)\b/i,
      /\b(?:avoid\w*|dodg\w*|evad\w*|bypass\w*|get(?:ting)? around|trigger\w*|without) (?:\S+ ){0,4}?(?:report(?:s|ed|ing)?|ctr)\b|\b(?:so|that) (?:that )?(?:(?:the )?(?:irs|bank|government|tax ?man|feds|authorities)|they|it|you) (?:\S+ )?(?:\w*n['\u2019]?t|not|never)\b.{0,25}\b(?:report|flag)(?:s|ed)?\b|\b(?:so|that) (?:nobody|no ?one)\b.{0,20}\b(?:reports?|flags?)\b|\b(?:under|below|beneath) (?:the )?(?:radar|report\w*|(?:10k|\$?10,?000) (?:limit|threshold|rule|report\w*))(?!\w)|\bhid(?:e|ing)\b.*\bfrom (?:the )?(?:irs|tax ?man|government|court|creditors)\b/i,
    ],
    unless:
      /^\s*(?:did|was|why|when|what is|what are) |\b(?:fraud report|report (?:a |the )?(?:fraud|scam|charge)|credit report)\b/i,
    reason: 'outside_bank',
    text: "We can't help you avoid a report or hide money. Splitting cash to avoid a report is illegal in the United States, even if the money is yours. A report by itself has no consequences for you.",
    asks: ['How do I deposit or withdraw cash?', 'How do I file my tax return?'],
  },
  {
    says: [
      /\b(?:make|create|write|generate|produce|print|give me|get me|send me|need|want|forge|edit|alter|change|photoshop|doctor|falsify|fake)\b/i,
      /\b(?:fake|fak(?:ed|ing)|false|forged?|phony|bogus|made[- ]?up|alter(?:ed)?|edit(?:ed)?|doctor(?:ed)?|falsif\w+|photoshop\w*)\b(?: \S+){0,3}? (?:statements?|pay ?stubs?|pay ?slips?|proofs?|letters?|receipts?|documents?|w-?2s?|invoices?|balances?)\b/i,
    ],
    unless:
      /^\s*(?:did|does|is|are|was|why|someone|somebody|they|i (?:got|received|think|found))\b|\b(?:report|is (?:this|that|it)|scam)\b/i,
    reason: 'outside_bank',
    text: "We can't create or change a document so that it shows something untrue. Your statements and your proof of income show your real figures.",
    asks: ['Where are my statements?', 'How do I prove my income?'],
  },
  {
    says: [
      /\bignore (?:all |your |the |any )*(?:previous|prior|above|instructions|rules)\b|\b(?:set|make|change|increase) my (?:\w+ )?balance\b(?! (?:alert|limit))|\b(?:turn off|disable|skip|bypass|remove)\b.*\bconfirmations?\b|\bsystem prompt\b|\b(?:with(?:out)? (?:no )?|don(?:'|\u2019)?t )(?:confirm\w*|ask(?:ing)? me)\b/i,
    ],
    reason: 'secrets',
    text: "We can't do that. Balances change only through transactions, and you confirm every change.",
    asks: ['What is my balance?', 'What can you do?'],
  },
  {
    says: [
      /\b(?:do|follow|obey|execute|run) (?:what|whatever|the instructions?)\b.*\b(?:says?|note|description|message|instructions?)\b/i,
    ],
    reason: 'secrets',
    text: "Notes and descriptions are only text, so we don't act on them. You confirm every change yourself.",
    asks: ['Which payments are coming up?', 'What can you do?'],
  },
  {
    says: [
      /\b(?:wire|send|transfer|give|zelle|venmo|move)\b.*\b(?:everything|all (?:of )?(?:my|the) (?:money|savings|cash)|all i have|life savings|entire balance|every (?:cent|penny|dollar))\b/i,
      /\b(?:stranger|someone|somebody|guy|girl|woman|man|online|acct|account number|prince|inheritance|irs|agent)\b/i,
    ],
    reason: 'unknown_name',
    text: "We can't send money to someone who isn't one of your contacts. If somebody you don't know asks for money, it may be a scam.",
    asks: ['Report fraud', 'Freeze my card'],
  },
  {
    says: [
      /\b(?:account|routing) numbers?\b|\biban\b|\bsort code\b/i,
      /\b(?:my|the|our|checking|savings)\b/i,
    ],
    unless:
      /\d{4,}|\bwhat (?:is|are|does) an? \b|\bmean\b|\b(?:stolen|stole|leaked|compromised|hacked|fraud\w*|scam\w*|safe|share|sharing|report)\b|\b(?:send|transfer|wire|pay|move)\b/i,
    reason: 'secrets',
    text: 'Open the account and select Account numbers. The numbers only work in Sandbank.',
    asks: ['What is my balance?'],
  },
  {
    says: [
      /\b(?:empty|drain|move|send|wire|transfer|pay|clear)\b/i,
      /\b(?:routing|acct|account|iban)\b(?: (?:number|no|#))?\D{0,3}\d{5,}/i,
    ],
    unless: /^\s*(?:did|have|has|when|how|why|was|were|who|what)\b/i,
    reason: 'unknown_name',
    text: "We can't send money to an account number. You can pay your contacts, and you confirm every payment.",
    asks: ['Report fraud', 'Freeze my card'],
  },
  {
    says: [
      /\b(?:what(?:'s| is| are)|show|tell|give|reveal|read|send)\b.*\b(?:pin|password|passwords|cvv|cvc|security code|passcode|api keys?|tokens?|system prompt|secret)\b/i,
    ],
    unless: /\bhow (?:do|can|to)\b|\bwhere\b/i,
    reason: 'secrets',
    text: "We can't show passwords, PINs, or keys here. You can change them in Settings.",
    asks: ['How do I change my password?'],
  },
  {
    says: [
      /\b(?:what|where|which|how|should|best)\b.*\binvest(?:ing|ments?)?\b(?! account)|\binvest(?:ing)? (?:in|into)\b|\bshould i (?:buy|sell|invest)\b.*\b(?:fund|funds|stocks?|shares?)\b|\b(?:will|going to) (?:the )?(?:market|stocks?)\b/i,
    ],
    ...INVESTMENT_ADVICE,
  },
  {
    says: [
      /\b(?:stocks?|shares?|bitcoin|btc|ethereum|crypto(?:currency|currencies)?|nft|etfs?|bonds?|gold|options|forex|ipo|nasdaq|s&p|dow jones|tesla|apple|nvidia)\b/i,
      /\b(?:should|buy|sell|invest|good|best|worth|recommend|which|will|price|go up|go down|rise|advice|trade)\b/i,
    ],
    ...INVESTMENT_ADVICE,
  },
  {
    says: [
      /\b(?:weather|rain|forecast for tomorrow's weather|temperature|president|prime minister|election|football|soccer|score of the game|who won|joke|poem|story|sing|recipe|cook|capital of|translate|movie recommendation|horoscope|lottery numbers|tell me about yourself|meaning of life|politics|restaurant near|traffic|homework|write (?:me )?(?:a|an)|news today|today's news|headlines)\b/i,
    ],
    unless: /\b(?:spend|spent|paid|pay|afford|bought|transactions?)\b/i,
    reason: 'outside_world',
    text: 'We can only answer questions about your money at Sandbank.',
  },
  {
    says: [
      /\b(?:order (?:me )?(?:a |an |some )?(?:pizza|food|taxi|uber)|book (?:me )?(?:a |an )?(?:flight|hotel|table|taxi)|call (?:me )?(?:a |the )?(?:taxi|cab|police|customer)|insure|buy (?:me )?(?:a|an|some)\b(?!.*\bafford)|atm near|nearest (?:atm|branch)|cash machine|send (?:an? )?(?:e-?mail|text|sms)|hack|launder|(?:write|cash|order)(?: me)? (?:a |some )?che(?:que|ck)(?:s|book)?|bank ?robbery|withdraw cash)\b/i,
    ],
    unless:
      /\b(?:what if|if i|suppose|imagine|say i|afford|(?:can|could) i\b|did i|have i|should i|is it)\b|^\s*(?:how|where|when|why)\b/i,
    reason: 'outside_bank',
    text: "We can't do that here. We can only help with your money at Sandbank.",
  },
  {
    says: [/\b(?:nearest|closest)\b.*\b(?:atm|branch|bank|cash)\b|\batms? (?:near|close|around)\b/i],
    reason: 'outside_world',
    text: 'We can only answer questions about your money at Sandbank.',
  },
  {
    says: [
      /\b(?:should i|would you (?:recommend|suggest|advise|pick|choose|buy|invest|do)|do you think i should|is it (?:a )?(?:good|smart|wise|worth|better)|what would you do|any advice|your (?:opinion|advice)|recommend)\b/i,
    ],
    unless:
      /\bafford|which debt|which card|refi|first\b|\bor\b.*\bsav|\bcut back|\bwith (?:an? |the |my )?(?:extra |spare )?\$?\d|\b(?:pay|paying) (?:it |.{2,20} )?off early|\bretire\b|\bcd\b|\brepair or replace\b|\bavoid interest\b|\bescrow\b|\bbi-?weekly\b|\bby when\b|\bwhen should i be able\b/i,
    ...ADVICE,
  },
  {
    says: [
      /\bhow (?:can|do|could|should) i (?:get rich|make (?:more )?money|become rich|be better with money|budget better)\b|\btips? (?:for|on|to)\b(?! (?:save|saving|spend|cut))/i,
    ],
    unless: /\d/,
    ...ADVICE,
  },
];

function refuseTopic({ text, customer }: ParsedMessage): Beyond | null {
  const topic = TOPICS.find(
    ({ says, unless }) => says.every((pattern) => pattern.test(text)) && !unless?.test(text),
  );
  if (!topic) return null;
  const { reason, text: message, asks } = topic;
  const [debt] = [...customer.loans, ...customer.mortgages, ...customer.cards];
  const isAboutDebt = reason === 'advice' && debt;
  const choices = [
    ...(isAboutDebt ? [`What if I pay 200 more a month on ${debt.name}?`] : []),
    ...(asks ?? []),
  ];
  return toRefusal(reason, message, asks ? choices : USUAL_QUESTIONS);
}

const isPerson = (item: Item) =>
  item.is === 'word' ||
  isConcept(item, 'relative') ||
  (item.is === 'name' && getStrongest(item.refs)[0]?.is === 'contact');

const PRONOUNS =
  /\b(?:his|her|their(?! (?:prices?|costs?|fees?|amounts?|rates?|due dates?)\b)|someone else's|somebody else's|other people's|another customer's|other customers?'?|everyone's)\b|\b(?:does|did|has|is|can) (?:he|she|they)\b/i;

const SUBJECT =
  /\b(?:does|did|has|is|can) (?:my )?(\w+)(?: \w+)? (?:have|owe|earn|make|spend|spent|earned|got)\b/i;
const NO_PERSON =
  /^(?:i|it|this|that|the|my|we|there|each|everything|all|payday|rent|life|money|he|she|one|anything|card|account|interest)$/i;

/** Refuses questions about other people, because the assistant can't access their data. */
function refuseOtherPerson(message: ParsedMessage): Beyond | null {
  const { items, text } = message;
  if (/\b(?:died|passed (?:away|on)|death|deceased)\b/i.test(text)) return null;
  const spans = new MatchedSpans(message);
  const isStatus =
    spans.has('balance have owe networth score earn salary limit spend debt statement money transaction') ||
    items.some((item) => item.is === 'name' && item.generic !== null);
  const isPossessor = items.some((item, at) => {
    const next = items[at + 1];
    const isPossessive =
      (next?.is === 'stop' && next.raw.toLowerCase().endsWith("'s")) ||
      (item.is === 'name' && item.isPossessive);
    return isPossessive && isPerson(item) && (item.is !== 'word' || /^[A-Z]/.test(item.raw));
  });
  const isMovement =
    spans.has('send transfer pay put') && spans.unmatched('amount').length > 0 && !/account/i.test(text);
  const subject = SUBJECT.exec(text)?.[1]?.toLowerCase();
  const isSubject =
    subject !== undefined &&
    !NO_PERSON.test(subject) &&
    items.some((item) => isPerson(item) && item.raw.toLowerCase().startsWith(subject));
  // "The balance of john@example.com" is about another customer.
  const isAddress =
    !isMovement &&
    spans.has('balance have networth owe transaction statement') &&
    spans.unmatched('email').length > 0;
  // "Customer John Miller" names another customer.
  const isCustomer = /\b[Cc](?:ustomer|lient) (?:named )?\p{Lu}\p{Ll}+/u.test(text);
  if (
    !isCustomer &&
    !isAddress &&
    !isSubject &&
    !(isStatus && (PRONOUNS.test(text) || (isPossessor && !isMovement)))
  )
    return null;
  return toRefusal('another_person', "To protect everyone's privacy, we can only show your own accounts.", [
    'What is my balance?',
    'Who did I pay last month?',
  ]);
}

function refuseAmount({ items, text }: ParsedMessage): Beyond | null {
  for (const item of items) {
    // "Zero-based" names a kind of budget.
    if (item.is !== 'amount' || /^-based\b/i.test(text.slice(item.end))) continue;
    const { amount } = item.value;
    const problem =
      amount < 0
        ? 'is negative. Enter an amount above zero.'
        : amount === 0
          ? 'is zero. Enter an amount above zero.'
          : amount > MAX_AMOUNT
            ? 'is above our limit. Enter a smaller amount.'
            : null;
    if (problem) return toRefusal('amount', `\u201c${item.raw}\u201d ${problem}`, [], item.raw);
  }
  return null;
}
