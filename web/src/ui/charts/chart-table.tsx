import type { ReactNode } from 'react';
import { classNames } from '../class-names';

type ChartTableProps = {
  /** The label of the values, such as "Net worth". */
  label: string;
  /** The column headings. The first is for the row names, and the others are for the amounts. */
  heads: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
};

/** Renders a chart's values as a table, collapsed at first. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  const [first, ...otherHeads] = heads;
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit py-1 text-ink-3 pointer-coarse:py-3 hover:text-ink">Show as a table</summary>
      <div
        className={classNames(
          'relative mt-2 max-h-80 overflow-auto',
          otherHeads.length < 2 ? 'max-w-100' : 'max-w-200',
        )}
        role="region"
        aria-label={`${label} as a table`}
        tabIndex={0}
      >
        <table className="figures w-full">
          <thead>
            <tr className="border-line border-b text-right [&>th]:py-1.5 [&>th]:pl-4 [&>th]:font-medium">
              <th className="pl-0! text-left">{first}</th>
              {otherHeads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells }) => (
              <tr key={key} className="border-line border-b text-right [&>td]:py-1.5 [&>td]:pl-4">
                <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={otherHeads[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
