import { decimalText, type Exported, type ExportedPlace, type ExportedRow } from './exported-row';

const LONGEST_NAME = 32;
const LONGEST_MEMO = 255;

export type OfxFile = { name: string; text: string };

/**
 * Writes one OFX 2.2 file for each account and card that has transactions ("OFX Banking Specification 2.2", section 11).
 * Other programs import a file into one account, and some ignore bank statements next to card statements.
 * Returns one file without statements when there are no transactions.
 */
export function exportOfx({ rows, places, today }: Exported): OfxFile[] {
  const files = places.flatMap((place) => {
    const own = rows.filter(({ placeId }) => placeId === place.id);
    return own.length === 0 ? [] : [{ place, text: formatOfxFile(today, statement(place, own, today)) }];
  });
  if (files.length === 0) return [{ name: `transactions-${today}.ofx`, text: formatOfxFile(today, '') }];
  return files.map(({ place, text }) => ({ name: `${formatFile(place)}-${today}.ofx`, text }));
}

/**
 * Returns the account's name and last four digits as part of a file name, such as `everyday-checking-6789`.
 */
function formatFile({ name, number }: ExportedPlace): string {
  const nameParts = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...nameParts, number.slice(-4)].join('-');
}

function formatOfxFile(today: string, statements: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `<OFX><SIGNONMSGSRSV1><SONRS>${STATUS}<DTSERVER>${compact(today)}</DTSERVER><LANGUAGE>ENG</LANGUAGE><FI><ORG>Sandbank</ORG><FID>0</FID></FI></SONRS></SIGNONMSGSRSV1>`,
    `${statements}</OFX>`,
    '',
  ].join('\n');
}

const STATUS = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';

function statement(place: ExportedPlace, rows: readonly ExportedRow[], today: string): string {
  const isCard = place.kind === 'card';
  const [set, wrapper, inner] = isCard
    ? ['CREDITCARDMSGSRSV1', 'CCSTMTTRNRS', 'CCSTMTRS']
    : ['BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS'];
  const account = isCard
    ? `<CCACCTFROM><ACCTID>${escaped(place.number)}</ACCTID></CCACCTFROM>`
    : `<BANKACCTFROM><BANKID>000000000</BANKID><ACCTID>${escaped(place.number)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>`;
  const days = rows.map(({ day }) => day).toSorted();
  return [
    `<${set}>\n<${wrapper}><TRNUID>1</TRNUID>${STATUS}<${inner}><CURDEF>${place.currency}</CURDEF>${account}`,
    `<BANKTRANLIST><DTSTART>${compact(days[0] ?? today)}</DTSTART><DTEND>${compact(days.at(-1) ?? today)}</DTEND>`,
    ...rows.map(transaction),
    '</BANKTRANLIST>',
    `<LEDGERBAL><BALAMT>${decimalText(isCard ? -place.balance : place.balance)}</BALAMT><DTASOF>${compact(today)}</DTASOF></LEDGERBAL>`,
    `</${inner}></${wrapper}></${set}>`,
  ].join('\n');
}

function transaction({ id, day, amount, description, merchant }: ExportedRow): string {
  const memoText = description || merchant;
  const name = shorten(merchant || memoText, LONGEST_NAME);
  const memo = memoText !== name ? `<MEMO>${escaped(shorten(memoText, LONGEST_MEMO))}</MEMO>` : '';
  return `<STMTTRN><TRNTYPE>${amount < 0 ? 'DEBIT' : 'CREDIT'}</TRNTYPE><DTPOSTED>${compact(day)}</DTPOSTED><TRNAMT>${decimalText(amount)}</TRNAMT><FITID>${escaped(id)}</FITID>${name ? `<NAME>${escaped(name)}</NAME>` : ''}${memo}</STMTTRN>`;
}

/** Shortens text without splitting a character of two code units. */
const shorten = (text: string, longest: number) => Array.from(text).slice(0, longest).join('');

const compact = (day: string) => day.replaceAll('-', '');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for XML. Replaces control characters with spaces, because XML doesn't allow them. */
const escaped = (text: string) =>
  text.replace(/\p{Cc}+/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
