/**
 * The routing number of every account in dollars. Its checksum is valid, but no real routing number starts with 99
 * (real ones start with 00–12, 21–32, 61–72, or 80).
 */
export const ROUTING_NUMBER = '990000000';
/** The sort code of every account in pounds. No real bank uses it. */
export const SORT_CODE = '00-00-00';
/** A country code that ISO 3166 reserves for private use, so it belongs to no country. */
const IBAN_COUNTRY = 'QS';
const IBAN_BANK = 'SAND';
const SORT_CODE_DIGITS = 8;

export type BankIdentifier = {
  name: 'Routing number' | 'IBAN' | 'Sort code' | 'Account number';
  value: string;
};

/**
 * Returns the bank details of an account in its currency's format. `number` has 12 digits. No real bank uses any
 * of them.
 */
export function getBankIdentifiers(number: string, currency: string): BankIdentifier[] {
  if (currency === 'EUR') return [{ name: 'IBAN', value: getIban(number) }];
  if (currency === 'GBP')
    return [
      { name: 'Sort code', value: SORT_CODE },
      { name: 'Account number', value: number.slice(-SORT_CODE_DIGITS) },
    ];
  return [
    { name: 'Routing number', value: ROUTING_NUMBER },
    { name: 'Account number', value: number },
  ];
}

/** Returns the IBAN of an account in groups of four characters, such as `QS58 SAND 0006 5924 8672`. */
export function getIban(number: string): string {
  const account = `${IBAN_BANK}${number}`;
  const digits = getIbanRemainder(`${account}${IBAN_COUNTRY}00`);
  const check = String(98 - digits).padStart(2, '0');
  return (`${IBAN_COUNTRY}${check}${account}`.match(/.{1,4}/g) ?? []).join(' ');
}

/** Returns true if an IBAN's check digits are valid (ISO 7064, MOD 97-10). Spaces are allowed. */
export function isValidIban(iban: string): boolean {
  const compact = iban.replaceAll(' ', '');
  return getIbanRemainder(compact.slice(4) + compact.slice(0, 4)) === 1;
}

/** Returns the remainder by 97 of a text whose letters count as the numbers 10 (A) to 35 (Z). */
function getIbanRemainder(text: string): number {
  let remainder = 0;
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

/** Returns true if a nine-digit routing number has the checksum of the American Bankers Association. */
export function isValidRoutingNumber(number: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = [...number].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  return /^\d{9}$/.test(number) && sum % 10 === 0;
}
