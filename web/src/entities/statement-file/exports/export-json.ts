import { decimalText, type Exported } from './exported-row';

/** Exports transactions as JSON. Amounts are decimal strings, so that readers don't round them. */
export function exportJson({ rows, today }: Exported): string {
  return `${JSON.stringify(
    {
      exported_on: today,
      rows: rows.map(
        ({ id, day, amount, currency, place, description, merchant, category, kind, tags, note }) => ({
          id,
          date: day,
          amount: decimalText(amount),
          currency,
          account: place,
          description,
          merchant,
          category,
          kind,
          tags,
          note,
        }),
      ),
    },
    null,
    1,
  )}\n`;
}
