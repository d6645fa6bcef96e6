import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import file from '../content/glossary.json' with { type: 'json' };
import { FACTS } from './facts.ts';
import { findTerm, GLOSSARY, termId } from './glossary.ts';
import { understand } from './parser/understand.ts';
import { CUSTOMER } from './testing/customer-context.ts';

const LESSONS = readdirSync(new URL('../content/lessons/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

const schema = z.strictObject({
  pages: z.record(z.string(), z.strictObject({ label: z.string().min(1), to: z.string().startsWith('/') })),
  terms: z.array(
    z.strictObject({
      term: z.string().min(1),
      meaning: z.string().min(20).max(300),
      lesson: z.enum(LESSONS),
      page: z.enum(Object.keys(file.pages)).nullable(),
      fact: z.enum(FACTS.map(({ id }) => id)).optional(),
    }),
  ),
});

describe('content/glossary.json', () => {
  it('has valid fields and names existing lessons and pages', () => {
    const { error } = schema.safeParse(file);
    expect(error && z.prettifyError(error)).toBeUndefined();
  });

  it('rejects a term whose lesson does not exist, by its field', () => {
    const [term] = file.terms;
    const { error } = schema.safeParse({ ...file, terms: [{ ...term, lesson: 'none' }] });
    expect(error && z.prettifyError(error)).toContain('terms[0].lesson');
  });

  it('gives each term its own address, in alphabetical order', () => {
    const names = GLOSSARY.map(({ term }) => term);
    expect(new Set(GLOSSARY.map(({ id }) => id)).size).toBe(file.terms.length);
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'en')));
    expect(termId('401(k)')).toBe('401k');
  });
});

/** Each name that customers use for a term, with the term in the glossary. */
const TERM_NAMES = [
  ['a hold', 'Hold'],
  ['holds', 'Hold'],
  ['a pending transaction', 'Pending transaction'],
  ['a pending charge', 'Pending transaction'],
  ['available balance', 'Available balance'],
  ['overdraft', 'Overdraft'],
  ['an overdraft', 'Overdraft'],
  ['NSF', 'NSF fee'],
  ['an nsf fee', 'NSF fee'],
  ['an insufficient funds fee', 'NSF fee'],
  ['a CD', 'Certificate of deposit'],
  ['cds', 'Certificate of deposit'],
  ['a certificate of deposit', 'Certificate of deposit'],
  ['APY', 'APY'],
  ['APR', 'APR'],
  ['escrow', 'Escrow'],
  ['an escrow account', 'Escrow'],
  ['PMI', 'PMI'],
  ['private mortgage insurance', 'PMI'],
  ['mortgage insurance', 'PMI'],
  ['points', 'Points'],
  ['mortgage points', 'Points'],
  ['discount points', 'Points'],
  ['a balance transfer', 'Balance transfer'],
  ['a cash advance', 'Cash advance'],
  ['penalty APR', 'Penalty APR'],
  ['a penalty rate', 'Penalty APR'],
  ['a HELOC', 'HELOC'],
  ['a home equity line of credit', 'HELOC'],
  ['a pay stub', 'Pay stub'],
  ['a paystub', 'Pay stub'],
  ['a W-2', 'Form W-2'],
  ['a w2', 'Form W-2'],
  ['form W-2', 'Form W-2'],
  ['a W-4', 'Form W-4'],
  ['a 401k', '401(k)'],
  ['a deductible', 'Deductible'],
  ['coinsurance', 'Coinsurance'],
  ['co-insurance', 'Coinsurance'],
  ['a copay', 'Copayment'],
  ['the out-of-pocket limit', 'Out-of-pocket maximum'],
  ['the out-of-pocket maximum', 'Out-of-pocket maximum'],
  ['an expense ratio', 'Expense ratio'],
  ['cost basis', 'Cost basis'],
  ['an RMD', 'Required minimum distribution (RMD)'],
  ['a required minimum distribution', 'Required minimum distribution (RMD)'],
  ['a rollover', 'Rollover'],
  ['ACH', 'ACH'],
  ['same-day ACH', 'Same-day ACH'],
  ['the cash limit of checks', 'Cash limit for checks'],
  ['the cash limit for checks', 'Cash limit for checks'],
] as const;

describe('the meaning of a term', () => {
  it.each(TERM_NAMES)('answers “What is %s?”', (name, term) => {
    const bare = name.replace(/^(?:an?|the) /, '');
    for (const text of [`What is ${name}?`, `what does ${bare} mean`, `explain ${bare}`, `define ${bare}`])
      expect(understand(text, CUSTOMER, []), text).toMatchObject({ kind: 'explain', term });
    expect(findTerm(term)?.term).toBe(term);
  });

  it.each(GLOSSARY.map(({ term }) => [term]))('answers “What does %s mean?”', (term) => {
    expect(understand(`What does ${term} mean?`, CUSTOMER, [])).toMatchObject({ kind: 'explain', term });
  });

  it.each(GLOSSARY.flatMap(({ term, fact }) => (fact ? [[term, fact] as const] : [])))(
    'leaves “How does %s work?” to the fact %s',
    (term, fact) => {
      expect(understand(`How does ${term} work?`, CUSTOMER, [])).toMatchObject({ kind: 'fact', fact });
    },
  );

  it('of a pending purchase is a fact, and “What is pending?” lists what is pending', () => {
    expect(understand('What does pending mean?', CUSTOMER, [])).toMatchObject({ fact: 'pending-purchases' });
    expect(understand('What is pending?', CUSTOMER, [])).toMatchObject({ topic: 'pending-charges' });
  });

  it.each([
    'What is my available balance?',
    'How many points do I have?',
    'What is my APR?',
    'When does my PMI end?',
    'How much is in my escrow account?',
  ])('leaves “%s” to the customer’s own figures', (text) => {
    expect(understand(text, CUSTOMER, []).kind).not.toBe('explain');
  });
});
