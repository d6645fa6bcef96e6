import { z } from 'zod';
import { parseJson } from '@/lib/parse-json';
import { readAmount } from './amounts';
import { readDay } from './days';
import { checked, emptyRow, emptyStatement, type ReadFile, type Statement } from './statement';

/** The schema of Sandbank's JSON export, with amounts as decimal strings. */
const exported = z.looseObject({
  rows: z.array(
    z.looseObject({
      id: z.string().nullish(),
      date: z.string(),
      amount: z.string().or(z.number()),
      currency: z.string().nullish(),
      account: z.string().nullish(),
      description: z.string().nullish(),
      merchant: z.string().nullish(),
      category: z.string().nullish(),
    }),
  ),
});

/** Reads the output of `exportJson` as a statement for each account and currency. */
export function readOwnJson(text: string): ReadFile {
  const read = exported.safeParse(parseJson(text));
  if (!read.success) {
    const text =
      "This JSON file isn't a transaction export. It doesn't contain a list of transactions with dates and amounts.";
    return { format: 'json', statements: [], notes: [{ line: 1, kind: 'problem', text }] };
  }
  const statements = new Map<string, Statement>();
  for (const [index, row] of read.data.rows.entries()) {
    const name = row.account ?? '';
    const currency = row.currency?.toUpperCase() ?? null;
    const key = `${name}|${currency}`;
    const statement = statements.get(key) ?? emptyStatement({ name, currency });
    statements.set(key, statement);
    const amount = String(row.amount);
    statement.rows.push(
      checked(
        {
          ...emptyRow(index + 1),
          day: readDay(row.date.slice(0, 10), 'ymd'),
          amount: readAmount(amount, '.'),
          description: row.description ?? '',
          payee: row.merchant ?? '',
          category: row.category ?? '',
          externalId: row.id ?? null,
        },
        { date: row.date, amount },
      ),
    );
  }
  return { format: 'json', statements: [...statements.values()], notes: [] };
}
