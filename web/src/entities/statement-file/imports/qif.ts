import { getOwn } from '@engine/money/lookup.ts';
import type { Minor } from '@engine/money/minor.ts';
import { type DecimalSign, guessDecimal, readAmount } from './amounts';
import { type GuessedOrder, guessOrder, readDay } from './days';
import {
  checked,
  emptyRow,
  emptyStatement,
  type LineNote,
  type ReadFile,
  type Statement,
  type StatementRow,
} from './statement';
import { tidy } from './text';

type Field = { code: string; value: string; line: number };
type Block = { type: string; line: number; records: Field[][]; endsOpen: boolean };

const TYPES: Record<string, Statement['kind']> = {
  bank: 'bank',
  cash: 'bank',
  'oth a': 'bank',
  ccard: 'card',
  'oth l': 'card',
};

export type QifReading = ReadFile & GuessedOrder;

/** Reads the bank, cash, and card accounts of a QIF file, with Quicken's `!Account` blocks and splits. */
export function readQif(text: string, order?: GuessedOrder['order']): QifReading {
  const notes: LineNote[] = [];
  const blocks = getBlocks(text, notes);
  const values = (code: string) =>
    blocks.flatMap(({ records }) =>
      records
        .flat()
        .filter((field) => field.code === code)
        .map(({ value }) => value),
    );
  const guessed = guessOrder(values('D'));
  const reading = { order: order ?? guessed.order, decimal: guessDecimal([...values('T'), ...values('U')]) };
  const statements: Statement[] = [];
  let account = '';
  for (const block of blocks) {
    const type = block.type.toLowerCase().replace(/^type:/, '');
    const kind = getOwn(TYPES, type);
    if (type === 'account') account = block.records.flat().findLast(({ code }) => code === 'N')?.value ?? '';
    else if (kind) {
      if (block.endsOpen)
        notes.push({
          line: block.line,
          kind: 'note',
          text: 'The last transaction has no end mark (^). We included it anyway.',
        });
      statements.push(getStatement(block, { kind, name: account, ...reading }, notes));
      account = '';
    } else if (block.records.length > 0)
      notes.push({
        line: block.line,
        kind: 'skipped',
        text: `Skipped !${block.type} records that aren't account transactions: ${block.records.length}.`,
      });
  }
  if (statements.length === 0)
    notes.push({ line: 1, kind: 'problem', text: "We couldn't find an account in this file." });
  return {
    format: 'qif',
    statements,
    notes: notes.toSorted((a, b) => a.line - b.line),
    ...guessed,
    order: reading.order,
  };
}

function getBlocks(text: string, notes: LineNote[]): Block[] {
  const blocks: Block[] = [];
  let record: Field[] = [];
  const close = () => {
    const block = blocks.at(-1);
    if (block && record.length > 0) block.records.push(record);
    record = [];
  };
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const value = raw.trim();
    if (value === '') continue;
    if (/^!(option|clear):/i.test(value)) continue;
    if (value.startsWith('!')) {
      const last = blocks.at(-1);
      if (last && record.length > 0) last.endsOpen = true;
      close();
      blocks.push({ type: value.slice(1).trim(), line, records: [], endsOpen: false });
    } else if (value.startsWith('^')) close();
    else if (blocks.length === 0)
      notes.push({ line, kind: 'skipped', text: `Before the first account: ${value}` });
    else record.push({ code: value[0]?.toUpperCase() ?? '', value: tidy(value.slice(1)), line });
  }
  const last = blocks.at(-1);
  if (last && record.length > 0) last.endsOpen = true;
  close();
  return blocks;
}

type Reading = { kind: Statement['kind']; name: string; order: GuessedOrder['order']; decimal: DecimalSign };

function getStatement(block: Block, { kind, name, order, decimal }: Reading, notes: LineNote[]): Statement {
  const statement = emptyStatement({ name, kind });
  for (const record of block.records) {
    const row = getRow(record, order, decimal, notes);
    // Quicken writes the opening balance as the first row.
    const category = record.find(({ code }) => code === 'L')?.value ?? '';
    if (
      row.payee.toLowerCase() === 'opening balance' &&
      category.startsWith('[') &&
      statement.rows.length === 0
    ) {
      statement.startBalance = row.amount;
      statement.name ||= category.slice(1, -1);
      notes.push({ line: row.line, kind: 'note', text: 'Opening balance, not a transaction.' });
    } else statement.rows.push(row);
  }
  return statement;
}

function getRow(
  record: readonly Field[],
  order: GuessedOrder['order'],
  decimal: DecimalSign,
  notes: LineNote[],
): StatementRow {
  const value = (code: string) => record.find((field) => field.code === code)?.value ?? '';
  const line = record[0]?.line ?? 0;
  const source = { date: value('D'), amount: value('T') || value('U') };
  const payee = value('P');
  const memo = value('M');
  const number = value('N');
  const category = value('L');
  const isTransfer = category.startsWith('[');
  const memoParts = [memo && memo !== payee ? memo : '', /^\d+$/.test(number) ? `Check ${number}` : ''];
  const description = [payee, ...memoParts, isTransfer ? `Transfer ${category}` : '']
    .filter(Boolean)
    .join(' · ');
  const amount = readAmount(source.amount, decimal);
  noteSplits(record, amount, decimal, notes);
  return checked(
    {
      ...emptyRow(line),
      day: readDay(source.date, order),
      amount,
      description,
      payee,
      category: isTransfer ? '' : (category.split(/[:/]/)[0] ?? ''),
    },
    source,
  );
}

function noteSplits(
  record: readonly Field[],
  amount: Minor | null,
  decimal: DecimalSign,
  notes: LineNote[],
): void {
  const parts = record.filter(({ code }) => code === 'S');
  if (parts.length === 0) return;
  const amounts = record.filter(({ code }) => code === '$').map(({ value }) => readAmount(value, decimal));
  const sum = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const line = record[0]?.line ?? 0;
  const named = parts.map(({ value }) => value || 'nothing').join(', ');
  notes.push({ line, kind: 'note', text: `Split between ${named}. Imported as one transaction.` });
  if (amount !== null && amounts.length > 0 && sum !== amount)
    notes.push({ line, kind: 'note', text: "The parts don't add up to the amount. We used the amount." });
}
