import type { PersonaId } from '@engine/household/personas.ts';

/** A persona's average monthly income and its debts at the start, in major units. */
type Glance = { income: number; debts: { name: string; owed: number }[] };

/** As the engine simulates these households. Card balances paid in full each month aren't debts. */
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

/** Formats `about $6,700 a month`. */
export function formatIncome({ income }: Glance): string {
  return `about ${about(income)} a month`;
}

/** Formats `Mortgage $256,000, car loan $10,500`, or `none`. */
export function formatDebt({ debts }: Glance): string {
  if (debts.length === 0) return 'none';
  return debts.map(({ name, owed }) => `${name} ${about(owed)}`).join(', ');
}

/** Rounds figures of households that don't exist yet. Balances are never rounded. */
const about = (amount: number) => `$${amount.toLocaleString('en-US')}`;
