import { FileText } from 'lucide-react';
import { formatWhen, getTitle } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { groupStatements, isNew } from '../document-filter';
import { StatementGroups } from './statement-groups';

type PartProps = { documents: readonly SavedDocument[]; now: string };

/** Renders the statements by account and card. */
export function StatementsPart({ documents, now }: PartProps) {
  const groups = groupStatements(documents);
  if (groups.length === 0)
    return (
      <EmptyState
        title="No statements yet"
        example={
          <ExampleRows
            rows={[
              { title: 'October 2026', detail: 'Oct 1 – Oct 31', end: '$5,868.44' },
              { title: 'September 2026', detail: 'Sep 1 – Sep 30', end: '$5,276.04' },
            ]}
          />
        }
        action={<LinkButton to="/dashboard">Go to dashboard</LinkButton>}
      >
        We issue a statement for each account and card every month.
      </EmptyState>
    );
  return <StatementGroups groups={groups} now={now} />;
}

const SECTIONS = [
  { title: 'Agreements and schedules', kinds: ['agreement', 'schedule'] },
  { title: 'Escrow statements', kinds: ['escrow_statement'] },
  { title: 'Interest by year', kinds: ['tax_summary'] },
  { title: 'Pay stubs', kinds: ['pay_stub'] },
  { title: 'Receipts', kinds: ['receipt'] },
] as const;

/** Renders the bank's other documents. */
export function OtherPart({ documents, now }: PartProps) {
  const sections = SECTIONS.map(({ title, kinds }) => ({
    title,
    rows: documents.filter(({ kind }) => (kinds as readonly string[]).includes(kind)),
  })).filter(({ rows }) => rows.length > 0);
  if (sections.length === 0)
    return (
      <EmptyState
        title="No other documents yet"
        example={
          <ExampleRows
            rows={[
              { title: 'Car loan agreement', detail: 'When the loan starts', end: 'PDF' },
              { title: 'Interest summary 2026', detail: 'In January', end: 'PDF' },
            ]}
          />
        }
        action={<LinkButton to="/loan-applications">Apply for a loan</LinkButton>}
      >
        We issue loan agreements when a loan starts, and interest summaries in January.
      </EmptyState>
    );
  return (
    <div className="space-y-12">
      {sections.map(({ title, rows }) => (
        <Section key={title} title={title}>
          <DocumentRows label={title} documents={rows} now={now} />
        </Section>
      ))}
    </div>
  );
}

type DocumentRowsProps = PartProps & { label: string };

export function DocumentRows({ label, documents, now }: DocumentRowsProps) {
  return (
    <RowList label={label}>
      {documents.map((document) => (
        <Row
          key={document.id}
          to={`/documents/view/${document.id}`}
          wraps
          icon={<FileText className="size-5" />}
          title={getTitle(document)}
          detail={formatWhen(document)}
          end={isNew(document, now) ? <Badge tone="info">New</Badge> : undefined}
        />
      ))}
    </RowList>
  );
}
