import { type Minor, negateMinor } from '@engine/money/minor.ts';
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
import { findAll, findText, readXml, type XmlElement } from './xml-reader';

/** The messages with entries: reports of a day (052), statements (053), and notifications (054). */
const MESSAGES = ['BkToCstmrAcctRpt/Rpt', 'BkToCstmrStmt/Stmt', 'BkToCstmrDbtCdtNtfctn/Ntfctn'];

/**
 * Reads camt.052, camt.053, and camt.054 of all versions. An entry with several transactions becomes a row for
 * each of them, if their amounts add up to the entry.
 * Source: "ISO 20022 Bank-to-Customer Cash Management", messages camt.052 to camt.054.
 */
export function readCamt(text: string): ReadFile {
  const root = readXml(text.replace(/^\ufeff/, ''));
  const documents = root?.name === 'Document' ? [root] : (root?.children ?? []);
  const messages = documents.flatMap((document) => MESSAGES.flatMap((path) => findAll(document, path)));
  const notes: LineNote[] = [];
  const statements = messages.map((message) => getStatement(message, notes));
  if (statements.length === 0) {
    const text = root
      ? "We couldn't find a camt.052, camt.053, or camt.054 statement in this XML file."
      : "This XML file is damaged or isn't allowed. Download it from your bank again.";
    notes.push({ line: 1, kind: 'problem', text });
  }
  return { format: 'camt', statements, notes };
}

function getStatement(message: XmlElement, notes: LineNote[]): Statement {
  const [account] = findAll(message, 'Acct');
  const opening = getBalance(message, ['OPBD', 'PRCD', 'OPAV']);
  const closing = getBalance(message, ['CLBD', 'ITBD', 'CLAV']);
  const entries = findAll(message, 'Ntry');
  const currency =
    findText(account, 'Ccy') ||
    (closing ?? opening)?.currency ||
    findAll(entries[0], 'Amt')[0]?.attributes.Ccy;
  return emptyStatement({
    name: findText(account, 'Id/IBAN') || findText(account, 'Id/Othr/Id') || findText(account, 'Nm'),
    currency: currency?.toUpperCase() ?? null,
    rows: entries.flatMap((entry) => getRows(entry, currency ?? null, notes)),
    startBalance: opening?.amount ?? null,
    endBalance: closing && { amount: closing.amount, day: closing.day },
    isStartStated: opening !== null,
  });
}

function getBalance(message: XmlElement, codes: readonly string[]) {
  const balances = findAll(message, 'Bal');
  const code = codes.find((code) =>
    balances.some((balance) => findText(balance, 'Tp/CdOrPrtry/Cd') === code),
  );
  const balance = balances.find((balance) => findText(balance, 'Tp/CdOrPrtry/Cd') === code);
  const amount = code && balance ? getSigned(balance) : null;
  if (!balance || amount === null) return null;
  const day = readDay(findText(balance, 'Dt/Dt') || findText(balance, 'Dt/DtTm'), 'ymd');
  return { amount, day, currency: findAll(balance, 'Amt')[0]?.attributes.Ccy ?? null };
}

/** Returns the amount of an element, negative for debits. */
function getSigned(element: XmlElement, path = 'Amt'): Minor | null {
  const amount = readAmount(findText(element, path), '.');
  if (amount === null) return null;
  return findText(element, 'CdtDbtInd') === 'DBIT' ? negateMinor(amount) : amount;
}

function getRows(entry: XmlElement, currency: string | null, notes: LineNote[]): StatementRow[] {
  const status = findText(entry, 'Sts/Cd') || findText(entry, 'Sts');
  const details = findAll(entry, 'NtryDtls/TxDtls');
  if (status !== '' && status !== 'BOOK') {
    const text = `Not posted (${status}): ${describe(entry, details[0]).description}`;
    notes.push({ line: entry.line, kind: 'skipped', text });
    return [];
  }
  const amount = getSigned(entry);
  const parts = details.map((detail) => getPartAmount(entry, detail, currency));
  const isSplit =
    details.length > 1 &&
    amount !== null &&
    parts.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0) === amount;
  if (isSplit)
    return details.map((detail, index) => ({
      ...getRow(entry, detail, parts[index] ?? null, currency),
      line: detail.line,
      externalId: null,
    }));
  if (details.length > 1)
    notes.push({
      line: entry.line,
      kind: 'note',
      text: `We'll import this batch of ${details.length} payments as one transaction, because their amounts don't add up to its total.`,
    });
  return [getRow(entry, details[0], amount, currency)];
}

/** Returns the amount of one transaction in the currency of the account, with the direction of its entry. */
function getPartAmount(entry: XmlElement, detail: XmlElement, currency: string | null): Minor | null {
  const element = ['Amt', 'AmtDtls/TxAmt/Amt']
    .flatMap((path) => findAll(detail, path))
    .find(({ attributes }) => attributes.Ccy === currency);
  const amount = element ? readAmount(element.text, '.') : null;
  if (amount === null) return null;
  const direction = findText(detail, 'CdtDbtInd') || findText(entry, 'CdtDbtInd');
  return direction === 'DBIT' ? negateMinor(amount) : amount;
}

function getRow(
  entry: XmlElement,
  detail: XmlElement | undefined,
  amount: Minor | null,
  currency: string | null,
): StatementRow {
  const date =
    ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']
      .map((path) => findText(entry, path))
      .find(Boolean) ?? '';
  const row = checked(
    {
      ...emptyRow(entry.line),
      day: readDay(date.slice(0, 10), 'ymd'),
      amount,
      ...describe(entry, detail),
      externalId: findText(entry, 'AcctSvcrRef') || findText(entry, 'NtryRef') || null,
    },
    { date, amount: findText(entry, 'Amt') },
  );
  const entryCurrency = findAll(entry, 'Amt')[0]?.attributes.Ccy ?? currency;
  if (row.problem !== null || currency === null || entryCurrency === currency) return row;
  return { ...row, problem: `This entry is in ${entryCurrency}, but the account is in ${currency}.` };
}

function describe(entry: XmlElement, detail: XmlElement | undefined) {
  const side = findText(entry, 'CdtDbtInd') === 'DBIT' ? 'Cdtr' : 'Dbtr';
  const payee = findText(detail, `RltdPties/${side}/Nm`) || findText(detail, `RltdPties/${side}/Pty/Nm`);
  const remittance = findAll(detail, 'RmtInf/Ustrd').map(({ text }) => text);
  const reference = findText(detail, 'RmtInf/Strd/CdtrRefInf/Ref');
  const purpose = tidy(remittance.join(' ')) || reference;
  const fallback = findText(entry, 'AddtlNtryInf') || findText(detail, 'AddtlTxInf');
  return { payee: tidy(payee), description: purpose || tidy(fallback) || tidy(payee) };
}
