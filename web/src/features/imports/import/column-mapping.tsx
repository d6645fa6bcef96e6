import { useState } from 'react';
import {
  type CsvMapping,
  MEANINGS,
  type Meaning,
  written,
} from '@/entities/statement-file/imports/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv-table';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Section } from '@/ui/page';
import { DayOrder } from './import-preview';

const LABELS: Record<Meaning, string> = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  sign: 'Direction',
  description: 'Description',
  payee: 'Payee',
  category: 'Category',
  balance: 'Balance',
  account: 'Account',
  currency: 'Currency',
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
    onChange({ ...mapping, columns, ...written(columns, body) });
  }

  return (
    <Section title="Columns" aside={isKnown ? 'Same as last time' : 'Detected automatically'}>
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
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={mapping.inverted}
            onChange={({ target }) => onChange({ ...mapping, inverted: target.checked })}
          />
          Withdrawals have no minus sign
        </label>
        {!isAll && (
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            More columns
          </Button>
        )}
      </div>
      {mapping.ambiguous && (
        <div className="mt-4">
          <DayOrder value={mapping.order} onChange={(order) => onChange({ ...mapping, order })} />
        </div>
      )}
      <Sample table={table} mapping={mapping} columns={columns} />
    </Section>
  );
}

type SampleProps = {
  table: Table;
  mapping: CsvMapping;
  columns: readonly { column: number; name: string }[];
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
