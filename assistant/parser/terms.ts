import { GLOSSARY } from '../glossary.ts';
import { wordsOfName } from './text.ts';

/** Explainable terms with their synonyms. The first of each is the glossary's name. */
const TERMS = `
APR|annual percentage rate
APY|annual percentage yield
Interest
Compound interest|compounding|compound
Net worth
Credit score|fico|credit rating
Utilization|utilisation|credit utilization|credit utilisation|credit usage
Minimum payment|minimum
Statement balance|statement
Grace period
Due date
Billing cycle|statement cycle|cycle
Late fee
Amortisation|amortization|amortisation schedule|amortization schedule
Principal
Equity|home equity
Mortgage
Refinancing|refinance
Down payment|downpayment
Term|loan term
Variable rate|adjustable rate|variable rate mortgage
Debt-to-income ratio|debt-to-income|dti|debt to income
Budget|budgeting
Zero-based budget|zero based budgeting|zero based budget
Emergency fund|rainy day fund
Cash flow|cashflow
Savings rate
Gross pay|gross income
Net pay|net income|take-home pay
Payroll tax
Withholding
401(k)|401k
Employer match
Inflation
Consumer price index|cpi
Real
Nominal
Fixed costs
Flexible costs
Subscription
Recurring payment|standing order
Opportunity cost
Liquidity
Checking account
Savings account
Certificate of deposit
Rule of 72
Direct deposit
Round-up|round up|round ups|roundup
Effective rate
Daily rate|daily periodic rate
Deductible
Premium
Insurance
FDIC insurance|fdic|deposit insurance
Diversification
Index fund
Stock|stocks|share
Bond|bonds
Volatility
Phishing
Chargeback|dispute
Credit limit
Cash advance
Hard inquiry|hard enquiry|credit inquiry
Snowball|debt snowball|snowball method
Avalanche|debt avalanche|avalanche method
Hardship plan|hardship|forbearance
Goal
Collateral
`;

const getPhrase = (words: string) => wordsOfName(words).join(' ');
const KNOWN_TERMS: ReadonlyMap<string, string> = new Map(GLOSSARY.map(({ term }) => [getPhrase(term), term]));

/** Glossary terms by phrase. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...KNOWN_TERMS,
  ...TERMS.trim()
    .split('\n')
    .flatMap((line) => {
      const said = line.split('|');
      const term = said.map((words) => KNOWN_TERMS.get(getPhrase(words))).find((one) => one !== undefined);
      return term === undefined ? [] : said.map((words): [string, string] => [getPhrase(words), term]);
    }),
]);
export const GLOSSARY_WORDS: readonly string[] = [...ALIASES.keys()].flatMap((phrase) => phrase.split(' '));

/** Returns the term for one or several words; null for none. */
export function getTerm(words: readonly string[]): string | null {
  const said = words.join(' ');
  return ALIASES.get(said) ?? ALIASES.get(said.replace(/s$/, '')) ?? null;
}
