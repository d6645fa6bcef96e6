import type { PersonaId } from '@engine/household/personas.ts';
import { personaHousehold } from '@engine/testing/personas.ts';
import { expect, it } from 'vitest';
import { formatDebt, formatIncome, GLANCES } from './persona-choices';

const NEAR = 0.03;
/** Income varies more than debts, because a freelancer's projects are random. */
const NEAR_INCOME = 0.08;
const YEAR_BEGINS = Date.parse('2025-11-20T12:00:00Z');

function live(persona: PersonaId) {
  let ids = 0;
  const newId = () => `product-${++ids}`;
  const household = personaHousehold({
    persona,
    seed: 7,
    now: '2026-11-20T12:00:00Z',
    timeZone: 'UTC',
    newId,
  });
  const lines = household.entries.flatMap(({ lines }) => lines);
  const owed = (ledger: string) =>
    -lines.filter((line) => line.ledger === ledger).reduce((sum, { amount }) => sum + amount, 0);
  const saved = new Set(household.accounts.filter((item) => item.tax_treatment).map(({ id }) => id));
  const pay = household.entries
    .filter(({ kind, at }) => kind === 'auto_deposit' && Date.parse(at) > YEAR_BEGINS)
    .flatMap(({ lines: sides }) => sides)
    // Contributions to a 401(k) aren't income that can be spent.
    .filter(({ ledger }) => !saved.has(ledger))
    .reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const loans = household.loans.map(({ id, name }) => ({ id, name }));
  const homes = household.mortgages.map(({ id }) => ({ id, name: 'Mortgage' }));
  return { owed, income: pay / 12, debts: [...homes, ...loans], cards: household.cards };
}

it.each(Object.keys(GLANCES) as PersonaId[])(
  'the sample household of a %s matches its summary',
  (persona) => {
    const glance = GLANCES[persona];
    const { owed, income, debts, cards } = live(persona);
    expect(Math.abs(income / glance.income - 1)).toBeLessThan(NEAR_INCOME);
    for (const { name } of debts) expect(glance.debts.map((debt) => debt.name)).toContain(name);
    for (const { name, owed: statedBalance } of glance.debts) {
      const product = [...debts, ...cards].find((item) => item.name === name);
      expect(Math.abs(owed(product?.id ?? '') / statedBalance - 1)).toBeLessThan(NEAR);
    }
  },
);

it('a sample household is described in words', () => {
  expect(formatIncome(GLANCES.student)).toBe('about $1,870 a month');
  expect(formatDebt(GLANCES.high_earner)).toBe(
    'Mortgage $634,000, Car loan $35,300, Skylark Miles Card $4,000',
  );
  expect(formatDebt(GLANCES.retiree)).toBe('none');
});
