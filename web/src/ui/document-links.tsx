import { FileText } from 'lucide-react';
import { titleOf, whenOf } from '@/lib/documents';
import type { KeptDocument } from '@/lib/uploads';
import { Row, RowList } from './row-list';

/** Documents as rows that lead to where they are read. */
export function DocumentLinks({ label, documents }: { label: string; documents: readonly KeptDocument[] }) {
  return (
    <RowList label={label}>
      {documents.map((document) => (
        <Row
          key={document.id}
          to={`/documents/view/${document.id}`}
          icon={<FileText aria-hidden className="size-5" strokeWidth={1.5} />}
          title={titleOf(document)}
          detail={whenOf(document)}
        />
      ))}
    </RowList>
  );
}
