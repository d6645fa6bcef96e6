import { readTable } from './vocabulary.ts';

/** A word, number, or sign with its position in the text. */
export type Token = { text: string; raw: string; start: number; end: number };

const TOKENS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:(?<![\p{L}\p{N}])[-\u2212])?[$\u20ac\u00a3]\s?-?\d[\d.,]*(?:[km]\b)?|(?:(?<![\p{L}\p{N}])[-\u2212])?\d[\d.,]*[\p{L}]{0,4}[$\u20ac\u00a3%]?|[\p{L}\p{N}]+(?:['\u2019][\p{L}]+)*|["\u201c\u201d?&$\u20ac\u00a3]/gu;

const EXCLAMATIONS = 'ugh|omg|oh|wow|argh|gosh|jeez|yikes|oops|whoops|damn|bruh|bro|dude|lowkey|highkey';
const CHAT_FILLERS = 'lol|lmao|haha(?:ha)*|tbh|ngl|smh|ffs|idk|jk|hmm*|uhh*|bruh|bro|fr';
const INTERJECTIONS = new RegExp(
  `^(?:\\s*(?:${EXCLAMATIONS}|${CHAT_FILLERS}|k(?=[\\s,]))\\b[\\s,.!]*)+|(?:[\\s,]+(?:${CHAT_FILLERS}|wtf)\\b)+(?=\\s*[.!?]*$)`,
  'gi',
);
const OATHS = /^\s*(?:wtf|wth|what (?:the (?:hell|heck)|on earth))(?=\s)/i;

/** Spellings that tokens can't express, and their full forms. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\s*\/\s*(mo|mth|month|wk|week|yr|year|day)\b/gi, ' per $1'],
  [/\bmo\b/gi, 'month'],
  [/\bwhat %(?= of\b)/gi, 'what percentage'],
  [/\b(?:trailing|rolling) (?=(?:\d+|three|six|nine|twelve) months?\b)/gi, 'last '],
  [/\bttm\b/gi, 'last 12 months'],
  // "I should like to know the balance" asks for the balance.
  [
    /^\s*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|dear \w+)\b[\s,.!]*)?(?:please,?\s+)?(?:(?:i )?(?:just )?(?:want|need|wanna|would like|should like|'d like)(?: to)? (?:know|find out|ask)(?: about)?(?: (?:if|whether))?|tell me(?= (?:the|my|what|how|when|which|where|why|who)\b)|i wonder|i was wondering|may i (?:know|ask)|(?:can|could|would|will) you (?:please |kindly )?(?:tell|show|let) me(?: know)?|do you know)\s+(?=\p{L}+\s+\p{L})(?!you\b|everything\b)/iu,
    '',
  ],
  [/\b(?:am|are|is) having(?=[\s?.!]*$)/gi, 'have'],
  [/\b(\d+(?:\.\d+)?) (?:percentage )?points?(?=[\s?.!]*$)(?<=\brates?\b.*)/gi, '$1%'],
  // "Kids shoes 65 bucks ok?" asks if it's affordable.
  [
    /^\s*(?!(?:is|are|was|did|do|does|can|could|how|what)\b)(\p{L}[\p{L} ]{2,30}?) (?:for )?(\$?\d[\d.,]*)(?: bucks| dollars)?[,\s]+(?:ok|okay|fine|doable|too much|possible)\s*\?\s*$/giu,
    'can i afford $2 dollars for $1',
  ],
  [
    /\b(?:take|pull|grab|get) (\$?\d[\d.,]*(?: dollars| bucks)?) (?:out of|from) ((?:my |the )?(?:\p{L}+ )?(?:savings|checking|account))(?: for (?:the |my |our |an? )?[\p{L} ]+)?(?=\s*[.!]*$)/giu,
    'transfer $1 from $2',
  ],
  [/\bthe (?:total|sum|amount) (?:of|in) (?:all )?(?=my (?:savings|checking)\b)/gi, 'the balance of '],
  // "Would you kindly freeze the card" is a request.
  [/^\s*(?:could|can|would|will) (?:you|u) (?:please |kindly |pls )+(?=\p{L}+\s+\p{L})/iu, ''],
  [
    /^\s*i (?:wish|would like|'d like|want|need) to (?=(?:cancel|freeze|block|stop|change|transfer|move|send|pay)\b)/i,
    '',
  ],
  [
    /^\s*(?:please )?give me (?=(?:all|every|the|a list of)\b.*\b(?:charges|payments|purchases|transactions)\b)/i,
    'show ',
  ],
  [/\bhow many money\b/gi, 'how much money'],
  [
    /^\s*(?:what(?:'s|\u2019s|s| is)? )?(?:my |the )?(?:avg|average|mean|typical) (month|week)ly (?:spending|spend|expenses)\b/i,
    'how much do i spend a $1 on average',
  ],
  [
    /^\s*(?:what(?:'s|\u2019s|s| is)? )?(?:my |the )?(?:avg|average|mean|typical) daily (?:spending|spend|expenses)\b/i,
    'how much do i spend a day on average',
  ],
  [/^\s*(?:yo|ayo|sup|heya|howdy)[\s,!]+(?=how\b|what|when|is\b|do\b|can\b|did\b)/i, ''],
  [
    /\bhow much (?:money |cash )?(?:do )?i got\b(?! (?:paid|back|for|from|charged))/gi,
    'how much money do i have',
  ],
  // Shorthand: "mv 120 chk>sav", "ff to xmas", "everything but 1000".
  [/(?<=\p{L})\s*(?:->|=>|>|\u2192)\s*(?=\p{L})/gu, ' to '],
  [/^\s*ff (?=to\b|until\b|till\b|by\b|ahead\b|one\b|an?\b|\d)/i, 'fast forward '],
  [/\b(everything|all|all of it) but (?=\$?\d)/gi, '$1 except '],
  [
    /^\s*(?:(?:hi|hello|hey)[\s,!.]+)?(?:i(?:'m| am) )?(?:just |only )?(?:checking|wondering|making sure|want(?:ed)? to (?:check|make sure)) (?:if|that|whether) (?=\p{L}+ \p{L})/iu,
    'did ',
  ],
  [/\bspended\b/gi, 'spent'],
  [/\bpayed\b/gi, 'paid'],
  // "Biggest purchase, not rent" excludes rent.
  [
    /(?<=\b(?:biggest|largest|most expensive|top|spend|spent|spending|purchases?|expenses?)\b[^,?]*),\s*(?:but )?not (?!(?:including|counting|just|only|the (?:smallest|last))\b)(?:the |my |any )?/gi,
    ' except ',
  ],
  [/\bhow (is|are) calculated (\p{L}[\p{L} ]*?)(?=\s*[?.!]*$)/giu, 'how $1 $2 calculated'],
  [
    /\bhow (?:bad|expensive|costly) was (?=(?:last (?:month|week|year)|january|february|march|april|may|june|july|august|september|october|november|december)\b)/gi,
    'how much did i spend in ',
  ],
  [
    /^\s*(?:my |the |show |list )*next (?:\d+|two|three|four|five|few) (bills|payments)(?=\s*[?.!]*$)/i,
    'which $1 are coming up',
  ],
  // The answer about a purchase includes the bills.
  [/\s+and still (?:pay|make|cover|afford) [^?]*/gi, ''],
  [/\bhow much can i (?:spend|afford to spend) on (?=an? \p{L})/giu, 'can i afford '],
  [
    /^\s*is (\$?\d[\d.,]*k?) (?:for|on) (an? \p{L}[\p{L} ]*?) (?:too (?:much|expensive)|ok|okay|reasonable|fine|doable)\s*\??\s*$/giu,
    'can i afford $1 for $2',
  ],
  [
    /^\s*(?:the|that) (?:thing|one|charge|payment|stuff) (?:from|on|of) (?=\p{L}+\s*[?.!]*$)/iu,
    'show transactions on ',
  ],
  [/\b20 ?% equity\b/gi, 'a loan-to-value ratio of 80%'],
  [/\b(?<=\b(?:to|until|till) )when i get paid(?: next)?\b/gi, 'my next payday'],
  // "If I'm 17" states an age, not an amount.
  [/\bif i(?:['\u2019]?m| am) \d{1,2}\b(?! percent|%)/gi, 'at my age'],
  [/,?\s*\b(?:sorted|ordered) by (?:date|day|time)\b/gi, ''],
  [
    /\b(?:how far) (?:am i|are we) from (?:my|the) (?:credit )?limit\b/gi,
    'how much available credit do i have',
  ],
  // "Rent paid?" leaves out the verb.
  [
    /^\s*(?:is |was |are )?(?:the |my |our )?(?!get|got|gets|been|how|what|when|was|did|have|i|we|am)(\p{L}+(?: (?!get|got|been)\p{L}+)?) (?:paid|cleared|posted)(?: yet| already)?\s*\??\s*$/giu,
    'did $1 get paid?',
  ],
  [/\s+in (?:the simulation|sandbank|this bank|here|this app|the app)(?=\s*[?.!]*$)/gi, ''],
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
transfer: xfer xfr trf
move: mv
checking: chk chkg chkng
savings: sav savs svgs
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

/** Removes the spaces around a text and the punctuation at its end. */
export const trimEnd = (text: string) => text.trim().replace(/[.?!\s]+$/, '');
