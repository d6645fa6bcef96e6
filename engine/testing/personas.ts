import type { Household } from '../household/household.ts';
import { type PersonaOptions, personaHistory } from '../household/personas.ts';

/** Returns a persona's last two years as a household to load. */
export function personaHousehold(options: PersonaOptions): Household {
  return personaHistory(options).household;
}

/** Returns the demo household, the persona that covers every feature. */
export function demoHousehold(options: Omit<PersonaOptions, 'persona'>): Household {
  return personaHousehold({ ...options, persona: 'demo' });
}
