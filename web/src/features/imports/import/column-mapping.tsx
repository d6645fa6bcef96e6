import { useState } from 'react';
import {
  applyColumns,
  type CsvMapping,
  MEANINGS,
  type Meaning,
} from '@/entities/statement-file/imports/csv/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv/csv-table';
import { formatCount } from '@/lib/count';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Section } from '@/ui/page';

const LABELS: Record<Meaning, string> = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  sign: 'Direction',
  description: 'Description',
  payee: 'Payee',
  payer: 'Payer',
  category: 'Category',
  balance: 'Balance',
  account: 'Account',
  currency: 'Currency',
  fee: 'Fee',
  status: 'Status',
  id: 'Reference',
};
/** The common columns. Other columns are shown on request. */
const USUAL: readonly Meaning[] = ['date', 'amount', 'debit', 'credit', 'description', 'payee'];
const SAMPLE_ROWS = 4;

type ColumnMappingProps = {
  table: Table;
  mapping: CsvMapping;
  isKnown: boolean;
  onChange: (mapping: CsvMapping) => void;
};

/** Renders the guessed meaning of each column with sample rows. The customer can change the meaning. */
export function ColumnMapping({ table, mapping, isKnown, onChange }: ColumnMappingProps) {
  const [isAll, setAll] = useState(false);
  const body = table.rows.slice((mapping.header ?? -1) + 1);
  const width = Math.max(0, ...body.slice(0, 100).map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => ({
    column,
    name: getName(table, mapping, column),
  }));
  const shown = isAll
    ? MEANINGS
    : MEANINGS.filter((meaning) => USUAL.includes(meaning) || mapping.columns[meaning] !== undefined);

  function choose(meaning: Meaning, text: string) {
    const columns = { ...mapping.columns };
    if (text === '') delete columns[meaning];
    else {
      const column = Number(text);
      for (const other of MEANINGS) if (columns[other] === column) delete columns[other];
      columns[meaning] = column;
      if (meaning === 'amount') {
        delete columns.debit;
        delete columns.credit;
      }
      if (meaning === 'debit' || meaning === 'credit') delete columns.amount;
    }
    onChange(applyColumns(table, mapping, columns));
  }

  const isRecognized = mapping.bank !== null || isKnown;
  const [isOpen, setOpen] = useState(!isRecognized);
  return (
    <Section
      title="Columns"
      aside={isKnown ? 'Same as last time' : (mapping.bank ?? 'Detected automatically')}
    >
      {isOpen ? (
        <p className="mb-4 max-w-170 text-ink-2">{describeTable(table, mapping, columns)}</p>
      ) : (
        <ColumnSummary mapping={mapping} columns={columns} onEdit={() => setOpen(true)} />
      )}
      {isOpen && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((meaning) => (
            <LabeledSelect
              key={meaning}
              label={LABELS[meaning]}
              value={mapping.columns[meaning] ?? ''}
              onChange={({ target }) => choose(meaning, target.value)}
            >
              <option value="">Not in the file</option>
              {columns.map(({ column, name }) => (
                <option key={column} value={column}>
                  {name}
                </option>
              ))}
            </LabeledSelect>
          ))}
        </div>
      )}
      {isOpen && (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={mapping.isInverted}
              onChange={({ target }) => onChange({ ...mapping, isInverted: target.checked })}
            />
            Money out appears as a positive amount
          </label>
          {!isAll && (
            <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
              More columns
            </Button>
          )}
        </div>
      )}
      {isOpen && <Sample table={table} mapping={mapping} columns={columns} />}
    </Section>
  );
}

type Column = { column: number; name: string };

/** Describes a table whose layout is unknown, and what the customer can do. */
function describeTable(table: Table, mapping: CsvMapping, columns: readonly Column[]): string {
  const rows = table.rows.length - (mapping.header ?? -1) - 1;
  const size = `${formatCount(rows, 'row')} and ${formatCount(columns.length, 'column')}`;
  if (mapping.bank) return `This is a file from ${mapping.bank} with ${size}. You can change how we read it.`;
  // Columns are saved under their names.
  const reuse = mapping.header === null ? '' : " We'll use these columns again for the next file like this.";
  const { date, amount, debit, credit } = mapping.columns;
  const hasAmount = amount !== undefined || debit !== undefined || credit !== undefined;
  if (date === undefined || !hasAmount)
    return `This file is a table with ${size}. Choose the columns with the date and the amount.${reuse}`;
  return `We don't recognize this file's layout (${size}), so we guessed what each column contains. Check our choices against the rows below.${reuse}`;
}

type ColumnSummaryProps = { mapping: CsvMapping; columns: readonly Column[]; onEdit: () => void };

/** Renders how each column is used, without the controls that change it. */
function ColumnSummary({ mapping, columns, onEdit }: ColumnSummaryProps) {
  const used = MEANINGS.flatMap((meaning) => {
    const column = columns.find(({ column }) => column === mapping.columns[meaning]);
    return column ? [{ meaning, name: column.name }] : [];
  });
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {used.map(({ meaning, name }) => (
          <div key={meaning} className="flex gap-2">
            <dt className="text-ink-3">{LABELS[meaning]}</dt>
            <dd className="min-w-0 break-words">{name}</dd>
          </div>
        ))}
      </dl>
      <Button size="sm" variant="ghost" className="-ml-3 mt-2" onClick={onEdit}>
        Change columns
      </Button>
    </>
  );
}

type SampleProps = {
  table: Table;
  mapping: CsvMapping;
  columns: readonly Column[];
};

function Sample({ table, mapping, columns }: SampleProps) {
  const rows = table.rows.slice((mapping.header ?? -1) + 1).slice(0, SAMPLE_ROWS);
  const getMeaning = (column: number) => MEANINGS.find((meaning) => mapping.columns[meaning] === column);
  return (
    <section
      tabIndex={0}
      aria-label="Sample rows"
      className="mt-5 overflow-x-auto rounded-2 border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="px-3 py-2 font-normal text-ink-3">
              Line
            </th>
            {columns.map(({ column, name }) => {
              const meaning = getMeaning(column);
              return (
                <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                  {name}
                  <span className="block font-normal text-ink-3">
                    {meaning ? LABELS[meaning] : 'Not used'}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              <td className="figures px-3 py-2 text-ink-3">{line}</td>
              {columns.map(({ column }) => (
                <td key={column} className="max-w-60 truncate px-3 py-2">
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function getName(table: Table, { header }: CsvMapping, column: number): string {
  const name = header === null ? '' : table.rows[header]?.cells[column];
  return name || `Column ${column + 1}`;
}
