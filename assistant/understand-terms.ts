import { wordsOfName } from './understand-text.ts';

/** Terms that can be explained, with other ways to say them; each first one is as the glossary has it. */
const TERMS = `
APR|annual percentage rate
APY|annual percentage yield
Interest
Compound interest|compounding|compound
Net worth
Credit score|fico|credit rating
Utilisation|utilization|credit utilisation|credit utilization|credit usage
Minimum payment|minimum
Statement balance|statement
Grace period
Due date
Billing cycle|statement cycle|cycle
Late fee
Amortisation|amortization|amortisation schedule|amortization schedule
Principal
Escrow
Equity|home equity
Mortgage
Loan
Refinancing|refinance
Down payment|downpayment
Term|loan term
Variable rate|adjustable rate|variable rate mortgage
Fixed rate
Loan-to-value|ltv|loan to value
Debt-to-income|dti|debt to income
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
Investment account
Certificate of deposit
Rule of 72
Direct deposit
Round-up|round up|round ups|roundup
Effective rate
Daily rate|daily periodic rate
Average daily balance
Deductible
Premium
Insurance
Deposit insurance|fdic
Diversification
Index fund
Stock|stocks|share
Bond|bonds
Dividend|dividends
Volatility
Fraud
Phishing
Chargeback|dispute
Overdraft
Credit limit
Available credit
Cash advance
Balance transfer
Rewards|cashback|cash back
Hard inquiry|hard enquiry|credit inquiry
Snowball|debt snowball|snowball method
Avalanche|debt avalanche|avalanche method
Delinquency|arrears
Hardship|forbearance
Exchange rate
Safe to spend
Virtual card
Checkpoint
Auto deposit
Goal
Asset|assets
Liability|liabilities
Collateral
Credit
Debt
Tax
Ledger
Double-entry|double entry|double entry bookkeeping
Posting
Pending
Authorisation|authorization
`;

const ALIASES: ReadonlyMap<string, string> = new Map(
  TERMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [term = '', ...others] = line.split('|');
      return [term, ...others].map((words): [string, string] => [wordsOfName(words).join(' '), term]);
    }),
);
export const GLOSSARY_WORDS: readonly string[] = [...ALIASES.keys()].flatMap((phrase) => phrase.split(' '));

/** The term that some words name, in one or several; null for none. */
export function termOf(words: readonly string[]): string | null {
  const said = words.join(' ');
  return ALIASES.get(said) ?? ALIASES.get(said.replace(/s$/, '')) ?? null;
}
