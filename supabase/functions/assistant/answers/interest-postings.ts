import type { Period } from '../../../../assistant/intent.ts';
import type { AnswerContext } from '../answer-context.ts';

type Product = AnswerContext['products'][number];

/**
 * An interest posting. `amount` is in major units, and positive for interest charged on a card or debt and
 * for interest earned on an account.
 */
export type InterestPosting = { product: Product; at: string; day: string; amount: number };

/** The tables and views with interest postings. */
const SOURCES = {
  card: { table: 'card_activity', columns: 'id:card_id, at, amount', id: 'card_id' },
  loan: { table: 'debt_activity', columns: 'id:debt_id, at, amount', id: 'debt_id' },
  mortgage: { table: 'debt_activity', columns: 'id:debt_id, at, amount', id: 'debt_id' },
  account: { table: 'transactions', columns: 'id:account_id, at:date, amount, direction', id: 'account_id' },
} as const;

/** Returns the interest posted on products in a period, most recent first. */
export async function loadInterest(
  products: readonly Product[],
  period: Pick<Period, 'from' | 'to'> | null,
  context: AnswerContext,
): Promise<InterestPosting[]> {
  const postings = await Promise.all(
    Object.entries(SOURCES).map(([is, source]) =>
      loadFrom(
        source,
        products.filter((product) => product.is === is),
        context,
      ),
    ),
  );
  return postings
    .flat()
    .filter(({ day }) => (!period?.from || day >= period.from) && (!period?.to || day <= period.to))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

async function loadFrom(
  { table, columns, id }: (typeof SOURCES)[Product['is']],
  products: readonly Product[],
  context: AnswerContext,
): Promise<InterestPosting[]> {
  if (products.length === 0) return [];
  type Row = { id: string; at: string; amount: number; direction?: string };
  const rows = await context.loadAll<Row>((first, last) =>
    context.client
      .from(table)
      .select(columns)
      .eq('kind', 'interest')
      .in(
        id,
        products.map((product) => product.id),
      )
      .order('entry_id', { ascending: false })
      .range(first, last)
      .throwOnError(),
  );
  return rows.flatMap((row) => {
    const product = products.find((item) => item.id === row.id);
    const amount = row.direction === 'out' ? -row.amount : row.amount;
    return product ? [{ product, at: row.at, day: context.getDay(row.at), amount }] : [];
  });
}
