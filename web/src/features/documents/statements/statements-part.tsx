import { FileText } from 'lucide-react';
import { Link } from 'react-router';
import { formatWhen, getTitle } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatAs } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { groupStatements, isNew, type StatementGroup, type StatementYear } from '../document-filter';

const SECTIONS = [
  { title: 'Agreements and schedules', kinds: ['agreement', 'schedule'] },
  { title: 'Interest by year', kinds: ['tax_summary'] },
  { title: 'Receipts', kinds: ['receipt'] },
] as const;

/** Renders issued documents: statements first, then all other documents. */
export function StatementsPart({ documents, now }: { documents: readonly SavedDocument[]; now: string }) {
  const issued = documents.filter(({ kind }) => kind !== 'upload');
  if (issued.length === 0)
    return (
      <EmptyState title="No documents yet" action={<LinkButton to="/dashboard">Go to dashboard</LinkButton>}>
        We issue statements monthly, loan agreements when a loan starts, and interest summaries in January.
      </EmptyState>
    );
  const groups = groupStatements(issued);
  return (
    <div className="space-y-12">
      {groups.length > 0 && (
        <Section title="Statements">
          <StatementGroups groups={groups} now={now} />
        </Section>
      )}
      {SECTIONS.map(({ title, kinds }) => {
        const rows = issued.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
        return (
          rows.length > 0 && (
            <Section key={title} title={title}>
              <DocumentRows label={title} documents={rows} now={now} />
            </Section>
          )
        );
      })}
    </div>
  );
}

type DocumentRowsProps = { label: string; documents: readonly SavedDocument[]; now: string };

export function DocumentRows({ label, documents, now }: DocumentRowsProps) {
  return (
    <RowList label={label}>
      {documents.map((document) => (
        <Row
          key={document.id}
          to={`/documents/view/${document.id}`}
          icon={<FileText className="size-5" />}
          title={getTitle(document)}
          detail={formatWhen(document)}
          end={isNew(document, now) ? <Badge tone="info">New</Badge> : undefined}
        />
      ))}
    </RowList>
  );
}

/** The number of years that are shown. Earlier years are collapsed. */
const OPEN_YEARS = 2;

function StatementGroups({ groups, now }: { groups: readonly StatementGroup[]; now: string }) {
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
                    : `Show earlier years (back to ${group.years.at(-1)?.year})`}
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
          {` ${formatAs(day, 'yyyy')}`}
          {isNew && ', new'}
        </span>
      </span>
      {isNew && <span aria-hidden className="absolute top-1.5 right-1 size-1.5 rounded-full bg-accent" />}
    </Link>
  );
}
