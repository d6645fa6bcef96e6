import demo from '../../content/personas/demo.json' with { type: 'json' };
import freelancer from '../../content/personas/freelancer.json' with { type: 'json' };
import highEarner from '../../content/personas/high_earner.json' with { type: 'json' };
import retiree from '../../content/personas/retiree.json' with { type: 'json' };
import student from '../../content/personas/student.json' with { type: 'json' };
import youngFamily from '../../content/personas/young_family.json' with { type: 'json' };
import { addMonths, type DayNumber, dayText, getDate, getDay, Zone } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { type SimulatedHistory, simulateHistory } from '../simulation/history.ts';
import { planActions } from './persona-actions.ts';
import { startBillIncreases } from './persona-bills.ts';
import { createRecords } from './persona-records.ts';
import { type PersonaPlan, personaPlan } from './persona-schema.ts';
import { createBeginning, MONTHS_OF_HISTORY } from './persona-start.ts';

const FILES = { student, young_family: youngFamily, freelancer, retiree, high_earner: highEarner, demo };

export type PersonaId = Exclude<keyof typeof FILES, 'demo'>;

/** The margin of exchanges in percent, as in `bank.clocks.carryover` of a new customer. */
const EXCHANGE_MARGIN = 0.6;

const isOffered = (id: string): id is PersonaId => id in FILES && id !== 'demo';

export const PERSONA_IDS: readonly PersonaId[] = Object.keys(FILES).filter(isOffered);

export const PERSONAS = PERSONA_IDS.map((id) => {
  const { title, description, challenge } = FILES[id];
  return { id, title, description, challenge };
});
export type Persona = (typeof PERSONAS)[number];

/** The plans by persona. Each plan is validated when it is first used. */
const plans = new Map<string, PersonaPlan>();

/** Returns a persona's household plan. Throws if its file is invalid. */
export function getPersonaPlan(persona: keyof typeof FILES): PersonaPlan {
  const plan = plans.get(persona) ?? personaPlan.parse(FILES[persona]);
  plans.set(persona, plan);
  return plan;
}

export type PersonaOptions = {
  persona: keyof typeof FILES;
  /** The random seed. The same seed, time, and time zone produce the same household. */
  seed: number;
  /** The end of the history in ISO 8601. */
  now: string;
  timeZone: string;
  /** Generates the ids of products and rules. */
  newId: () => string;
};

/**
 * Returns a persona's last two years as a household that can be loaded. It includes all events and the
 * engine's state for later simulation. Throws RangeError for an unknown time zone.
 */
export function personaHistory({ persona, seed, now, timeZone, newId }: PersonaOptions): SimulatedHistory {
  const plan = getPersonaPlan(persona);
  const instant = Date.parse(now);
  const today = new Zone(timeZone).getDay(instant);
  const day = firstDay(plan, today);
  const { idOf, ...beginning } = createBeginning({ persona, plan, seed, day, today, timeZone, newId });
  const context = { day, today, now: instant, timeZone, idOf };
  const planned = planActions(plan, context, newId);
  const { dispute } = plan;
  const disputes = dispute
    ? [
        {
          id: newId(),
          productId: idOf(dispute.card),
          amount: toMinor(dispute.amount),
          decideOn: today - dispute.openedDaysAgo + dispute.reviewDays,
          outcome: 'won' as const,
          merchant: dispute.merchant,
          category: dispute.category,
        },
      ]
    : [];
  const history = simulateHistory(beginning, instant, { actions: planned.actions, disputes });
  const records = createRecords({ ...context, plan, history, planned, placeOf: history.placeOf, newId });
  // The history itself ignores bank holidays, because a reloaded rule starts again at its planned dates. Its
  // purchases post at once, so that its last days are complete.
  const settings = {
    bankHolidays: true as const,
    pending: 'realistic' as const,
    exchangeMargin: EXCHANGE_MARGIN,
    unemployment: true as const,
  };
  const { household, state } = startTaxTreatments(startBillIncreases(history), { plan, today, now, idOf });
  const carryover = { ...household.carryover, ...settings };
  return {
    ...history,
    household: { ...household, ...records, carryover },
    state: { ...state, ...settings },
  };
}

type TreatmentContext = {
  plan: PersonaPlan;
  today: DayNumber;
  now: string;
  idOf: (name: string) => string;
};

/** The month and date of birth of all personas. */
const BIRTHDAY = [6, 15] as const;

/** Sets the tax treatments at the end of the history, so that later withdrawals and contributions count. */
function startTaxTreatments(
  { household, state }: Pick<SimulatedHistory, 'household' | 'state'>,
  { plan, today, now, idOf }: TreatmentContext,
): Pick<SimulatedHistory, 'household' | 'state'> {
  const treatments = new Map(
    plan.accounts.flatMap(({ name, taxTreatment }) =>
      taxTreatment ? [[idOf(name), taxTreatment] as const] : [],
    ),
  );
  if (treatments.size === 0 || plan.age === undefined) return { household, state };
  const { year } = getDate(today);
  const birthDate = getDay(year - plan.age, ...BIRTHDAY);
  const limits = { incomeLimits: true as const };
  const since = new Date(now).toISOString();
  const first = new Date(now).getUTCFullYear() - 1;
  const years = Array.from({ length: year - first + 1 }, (_, index) => String(first + index));
  return {
    household: {
      ...household,
      accounts: household.accounts.map((account) => {
        const treatment = treatments.get(account.id);
        return treatment ? { ...account, tax_treatment: treatment, tax_treatment_since: since } : account;
      }),
      carryover: { ...household.carryover, birthDate: dayText(birthDate), ...limits },
    },
    state: {
      ...state,
      ...limits,
      birthDate,
      accounts: state.accounts.map((account) => {
        const taxTreatment = treatments.get(account.id);
        return taxTreatment ? { ...account, taxTreatment } : account;
      }),
      contributions: Object.fromEntries(
        years.map((key) => [key, { retirement: 0, ira: 0, hsa: 0, roth: 0 }]),
      ),
    },
  };
}

function firstDay({ begins }: PersonaPlan, today: number): number {
  const { year, month } = getDate(today);
  return addMonths(begins === 'first of month' ? getDay(year, month, 1) : today, -MONTHS_OF_HISTORY);
}

export function isPersona(value: unknown): value is PersonaId {
  return PERSONA_IDS.some((id) => id === value);
}
