/** Returns true for accounts whose balance can be spent: not for investments and CDs. */
export const isCashAccount = ({ type }: { type: string }): boolean =>
  type === 'CHECKING' || type === 'SAVINGS';
