import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { Segmented } from '@/ui/forms/segmented';
import { BankHolidays } from './bank-holidays';
import { checkpointMutations, type Realism, type SurpriseLevel } from './mutations';
import { PendingTransactions } from './pending-transactions';
import { Surprises } from './surprises';

type Level = 'simple' | 'realistic' | 'challenging';

const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'simple', label: 'Simple' },
  { value: 'realistic', label: 'Realistic' },
  { value: 'challenging', label: 'Challenging' },
];

const SETTINGS: Record<Level, Realism> = {
  simple: { surprises: 'off', pending: 'instant', bankHolidays: false },
  realistic: { surprises: 'some', pending: 'realistic', bankHolidays: true },
  challenging: { surprises: 'many', pending: 'realistic', bankHolidays: true },
};

const TEXTS: Record<Level | 'custom', string> = {
  simple: 'Purchases post right away, banks close only on weekends, and nothing unexpected happens.',
  realistic: 'Purchases are pending first, banks close on holidays, and about one surprise happens a year.',
  challenging: 'The same as realistic, but with twice as many surprises.',
  custom: 'Custom: the three settings below match none of these.',
};

type RealismProps = { today: string; currency: string };

/** Renders three presets, and the settings that they change. A change applies from now on. */
export function RealismSettings({ today, currency }: RealismProps) {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setRealism);
  const { surprises = 'off', pending = 'instant', bankHolidays = false } = household?.carryover ?? {};
  const level = getLevel({ surprises, pending, bankHolidays });
  const choose = (next: Level) =>
    next !== level && mutate(SETTINGS[next], { onSuccess: () => toast.success('Realism saved') });
  return (
    <>
      <div>
        <h3 className="font-semibold">Realism</h3>
        <p className="mt-1 mb-4 max-w-170 text-ink-2">
          How closely Sandbank works like a real bank. Changes apply from now on, and don't affect the past.
        </p>
        {household === null ? (
          <p className="text-ink-2">Open an account first.</p>
        ) : (
          <>
            <Segmented
              label="Realism"
              value={level}
              onValueChange={choose}
              options={LEVELS}
              className={isPending ? 'max-w-120 opacity-50' : 'max-w-120'}
            />
            <p className="mt-2 max-w-170 text-ink-2 text-sm" aria-live="polite">
              {TEXTS[level ?? 'custom']}
            </p>
          </>
        )}
      </div>
      <Surprises />
      <PendingTransactions />
      <BankHolidays today={today} currency={currency} />
    </>
  );
}

type Current = { surprises: SurpriseLevel; pending: Realism['pending']; bankHolidays: boolean };

/** Returns the preset with these settings, or null if the customer mixed them. */
function getLevel(current: Current): Level | null {
  const matches = ({ value }: { value: Level }) =>
    SETTINGS[value].surprises === current.surprises &&
    SETTINGS[value].pending === current.pending &&
    SETTINGS[value].bankHolidays === current.bankHolidays;
  return LEVELS.find(matches)?.value ?? null;
}
