/** The fields of SEPA payments in German bank files. The text for the customer is in SVWZ. */
const FIELDS = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)\+/;

/** Returns the purpose of a payment without the references around it. Returns other text unchanged. */
export function getPurpose(text: string): string {
  const start = text.indexOf('SVWZ+');
  if (start < 0) return text;
  const rest = text.slice(start + 'SVWZ+'.length);
  const end = rest.search(FIELDS);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}
