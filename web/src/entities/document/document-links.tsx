import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import {
  allDocuments,
  documentCalls,
  formatWhen,
  getTitle,
  isStatement,
} from '@/entities/document/documents';
import { formatAs } from '@/lib/dates';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';

type DocumentLinksProps = { about: string; title?: string; most?: number; className?: string };

/** Renders the documents about an account or a debt, latest first; nothing if there are none. */
export function DocumentLinks({ about, title = 'Documents', most = 3, className }: DocumentLinksProps) {
  const { data } = useQuery({
    ...allDocuments(),
    select: (documents) => documents.filter((document) => document.about === about),
  });
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={title}
      aside={<TextLink to="/documents">View all documents</TextLink>}
      {...(className && { className })}
    >
      <RowList label={title}>
        {data.slice(0, most).map((document) => (
          <Row
            key={document.id}
            to={`/documents/view/${document.id}`}
            icon={<FileText className="size-5" />}
            title={
              isStatement(document) && document.period_to
                ? formatAs(document.period_to, 'MMMM yyyy')
                : getTitle(document)
            }
            detail={formatWhen(document)}
          />
        ))}
      </RowList>
    </Section>
  );
}

/**
 * Renders a button that downloads the statement for the period that ended on a day, once the bank has issued
 * it.
 */
export function StatementDownload({ about, periodTo }: { about: string; periodTo: string }) {
  const save = useMutation(documentCalls.save);
  const { data: statement } = useQuery({
    ...allDocuments(),
    select: (documents) =>
      documents.find((document) => document.about === about && document.period_to === periodTo),
  });
  if (!statement) return null;
  return (
    <Button size="sm" busy={save.isPending} onClick={() => save.mutate(statement)}>
      <Download className="size-4" /> Download as PDF
    </Button>
  );
}
