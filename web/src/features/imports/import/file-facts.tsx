import { type ReactNode, useState } from 'react';
import type { Recognized } from '@/entities/statement-file/imports/recognize';
import type { LineNote } from '@/entities/statement-file/imports/statement';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Section } from '@/ui/page';

const FORMATS = { csv: 'CSV table', ofx: 'OFX statement', qif: 'QIF file', json: 'Sandbank export' } as const;
const DELIMITERS: Record<string, string> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'bars' };
const MOST_NOTES_SHOWN = 200;

/** Renders the format of the file, and all lines that are not transactions. */
export function FileFacts({
  name,
  recognized,
  action,
}: {
  name: string;
  recognized: Recognized;
  action: ReactNode;
}) {
  const { read, encoding, csv } = recognized;
  const rows = read.statements.reduce((sum, statement) => sum + statement.rows.length, 0);
  const facts = [
    FORMATS[read.format],
    csv && DELIMITERS[csv.table.delimiter] && `cells between ${DELIMITERS[csv.table.delimiter]}`,
    encoding,
    `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`,
  ].filter(Boolean);
  return (
    <Section title={name} aside={action} className="break-words">
      <p className="text-ink-2">{facts.join(' · ')}</p>
      <Notes notes={read.notes} />
    </Section>
  );
}

function Notes({ notes }: { notes: readonly LineNote[] }) {
  const [isOpen, setOpen] = useState(notes.some(({ kind }) => kind === 'problem'));
  if (notes.length === 0) return null;
  const shown = notes.slice(0, MOST_NOTES_SHOWN);
  return (
    <div className="mt-3">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} {notes.length.toLocaleString('en-US')}{' '}
        {notes.length === 1 ? 'skipped line' : 'skipped lines'}
      </Button>
      {isOpen && (
        <ul aria-label="Skipped lines" className="mt-1 divide-y divide-line border-line border-y text-sm">
          {shown.map(({ line, kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and notes stay in order.
            <li key={index} className="flex gap-4 py-2">
              <span className="figures w-16 shrink-0 text-ink-3">Line {line}</span>
              <span className="min-w-0 flex-1 break-words text-ink-2">{text}</span>
              {kind === 'problem' && <Badge tone="negative">Problem</Badge>}
            </li>
          ))}
          {notes.length > shown.length && (
            <li className="py-2 text-ink-3">
              And {(notes.length - shown.length).toLocaleString('en-US')} more.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
