import { formatMoney } from '@/lib/money';

const SPENT = [
  { category: 'Housing', amount: 1259.02 },
  { category: 'Transportation', amount: 446.83 },
  { category: 'Food', amount: 322.6 },
  { category: 'Utilities', amount: 166.48 },
  { category: 'Other', amount: 116.08 },
] as const;
const MOST = 1259.02;

export function SpendingGlimpse() {
  return (
    <table className="w-full">
      <caption className="sr-only">Spending of a month by category in the example household</caption>
      <tbody>
        {SPENT.map(({ category, amount }) => (
          <tr key={category}>
            <th scope="row" className="w-32 py-1.5 text-left font-normal">
              {category}
            </th>
            <td className="py-1.5">
              <span aria-hidden className="block h-2.5 rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-ink"
                  style={{ width: `${(amount / MOST) * 100}%` }}
                />
              </span>
            </td>
            <td className="figures w-26 py-1.5 pl-4 text-right font-semibold">{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
