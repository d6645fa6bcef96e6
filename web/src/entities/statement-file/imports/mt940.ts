import { type Minor, negateMinor } from '@engine/money/minor.ts';
import { readAmount } from './amounts';
import { readDay } from './days';
import { getPurpose } from './purpose';
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

type Field = { tag: string; value: string; line: number };

/** Matches a balance: debit or credit, date, currency, and amount with a decimal comma. */
const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/;
/**
 * Matches an entry: value date, entry date (MMDD), debit or credit mark, funds code, amount, type, and
 * references.
 */
const ENTRY =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?/;

/**
 * Reads the statements of an MT940 file. Pages of one statement become one.
 * Source: "SWIFT Standards Category 9", message MT940, and "DFÜ-Abkommen Anlage 3", section 8.2, for field 86.
 */
export function readMt940(text: string): ReadFile {
  const notes: LineNote[] = [];
  const statements: Statement[] = [];
  let isDescribed = true;
  for (const { tag, value, line } of getFields(text)) {
    if (tag === '25') startStatement(statements, value);
    const statement = statements.at(-1);
    if (!statement) continue;
    if (tag === '60F' || tag === '60M') setOpening(statement, value);
    else if (tag === '61') {
      const row = getRow(value, line);
      if (row) statement.rows.push(row);
      else notes.push({ line, kind: 'problem', text: `We couldn't read this entry: ${tidy(value)}` });
      isDescribed = row === null;
    } else if (tag === '86' && !isDescribed) {
      Object.assign(statement.rows.at(-1) ?? {}, describe(value));
      isDescribed = true;
    } else if (tag === '62F') {
      const balance = getBalance(value);
      statement.endBalance = balance && { amount: balance.amount, day: balance.day };
    }
    // Text after a balance describes the whole statement.
    if (/^6[025]/.test(tag)) isDescribed = true;
  }
  if (statements.length === 0)
    notes.push({ line: 1, kind: 'problem', text: "We couldn't find a statement in this file." });
  return { format: 'mt940', statements, notes };
}

/** Starts a statement, unless the message continues the statement before it. */
function startStatement(statements: Statement[], value: string): void {
  const name =
    tidy(value)
      .split('/')
      .at(-1)
      ?.replace(/[A-Z]{3}$/, '') ?? '';
  const last = statements.at(-1);
  if (last?.name !== name || last.endBalance !== null) statements.push(emptyStatement({ name }));
}

function setOpening(statement: Statement, value: string): void {
  const balance = getBalance(value);
  statement.currency ??= balance?.currency ?? null;
  if (!balance || statement.startBalance !== null || statement.rows.length > 0) return;
  statement.startBalance = balance.amount;
  statement.isStartStated = true;
}

/** Splits the text into fields. A field continues until the next tag or the end of the message. */
function getFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [, tag, value = ''] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag) fields.push({ tag, value, line: index + 1 });
    else if (last && !/^-\}?$|^\{/.test(line)) last.value += `\n${line}`;
  }
  return fields;
}

function getBalance(value: string): { amount: Minor; day: string | null; currency: string } | null {
  const [, sign, day = '', currency = '', text = ''] = BALANCE.exec(value) ?? [];
  const amount = readAmount(text, ',');
  if (!sign || amount === null) return null;
  return { amount: sign === 'D' ? negateMinor(amount) : amount, day: readDay(`20${day}`, 'ymd'), currency };
}

function getRow(value: string, line: number): StatementRow | null {
  const match = ENTRY.exec(value);
  if (!match) return null;
  const [, valueDay = '', entryDate, direction = '', , text = '', , customer = '', bank] = match;
  const amount = readAmount(text, ',');
  // A reversed credit takes money out, and a reversed debit returns it.
  const isOut = direction === 'D' || direction === 'RC';
  const date = entryDate ? getEntryDate(valueDay, entryDate) : `20${valueDay}`;
  const reference = tidy(customer);
  const row = {
    ...emptyRow(line),
    day: readDay(date, 'ymd'),
    amount: amount !== null && isOut ? negateMinor(amount) : amount,
    description: reference === 'NONREF' ? '' : reference,
    externalId: bank && tidy(bank) !== 'NONREF' ? tidy(bank) || null : null,
  };
  return checked(row, { date, amount: text });
}

/** Adds the year to an entry date. Around New Year, it can differ from the year of the value date. */
function getEntryDate(valueDay: string, entryDate: string): string {
  const year = 2000 + Number(valueDay.slice(0, 2));
  const months = Number(entryDate.slice(0, 2)) - Number(valueDay.slice(2, 4));
  return `${year + (months > 6 ? -1 : months < -6 ? 1 : 0)}${entryDate}`;
}

/** Reads field 86: subfields (`?20`), slashed codes (`/NAME/`), or plain text. */
function describe(value: string): Partial<StatementRow> {
  const joined = value.replaceAll('\n', '');
  if (/^\d{3}[^\w\s]/.test(joined)) {
    const separator = joined[3] ?? '?';
    const parts = joined.slice(4).split(separator);
    const get = (from: number, to: number) =>
      parts
        .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
        .map((part) => part.slice(2));
    const purpose = getPurpose([...get(20, 29), ...get(60, 63)].join(''));
    const payee = tidy(get(32, 33).join(''));
    return { payee, description: tidy(purpose) || payee || tidy(get(0, 0).join('')) };
  }
  if (/^\/[A-Z]{3,5}\//.test(joined)) {
    const payee = getCode(joined, 'NAME');
    const remittance = getCode(joined, 'REMI').replace(/^(?:USTD\/\/|STRD\/CUR\/)/, '');
    return { payee, description: remittance || payee || tidy(joined) };
  }
  return { description: tidy(value) };
}

/** Returns the text of a code such as `/NAME/`, which ends before the next code. */
function getCode(text: string, code: string): string {
  const start = text.indexOf(`/${code}/`);
  if (start < 0) return '';
  const rest = text.slice(start + code.length + 2);
  const end = rest.search(
    /\/(?:TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|ORDP|BENM|ID|PREF|RTRN|ISDT|SVCL|PURP|ULTD|ULTB|TRCD|BUSP)\//,
  );
  return tidy(end < 0 ? rest : rest.slice(0, end)).replace(/\/+$/, '');
}
