import { dateOf } from '@engine/calendar.ts';
import type { Parting } from '@engine/what-if-comparison.ts';
import { monthWords } from './what-if-words';

/** Where the two lives part ways, moment by moment. */
export function WhatIfPartings({ partings }: { partings: readonly Parting[] }) {
  const years = partings.map(({ day }) => dateOf(day).year);
  const hasOwnYear = new Set(years).size === years.length;
  return (
    <section>
      <h3 className="mb-3 text-lg">Where the two part ways</h3>
      {partings.length === 0 ? (
        <p className="border-line border-t py-4 text-ink-2">
          Nothing happens in one that does not in the other.
        </p>
      ) : (
        <table className="w-full table-fixed">
          <thead>
            <tr className="border-line border-b text-left text-ink-3 text-xs">
              <th className="w-20 py-2 pr-3 font-medium">When</th>
              <th className="py-2 pr-4 font-medium">This branch</th>
              <th className="py-2 font-medium">As things are</th>
            </tr>
          </thead>
          <tbody>
            {partings.map(({ day, branch, asIs }, index) => (
              <tr key={`${day}${branch}${asIs}`} className="border-line border-b align-top">
                <th scope="row" className="figures py-3 pr-3 text-left font-semibold">
                  {hasOwnYear ? years[index] : monthWords(day)}
                </th>
                <td className="py-3 pr-4">{branch}</td>
                <td className="py-3">{asIs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
