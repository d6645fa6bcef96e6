import { readTable } from './vocabulary.ts';

/** A word, number, or sign with its position in the text. */
export type Token = { text: string; raw: string; start: number; end: number };

const TOKENS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:(?<![\p{L}\p{N}])[-\u2212])?[$\u20ac\u00a3]\s?-?\d[\d.,]*(?:[km]\b)?|(?:(?<![\p{L}\p{N}])[-\u2212])?\d[\d.,]*[\p{L}]{0,4}[$\u20ac\u00a3%]?|[\p{L}\p{N}]+(?:['\u2019][\p{L}]+)*|["\u201c\u201d?&$\u20ac\u00a3]/gu;

const EXCLAMATIONS = 'ugh|omg|oh|wow|argh|gosh|jeez|yikes|oops|whoops|damn';
const CHAT_FILLERS = 'lol|lmao|haha(?:ha)*|tbh|ngl|smh|ffs|idk|jk|hmm*|uhh*';
const INTERJECTIONS = new RegExp(
  `^(?:\\s*(?:${EXCLAMATIONS}|${CHAT_FILLERS}|k(?=[\\s,]))\\b[\\s,.!]*)+|(?:[\\s,]+(?:${CHAT_FILLERS})\\b)+(?=\\s*[.!?]*$)`,
  'gi',
);
const OATHS = /^\s*(?:wtf|wth|what (?:the (?:hell|heck)|on earth))(?=\s)/i;

/** Spellings that tokens can't express, and their full forms. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\s*\/\s*(mo|mth|month|wk|week|yr|year|day)\b/gi, ' per $1'],
  [/\bmo\b/gi, 'month'],
  [/(?<=\s|^)\$(?=\s|$)/g, 'money'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?=\s)/gi, 'with'],
  [/\bin[- ]laws\b/gi, 'relatives'],
  // "Last year" is the calendar year, but "the past year" is the 12 months until today.
  [/\bpast (?:year|yr)\b/gi, 'past 12 months'],
  [/\bpast month\b/gi, 'past 30 days'],
  [/\bpast (?:week|wk)\b/gi, 'past 7 days'],
  [/^\s*k(?=[\s.!]*$)/i, 'okay'],
  [/\b(fast|skip|jump|move) fwd\b/gi, '$1 forward'],
  [/\b(every|each) (?:single|freaking|damn) (?=\w)/gi, '$1 '],
  [/\$\$+(?=\s|$|[?.!])/g, 'money'],
  [/\b(?:real|super) (?:quick|fast)\b/gi, 'please'],
  // "Was I paid this week, or is it next week" asks the first question.
  [
    /,?\s+or (?:is|was|will) (?:it|that)(?: be)?(?:\s+(?:(?:on|in|for) )?(?:next|last|this|tomorrow|today|yesterday|later|\w+day)\b[\w\s]*)?[\s?.!]*$/i,
    '',
  ],
  // "Tell me if food is over budget" asks about now, but "if it drops" asks for a reminder.
  [
    /^\s*(?:please )?(?:tell me|let me know) (?:if|whether) (?!.*\b(?:drop|fall|go|get|dip)\w*\b|.*\b(?:under|below|over|above) \$?\d)/i,
    '',
  ],
  [/\bmeant (?=(?:19|20)\d\d\b)/gi, 'meant in '],
  [/\bover (?=(?:in)?to\b)/gi, ''],
  [/^\s*(?:(?:no|oh|wait|stop|sorry)[\s,]+)+(?:don'?t|do not|stop)(?: do (?:it|that))?[\s.!]*$/i, 'no'],
  // "25 a week every Friday" says the frequency twice.
  [
    /\b(\d[\d.,]*(?: dollars| bucks)?) (?:a|per|each) week\b(?=.*\b(?:every|each|on) (?:mon|tues|wednes|thurs|fri|satur|sun)day)/gi,
    '$1',
  ],
  // "I found it" after a request is its reason.
  [
    /^(\s*(?:please |pls |can you |could you )*(?:un)?(?:freeze|lock|block) (?!it\b).*?)[\s,]+(?:please |pls )*(?:because|bc|cuz|since i|as i|i (?:just )?found|found it|just found)\b.*$/i,
    '$1',
  ],
  [
    /\bevery week on (?:the )?(mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/gi,
    'every $1',
  ],
  [
    /\b(?:i want|i'd like|i would like|have) (\$?\d[\d.,]*\s?(?:dollars|bucks|usd|euros)?) (?:going|to go|moved|sent|put|transferred|moving) (?=(?:in)?to\b)/i,
    'transfer $1 ',
  ],
  [/\bon (?:all )?my accounts?(?=\s*[?.!]*$)/gi, ''],
  // A letter that looks like a zero: "4o dollars".
  [/\b(\d+)[oO](?=\s|$)/g, '$10'],
  [/\b1\/3(?= of\b)/g, 'one third'],
  [/\b2\/3(?= of\b)/g, 'two thirds'],
  [/\b1\/2(?= of\b)/g, 'half'],
  [/\b1\/4(?= of\b)/g, 'one quarter'],
  [/\b(did|have|do) (i|we) (?:give|given)\b/gi, '$1 $2 send'],
  [/\b(i|we) gave\b/gi, '$1 sent'],
  // Corrections within a sentence: "if rent... sorry, mortgage".
  [/\b\w+\s*(?:\.{2,}|\u2026|,|-)\s*(?:sorry|oops|scratch that|i mean|no wait|wait no)[\s,]+/gi, ''],
  [
    /\bthe (?:least|lowest|smallest(?: amount)?) (?:that )?i (?:can|could|have to|need to|must) (?:pay|get away with|send)\b/gi,
    'the minimum payment',
  ],
  [/\bbefore (?:the |this )?(month|year|week|quarter) (?:ends|is over|is up)\b/gi, 'by the end of the $1'],
  [/\b(?:at |by |before )?(?:the )?(year|month)[- ]end\b/gi, 'at the end of the $1'],
  [/\b(\d+|an?|one|two|three|four|five|six|nine|twelve) (days?|weeks?|months?|years?) out\b/gi, 'in $1 $2'],
  // Phrases that say that nothing changes, which every projection assumes.
  [
    /,?\s*\bif (?:i (?:do nothing|change nothing|carry on|keep going|go on|continue)(?: like (?:this|that|now))?|nothing changes|things stay the same)\b/gi,
    '',
  ],
  // We see only the pay that arrives, so "after tax" changes nothing.
  [/\bafter tax(?:es)?\b/gi, ''],
  [/,?\s*\bfor (?:my |the )?tax(?:es| return)\b/gi, ''],
  [/,?\s*(?:please,?\s*)?\b(?:in|as) an? (?:table|list|chart|graph)\b/gi, ''],
  [
    /\b(?:with|containing|that (?:has|have|contains?)) the words? ["\u201c]?(\p{L}+)["\u201d]?(?: in (?:it|them|the name))?/giu,
    'transactions "$1"',
  ],
  [/^\s*(?:the |those |my )?([\p{L}' &]{3,30}) ones\s*$/giu, 'show $1 transactions'],
  // "Gym: when did I start paying" names its topic first.
  [
    /^\s*(?:my |the )?(\p{L}+(?: \p{L}+)?):\s+((?:when|how|what|did|is|are)\b.*?)(?=\s+(?:and|&)\s|[?.!]*$)/giu,
    '$2 $1',
  ],
];

/**
 * Removes interjections from the start and end of a message, unless the message contains nothing else, and
 * writes out abbreviations. "Give" means "send" before the name of one of these people.
 */
export function cleanText(text: string, people: readonly string[] = []): string {
  const cleaned = text.replace(INTERJECTIONS, '').replace(OATHS, 'what');
  const full = REWRITES.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : text,
  );
  const [, person] = GIVES.exec(full) ?? [];
  const isPerson = people.some((name) => getNameWords(name).includes(person?.toLowerCase() ?? ''));
  return isPerson ? full.replace(GIVES, 'send $1') : full;
}

const GIVES = /^\s*(?:please )?give (\p{L}+)/iu;

/** Contractions, abbreviations, and chat spellings, by their full forms. */
const EXPANSIONS = readTable(`
what is: whats wats wat's
what: wat wht
how is: hows
how: hw
where is: wheres
when is: whens
who is: whos
i am: im
i have: ive
do not: dont
can not: cant can't cannot
did not: didnt
does not: doesnt
is not: isnt
was not: wasnt
have not: havent
will not: wont won't
shall not: shan't
should not: shouldnt
let us: let's
going to: gonna
want to: wanna
have to: gotta
give me: gimme
let me: lemme
until: til
right now: rn
tomorrow: tmrw tmr tomoz
from: frm
you: u
month: mnth
months: mnths
account: acct acc
accounts: accts
credit card: cc
balance: bal
before: b4
because: bc cuz coz
about: abt
your: ur
christmas: xmas
transfer: xfer
and: n nd
refinance: refi
difference: diff
including: incl
average: avrg
payment: pmt
payments: pmts
minimum: mins
statement: stmt
tonight: tonite 2nite
dollars: bux
great: gr8
thanks: thnx tnx thanx
later: l8r
never mind: nvm
through: thru
that is: thats
there is: theres
want to: wnt
would: wud
should: shud
could: cud
are: r
okay: kk
something: smth sth
please: plzz plss
tomorrow: tomo 2moro
night: nite
year: yrr
because: becuz
how would: howd how'd
`);

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'d", 'would'],
]);

/** After these words, 's means "is". After a name, it is a possessive. */
const BEFORE_IS = /^(?:what|how|when|where|who|why|that|it|there|here|which)$/;

/** Splits text into lowercase words. Expands contractions and keeps only meaningful punctuation. */
export function getTokens(text: string): Token[] {
  return [...text.matchAll(TOKENS)].flatMap((match) => {
    const raw = match[0].replace(/[.,]+$/, '');
    const start = match.index;
    const plain = raw.toLowerCase().replaceAll('\u2019', "'").replaceAll('\u2212', '-').normalize('NFKC');
    return expand(plain).map((part) => ({ text: part, raw, start, end: start + raw.length }));
  });
}

function expand(word: string): string[] {
  const expansion = EXPANSIONS.get(word);
  if (expansion) return expansion.split(' ');
  const at = word.indexOf("'");
  if (at === -1) return [word];
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  if (tail === "'t" && head.endsWith('n')) return [head.slice(0, -1), 'not'];
  if (tail === "'s") return [head, BEFORE_IS.test(head) ? 'is' : "'s"];
  const ending = ENDINGS.get(tail);
  // Words such as "payee's" and "o'clock" become one word without the apostrophe.
  return ending ? [head, ending] : [word.replaceAll("'", '')];
}

/** Splits a name into lowercase words, without punctuation: `Linden & Wool` becomes linden, wool. */
export const getNameWords = (name: string): string[] =>
  getTokens(name)
    .map(({ text }) => text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text !== "'s");
