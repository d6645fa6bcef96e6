import { Link } from 'react-router';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatAs } from '@/lib/dates';
import { isNew, type StatementGroup, type StatementYear } from '../document-filter';

/** The number of years shown. The others are collapsed. */
const OPEN_YEARS = 2;

/** Statements by account and year, with a link for each month. */
export function StatementGroups({ groups, now }: { groups: readonly StatementGroup[]; now: string }) {
  return (
    <ul aria-label="Statements" className="divide-y divide-line border-line border-t">
      {groups.map((group) => (
        <li
          key={group.about}
          className="grid grid-cols-1 gap-x-8 gap-y-2 py-4 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
        >
          <div className="min-w-0 pt-2">
            <h3 className="truncate font-medium">{group.name}</h3>
            <p className="text-ink-3 text-sm">{group.isCard ? 'Credit card' : 'Account'}</p>
          </div>
          <div className="min-w-0">
            {group.years.slice(0, OPEN_YEARS).map((year) => (
              <Year key={year.year} group={group} year={year} now={now} />
            ))}
            {group.years.length > OPEN_YEARS && (
              <details>
                <summary className="control-height inline-flex cursor-pointer items-center text-link text-sm">
                  {group.years.length === OPEN_YEARS + 1
                    ? `Show ${group.years[OPEN_YEARS]?.year}`
                    : `Back to ${group.years.at(-1)?.year}`}
                </summary>
                {group.years.slice(OPEN_YEARS).map((year) => (
                  <Year key={year.year} group={group} year={year} now={now} />
                ))}
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Year({ group, year, now }: { group: StatementGroup; year: StatementYear; now: string }) {
  return (
    <div className="flex items-start gap-3">
      <h4 className="figures w-12 shrink-0 pt-2.5 text-ink-3 text-sm">{year.year}</h4>
      <ul className="flex flex-wrap">
        {year.statements.map((statement) => (
          <li key={statement.id}>
            <Month statement={statement} name={group.name} isNew={isNew(statement, now)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Month({ statement, name, isNew }: { statement: SavedDocument; name: string; isNew: boolean }) {
  const day = statement.period_to ?? statement.created_at;
  return (
    <Link
      to={`/documents/view/${statement.id}`}
      className="relative grid h-10 min-w-12 place-items-center rounded-2 px-2 font-medium text-sm hover:bg-sunken pointer-coarse:h-11"
    >
      <span>
        <span className="sr-only">{name}, statement of </span>
        {formatAs(day, 'MMM')}
        <span className="sr-only">
          {formatAs(day, ' yyyy')}
          {isNew && ', new'}
        </span>
      </span>
      {isNew && <span aria-hidden className="absolute top-1.5 right-1 size-1.5 rounded-full bg-accent" />}
    </Link>
  );
}
