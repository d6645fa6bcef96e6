import { FileText } from 'lucide-react';
import { Link } from 'react-router';
import { formatWhen, getTitle } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { groupStatements, isNew } from '../document-filter';
import { StatementGroups } from './statement-groups';

const SECTIONS = [
  { title: 'Agreements and schedules', kinds: ['agreement', 'schedule'] },
  { title: 'Interest by year', kinds: ['tax_summary'] },
  { title: 'Receipts', kinds: ['receipt'] },
] as const;

/** Renders issued documents: statements first, then the others. */
export function StatementsPart({ documents, now }: { documents: readonly SavedDocument[]; now: string }) {
  const issued = documents.filter(({ kind }) => kind !== 'upload');
  if (issued.length === 0)
    return (
      <EmptyState
        title="No documents yet"
        action={
          <Button asChild>
            <Link to="/dashboard">Go to dashboard</Link>
          </Button>
        }
      >
        Statements appear monthly, loan agreements on the first day, and interest summaries in January.
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

/** A list of documents with new ones marked. */
export function DocumentRows({
  label,
  documents,
  now,
}: {
  label: string;
  documents: readonly SavedDocument[];
  now: string;
}) {
  return (
    <RowList label={label}>
      {documents.map((document) => (
        <Row
          key={document.id}
          to={`/documents/view/${document.id}`}
          icon={<FileText aria-hidden className="size-5" strokeWidth={1.5} />}
          title={getTitle(document)}
          detail={formatWhen(document)}
          end={isNew(document, now) ? <Badge tone="info">New</Badge> : undefined}
        />
      ))}
    </RowList>
  );
}
