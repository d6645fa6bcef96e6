import { decimalText, type Exported, type ExportedPlace, type ExportedRow } from './exported-row';

const LONGEST_NAME = 32;
const LONGEST_MEMO = 255;

/** OFX 2.2: a statement for each account and card that has rows, after "OFX Banking Specification 2.2", section 11. */
export function exportOfx({ rows, places, today }: Exported): string {
  const own = (place: ExportedPlace) => rows.filter(({ placeId }) => placeId === place.id);
  const told = places.map((place) => ({ place, rows: own(place) })).filter((each) => each.rows.length > 0);
  const set = (kind: ExportedPlace['kind'], wrapper: string) => {
    const statements = told.filter(({ place }) => place.kind === kind);
    if (statements.length === 0) return '';
    return `<${wrapper}>${statements.map((each, index) => statement(each.place, each.rows, today, index + 1)).join('')}</${wrapper}>`;
  };
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `<OFX><SIGNONMSGSRSV1><SONRS>${STATUS}<DTSERVER>${compact(today)}</DTSERVER><LANGUAGE>ENG</LANGUAGE><FI><ORG>Sandbank</ORG><FID>0</FID></FI></SONRS></SIGNONMSGSRSV1>`,
    `${set('bank', 'BANKMSGSRSV1')}${set('card', 'CREDITCARDMSGSRSV1')}</OFX>`,
    '',
  ].join('\n');
}

const STATUS = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';

function statement(
  place: ExportedPlace,
  rows: readonly ExportedRow[],
  today: string,
  number: number,
): string {
  const isCard = place.kind === 'card';
  const [wrapper, inner] = isCard ? ['CCSTMTTRNRS', 'CCSTMTRS'] : ['STMTTRNRS', 'STMTRS'];
  const account = isCard
    ? `<CCACCTFROM><ACCTID>${escaped(place.number)}</ACCTID></CCACCTFROM>`
    : `<BANKACCTFROM><BANKID>000000000</BANKID><ACCTID>${escaped(place.number)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>`;
  const days = rows.map(({ day }) => day).toSorted();
  return [
    `\n<${wrapper}><TRNUID>${number}</TRNUID>${STATUS}<${inner}><CURDEF>${place.currency}</CURDEF>${account}`,
    `<BANKTRANLIST><DTSTART>${compact(days[0] ?? today)}</DTSTART><DTEND>${compact(days.at(-1) ?? today)}</DTEND>`,
    ...rows.map(transaction),
    '</BANKTRANLIST>',
    `<LEDGERBAL><BALAMT>${decimalText(isCard ? -place.balance : place.balance)}</BALAMT><DTASOF>${compact(today)}</DTASOF></LEDGERBAL>`,
    `</${inner}></${wrapper}>`,
  ].join('\n');
}

function transaction({ id, day, amount, description, merchant }: ExportedRow): string {
  const words = description || merchant;
  const name = (merchant || words).slice(0, LONGEST_NAME);
  const memo = words !== name ? `<MEMO>${escaped(words.slice(0, LONGEST_MEMO))}</MEMO>` : '';
  return `<STMTTRN><TRNTYPE>${amount < 0 ? 'DEBIT' : 'CREDIT'}</TRNTYPE><DTPOSTED>${compact(day)}</DTPOSTED><TRNAMT>${decimalText(amount)}</TRNAMT><FITID>${escaped(id)}</FITID>${name ? `<NAME>${escaped(name)}</NAME>` : ''}${memo}</STMTTRN>`;
}

const compact = (day: string) => day.replaceAll('-', '');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters have no place in XML. */
const escaped = (text: string) =>
  text.replace(/\p{Cc}+/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
