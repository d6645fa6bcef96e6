import type { PersonaId } from '@engine/household/personas.ts';

/** A life in two figures, major units: what comes in a month on average, and what is owed when it begins. */
type Glance = { income: number; debts: { name: string; owed: number }[] };

/** As the engine lives these lives. Debts that a card statement clears each month do not count. */
export const GLANCES: Record<PersonaId, Glance> = {
  student: { income: 1_870, debts: [{ name: 'Student loan', owed: 9_400 }] },
  young_family: {
    income: 6_700,
    debts: [
      { name: 'Mortgage', owed: 256_000 },
      { name: 'Car loan', owed: 10_500 },
      { name: 'Nest Store Card', owed: 1_500 },
    ],
  },
  freelancer: { income: 4_700, debts: [{ name: 'Equipment loan', owed: 2_650 }] },
  retiree: { income: 3_210, debts: [] },
  high_earner: {
    income: 20_400,
    debts: [
      { name: 'Mortgage', owed: 634_000 },
      { name: 'Car loan', owed: 35_300 },
      { name: 'Skylark Miles Card', owed: 3_800 },
    ],
  },
};

/** `about $6,700 a month`. */
export function formatIncome({ income }: Glance): string {
  return `about ${about(income)} a month`;
}

/** `Mortgage $256,000, car loan $10,500`; `none` for a life without debts. */
export function formatDebt({ debts }: Glance): string {
  if (debts.length === 0) return 'none';
  return debts.map(({ name, owed }) => `${name} ${about(owed)}`).join(', ');
}

/** Round figures of a life that has not begun: no balance is ever shown like this. */
const about = (amount: number) => `$${amount.toLocaleString('en-US')}`;
