import { type Minor, markMinor } from '@engine/money/minor.ts';
import type { AccountPlan } from '@engine/products/accounts/account-plan-terms.ts';
import {
  type FeeTerms,
  getFeeTerms,
  MAX_WITHDRAWALS,
  type Waiver,
} from '@engine/products/accounts/account-plan-terms.ts';
import type { AccountState } from '@engine/simulation/state.ts';
import type { Account } from '@/entities/account/queries';

/** The value of a plan in forms and in the bank's functions. */
export type PlanChoice = 'free' | AccountPlan;

/** Returns the plans that can be chosen for a type of account, with their descriptions. */
export function getPlanOptions(type: string, money: (amount: Minor) => string) {
  const classic = getFeeTerms(type as AccountState['type'], 'classic');
  if (!classic) return [];
  return [
    {
      value: 'free' as PlanChoice,
      label: type === 'CHECKING' ? 'Everyday' : 'Everyday Savings',
      description: 'No monthly fee.',
    },
    {
      value: 'classic' as PlanChoice,
      label: type === 'CHECKING' ? 'Classic' : 'Classic Savings',
      description: `${money(markMinor(classic.fee))} a month. No fee in a month with ${describeWaivers(classic, money)}.`,
    },
    ...(type === 'SAVINGS'
      ? [
          {
            value: 'goal_saver' as PlanChoice,
            label: 'Goal Saver',
            description: `No monthly fee. Up to ${MAX_WITHDRAWALS} withdrawals a month.`,
          },
        ]
      : []),
  ];
}

const WAIVERS: Record<Waiver, (amount: string) => string> = {
  credits: (amount) => `${amount} of pay and other auto deposits`,
  lowest: (amount) => `a balance that is never below ${amount} at the end of a day`,
  average: (amount) => `an average of ${amount} in all checking and savings accounts`,
};

export const describeWaiver = (waiver: Waiver, amount: string) => WAIVERS[waiver](amount);

function describeWaivers({ waivers }: FeeTerms, money: (amount: Minor) => string): string {
  const texts = (Object.entries(waivers) as [Waiver, number][]).map(([waiver, amount]) =>
    describeWaiver(waiver, money(markMinor(amount))),
  );
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')}, or ${texts.at(-1)}` : (texts[0] ?? '');
}

/** Returns the chosen plan of an account, which may start later. */
export const readPlanChoice = ({ plan }: Pick<Account, 'plan'>): PlanChoice =>
  plan === 'classic' || plan === 'goal_saver' ? plan : 'free';
