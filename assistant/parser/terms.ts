import { GLOSSARY } from '../glossary.ts';
import { getNameWords } from './text.ts';

/** Glossary terms with their synonyms. */
const TERMS = `
APR|annual percentage rate
APY|annual percentage yield
Compound interest|compounding|compound
Credit score|fico|credit rating
Utilization|utilisation|credit utilization|credit utilisation|credit usage
Minimum payment|minimum
Statement balance|statement
Billing cycle|statement cycle|cycle
Amortisation|amortization|amortisation schedule|amortization schedule
Equity|home equity
Refinancing|refinance
Down payment|downpayment
Term|loan term
Variable rate|adjustable rate|variable rate mortgage
Debt-to-income ratio|debt-to-income|dti|debt to income
Budget|budgeting
Zero-based budget|zero based budgeting|zero based budget
Emergency fund|rainy day fund
Cash flow|cashflow
Gross pay|gross income
Net pay|net income|take-home pay
401(k)|401k
Consumer price index|cpi
Recurring payment|standing order
Round-up|round up|round ups|roundup
Daily rate|daily periodic rate
FDIC insurance|fdic|deposit insurance
Stock|stocks|share
Bond|bonds
Chargeback|dispute
Hard inquiry|hard enquiry|credit inquiry
Snowball|debt snowball|snowball method
Avalanche|debt avalanche|avalanche method
Hardship plan|hardship|forbearance
`;

const toPhrase = (words: string) => getNameWords(words).join(' ');
const TERM_NAMES: ReadonlyMap<string, string> = new Map(GLOSSARY.map(({ term }) => [toPhrase(term), term]));

/** Glossary terms by phrase. */
const TERM_PHRASES: ReadonlyMap<string, string> = new Map([
  ...TERM_NAMES,
  ...TERMS.trim()
    .split('\n')
    .flatMap((line) => {
      const phrases = line.split('|').map(toPhrase);
      const term = phrases.map((phrase) => TERM_NAMES.get(phrase)).find((name) => name !== undefined);
      return term === undefined ? [] : phrases.map((phrase): [string, string] => [phrase, term]);
    }),
]);
export const GLOSSARY_WORDS: readonly string[] = [...TERM_PHRASES.keys()].flatMap((phrase) =>
  phrase.split(' '),
);

/** Returns the term for one or several words; null for none. */
export function getTerm(words: readonly string[]): string | null {
  const phrase = words.join(' ');
  return TERM_PHRASES.get(phrase) ?? TERM_PHRASES.get(phrase.replace(/s$/, '')) ?? null;
}
