import { getOwn } from '@engine/money/lookup.ts';
import { subtractMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { readAmount } from './amounts';
import { readDay } from './days';
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

/**
 * Matches a tag and its text in both OFX 1.x, whose elements need no end tags, and OFX 2.x, which is XML.
 * Elements that contain text are values; all others are containers. QFX is OFX with an additional line.
 * Source: "OFX Banking Specification 2.3", sections 3 and 11.4.
 */
const TAG = /<(\/?)([A-Za-z0-9_.]+)[^<>]*>((?:<!\[CDATA\[[\s\S]*?\]\]>|[^<])*)/g;
const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS']);
const UNKNOWN_STATEMENTS = new Set(['INVSTMTRS', 'LOANSTMTRS']);
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL']);
/** The tag of a transaction. Its element is a container even if it is empty. */
const ROW = 'STMTTRN';

type Open = {
  row: StatementRow;
  source: { date: string; amount: string };
  name: string;
  memo: string;
  extra: string;
};

class Reader {
  readonly statements: Statement[] = [];
  readonly notes: LineNote[] = [];
  private statement: Statement | null = null;
  private open: Open | null = null;
  private balance = '';
  private isPending = false;

  enter(tag: string, line: number): void {
    if (STATEMENTS.has(tag)) {
      this.finishRow();
      this.statement = emptyStatement({ kind: tag === 'CCSTMTRS' ? 'card' : 'bank' });
      this.statements.push(this.statement);
    } else if (UNKNOWN_STATEMENTS.has(tag))
      this.notes.push({ line, kind: 'problem', text: "We can't import investment or loan statements." });
    else if (tag === ROW || tag === `${ROW}P`) {
      this.finishRow();
      this.isPending = tag !== ROW;
      this.open = { row: emptyRow(line), source: { date: '', amount: '' }, name: '', memo: '', extra: '' };
    } else if (BALANCES.has(tag)) {
      this.finishRow();
      this.balance = tag;
    }
  }

  leave(tag: string): void {
    if (tag === ROW || tag === `${ROW}P` || tag === 'BANKTRANLIST') this.finishRow();
    if (BALANCES.has(tag)) this.balance = '';
  }

  value(tag: string, value: string, line: number): void {
    if (this.open) this.valueOfRow(this.open, tag, value);
    else if (tag === 'CURDEF' && this.statement) this.statement.currency = value.toUpperCase();
    else if (tag === 'ACCTID' && this.statement && !this.statement.name) this.statement.name = value;
    else if (this.balance === 'LEDGERBAL' && this.statement) {
      const { endBalance } = this.statement;
      if (tag === 'BALAMT') {
        const amount = readAmount(value, getDecimal(value));
        if (amount !== null) this.statement.endBalance = { amount, day: endBalance?.day ?? null };
      } else if (tag === 'DTASOF' && endBalance) endBalance.day = readDay(value.slice(0, 8), 'ymd');
    } else if (tag === 'MESSAGE')
      this.notes.push({ line, kind: 'note', text: `Message from the bank: ${value}` });
  }

  private valueOfRow(open: Open, tag: string, value: string): void {
    const { row } = open;
    if (tag === 'DTPOSTED') {
      open.source.date = value;
      row.day = readDay(value.slice(0, 8), 'ymd');
    } else if (tag === 'TRNAMT') {
      open.source.amount = value;
      row.amount = readAmount(value, getDecimal(value));
    } else if (tag === 'FITID') row.externalId = value;
    else if (tag === 'NAME') open.name = open.name || value;
    else if (tag === 'MEMO' || tag === 'EXTDNAME') open.memo = [open.memo, value].filter(Boolean).join(' ');
    else if (tag === 'CHECKNUM') open.extra = `Check ${value}`;
    else if (tag === 'CURSYM')
      this.notes.push({ line: row.line, kind: 'note', text: `Original currency: ${value}.` });
    else if (tag === 'CORRECTFITID')
      this.notes.push({
        line: row.line,
        kind: 'note',
        text: `Corrects transaction ${value} from an earlier file.`,
      });
  }

  finishRow(): void {
    const { open } = this;
    this.open = null;
    if (!open) return;
    if (this.isPending) {
      const text = `Pending, not posted yet: ${open.name || open.memo}`;
      this.notes.push({ line: open.row.line, kind: 'skipped', text });
      return;
    }
    if (!this.statement) {
      this.statement = emptyStatement();
      this.statements.push(this.statement);
    }
    const memo =
      open.memo && !open.memo.startsWith(open.name) ? [open.name, open.memo] : [open.memo || open.name];
    const description = [...memo, open.extra].filter(Boolean).join(' · ');
    this.statement.rows.push(checked({ ...open.row, payee: open.name, description }, open.source));
  }
}

/** Reads every statement of an OFX or QFX file. */
export function readOfx(text: string): ReadFile {
  const reader = new Reader();
  const lines = lineCounter(text);
  for (const match of text.matchAll(TAG)) {
    const [, slash, name = '', raw = ''] = match;
    const tag = name.toUpperCase();
    const value = decoded(raw);
    const line = lines(match.index);
    if (slash) reader.leave(tag);
    else if (value === '') reader.enter(tag, line);
    else if (tag === ROW) {
      reader.enter(tag, line);
      reader.notes.push({ line, kind: 'problem', text: `Unrecognized text: ${value}` });
    } else reader.value(tag, value, line);
  }
  reader.finishRow();
  if (reader.statements.length === 0)
    reader.notes.push({ line: 1, kind: 'problem', text: "We couldn't find a statement in this file." });
  return { format: 'ofx', statements: reader.statements.map(withStart), notes: reader.notes };
}

/**
 * Computes the opening balance from the closing balance. Skips statements with unreadable amounts or no
 * closing balance.
 */
function withStart(statement: Statement): Statement {
  const { endBalance, rows } = statement;
  if (!endBalance || rows.some(({ amount }) => amount === null)) return statement;
  const counted = rows.filter(({ day }) => !endBalance.day || !day || day <= endBalance.day);
  const sum = sumMinor(counted, ({ amount }) => amount ?? ZERO);
  return { ...statement, startBalance: subtractMinor(endBalance.amount, sum) };
}

/** Returns the decimal separator: the last point or comma. The format allows no other separators. */
const getDecimal = (value: string) => (value.lastIndexOf(',') > value.lastIndexOf('.') ? ',' : '.');

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(raw: string): string {
  const text = raw.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1');
  const plain = text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return getOwn(ENTITIES, String(name).toLowerCase()) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return tidy(plain);
}

/** Returns the line number of a position. Call it with increasing positions. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let position = 0;
  return (index) => {
    for (; position < index; position += 1) if (text[position] === '\n') line += 1;
    return line;
  };
}
