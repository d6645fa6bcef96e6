/** A word, number, or sign of a text with its position. */
export type Token = { text: string; raw: string; start: number; end: number };

const TOKENS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:(?<![\p{L}\p{N}])[-\u2212])?[$\u20ac\u00a3]\s?-?\d[\d.,]*(?:[km]\b)?|(?:(?<![\p{L}\p{N}])[-\u2212])?\d[\d.,]*[\p{L}]{0,4}[$\u20ac\u00a3%]?|[\p{L}\p{N}]+(?:['\u2019][\p{L}]+)*|["\u201c\u201d?&$\u20ac\u00a3]/gu;

const EXCLAMATIONS = 'ugh|omg|oh|wow|argh|gosh|jeez|yikes|oops|whoops|damn';
const LAUGHS = 'lol|lmao|haha(?:ha)*|tbh|ngl|smh|ffs';
const INTERJECTIONS = new RegExp(
  `^(?:\\s*(?:${EXCLAMATIONS}|${LAUGHS})\\b[\\s,.!]*)+|(?:[\\s,]+(?:${LAUGHS})\\b)+(?=\\s*[.!?]*$)`,
  'gi',
);
const OATHS = /^\s*(?:wtf|wth|what (?:the (?:hell|heck)|on earth))(?=\s)/i;

/** Removes interjections around a text, unless nothing else is left. */
export function removeInterjections(text: string): string {
  const cleaned = text.replace(INTERJECTIONS, '').replace(OATHS, 'what');
  return cleaned.trim() === '' ? text : cleaned;
}

/** Contractions and compounds that count as two words, with or without apostrophe. */
const TOGETHER: Record<string, string> = {
  whats: 'what is',
  hows: 'how is',
  wheres: 'where is',
  whens: 'when is',
  whos: 'who is',
  im: 'i am',
  ive: 'i have',
  dont: 'do not',
  cant: 'can not',
  cannot: 'can not',
  didnt: 'did not',
  doesnt: 'does not',
  isnt: 'is not',
  wasnt: 'was not',
  havent: 'have not',
  wont: 'will not',
  shouldnt: 'should not',
  gonna: 'going to',
  hw: 'how',
  til: 'until',
  rn: 'right now',
  wat: 'what',
  wats: 'what is',
  "wat's": 'what is',
  wht: 'what',
  mnth: 'month',
  mnths: 'months',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tomoz: 'tomorrow',
  frm: 'from',
  acct: 'account',
  accts: 'accounts',
  acc: 'account',
  cc: 'credit card',
  bal: 'balance',
  u: 'you',
  wanna: 'want to',
  gotta: 'have to',
  gimme: 'give me',
  lemme: 'let me',
  "won't": 'will not',
  "can't": 'can not',
  "shan't": 'shall not',
  "let's": 'let us',
};
const ENDINGS: Record<string, string> = {
  "'m": 'am',
  "'re": 'are',
  "'ve": 'have',
  "'ll": 'will',
  "'d": 'would',
};
/** After these words, 's means "is". After a name it is possessive. */
const IS_AFTER = new Set([
  'what',
  'how',
  'when',
  'where',
  'who',
  'why',
  'that',
  'it',
  'there',
  'here',
  'which',
]);

/** Splits a text into lower-case words. Expands contractions and keeps only meaningful punctuation. */
export function getTokens(text: string): Token[] {
  return [...text.matchAll(TOKENS)].flatMap((match) => {
    const raw = match[0].replace(/[.,]+$/, '');
    const start = match.index;
    const plain = raw.toLowerCase().replaceAll('\u2019', "'").replaceAll('\u2212', '-').normalize('NFKC');
    return apart(plain).map((part) => ({ text: part, raw, start, end: start + raw.length }));
  });
}

function apart(word: string): string[] {
  const together = Object.hasOwn(TOGETHER, word) ? TOGETHER[word] : undefined;
  if (together) return together.split(' ');
  const at = word.indexOf("'");
  if (at === -1) return [word];
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  if (tail === "'t" && head.endsWith('n')) return [head.slice(0, -1), 'not'];
  if (tail === "'s") return [head, IS_AFTER.has(head) ? 'is' : "'s"];
  const ending = Object.hasOwn(ENDINGS, tail) ? ENDINGS[tail] : undefined;
  // "payee's", "o'clock", and the like stay one word without the apostrophe.
  return ending ? [head, ending] : [word.replaceAll("'", '')];
}

/** Splits a name like `getTokens`: `Linden & Wool` is linden, wool. */
export const getNameWords = (name: string): string[] =>
  getTokens(name)
    .map(({ text }) => text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text !== "'s");
