import { addMonths, Zone } from './calendar.ts';
import { type LivedHistory, liveHistory } from './life-history.ts';
import { familyPlan } from './persona-family.ts';
import type { LivedHousehold } from './persona-file.ts';
import { freelancerPlan } from './persona-freelancer.ts';
import { highEarnerPlan } from './persona-high-earner.ts';
import type { PersonaPlan } from './persona-plan.ts';
import { retireePlan } from './persona-retiree.ts';
import { beginningOf } from './persona-start.ts';
import { studentPlan } from './persona-student.ts';

export const PERSONA_IDS = ['student', 'young_family', 'freelancer', 'retiree', 'high_earner'] as const;
export type PersonaId = (typeof PERSONA_IDS)[number];

/** A life to begin with, as it is offered to a customer. */
export type Persona = {
  id: PersonaId;
  title: string;
  /** Two sentences. */
  description: string;
  /** What is hard about this life. */
  challenge: string;
};

const MONTHS_OF_HISTORY = 24;

const PLANS: Record<PersonaId, (seed: number) => PersonaPlan> = {
  student: studentPlan,
  young_family: familyPlan,
  freelancer: freelancerPlan,
  retiree: retireePlan,
  high_earner: highEarnerPlan,
};

export const PERSONAS: readonly Persona[] = [
  {
    id: 'student',
    title: 'Student',
    description:
      'You live in a shared flat and work in a bookshop beside your studies. A scholarship, help from home and a first credit card do the rest.',
    challenge: 'Small sums, hardly any reserve, and the instalments of a student loan have begun.',
  },
  {
    id: 'young_family',
    title: 'Young family',
    description:
      'Two incomes carry a mortgage, a car and two small children. Daycare is the largest bill after the house.',
    challenge: 'Little is left at the end of a month, and a store card at 27.9 % gets smaller only slowly.',
  },
  {
    id: 'freelancer',
    title: 'Freelancer',
    description:
      'One steady client pays a retainer, the rest of your income comes in projects. You put taxes aside yourself and pay them every quarter.',
    challenge: 'Nobody knows what next month brings, yet rent and taxes come on their day.',
  },
  {
    id: 'retiree',
    title: 'Retiree',
    description:
      'Two pensions arrive each month and the home is paid for. A little is drawn from savings and a balanced fund every month.',
    challenge: 'Prices rise faster than the pensions, and the savings have to last.',
  },
  {
    id: 'high_earner',
    title: 'High earner',
    description:
      'A large salary meets a large mortgage, two cars and frequent travel. What is left over each month goes into an index portfolio.',
    challenge: 'Expenses grow with every raise, and the miles card still carries a balance at 22.4 %.',
  },
];

export type PersonaOptions = {
  persona: PersonaId;
  /** The same seed, time and zone make the same life. */
  seed: number;
  /** ISO 8601; nothing in the household is later. */
  now: string;
  timeZone: string;
  /** Makes the ids of products and rules. */
  newId: () => string;
};

/** Two years of one life up to now, as the bank loads it. Throws RangeError for an unknown time zone. */
export function personaHousehold(options: PersonaOptions): LivedHousehold {
  return personaHistory(options).household;
}

/** The same with everything that happened, and the state in which it goes on. */
export function personaHistory({ persona, seed, now, timeZone, newId }: PersonaOptions): LivedHistory {
  const instant = Date.parse(now);
  const day = addMonths(new Zone(timeZone).dayOf(instant), -MONTHS_OF_HISTORY);
  const plan = PLANS[persona](seed);
  return liveHistory(beginningOf({ persona, plan, seed, day, timeZone, newId }), instant);
}

export function isPersona(value: unknown): value is PersonaId {
  return PERSONA_IDS.some((id) => id === value);
}
