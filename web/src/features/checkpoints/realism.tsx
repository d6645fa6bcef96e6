import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { OptionCards } from '@/ui/forms/option-cards';
import { BankHolidays } from './bank-holidays';
import { BillIncreases } from './bill-increases';
import { ExchangeMargin } from './exchange-margin';
import { checkpointMutations, type Realism } from './mutations';
import { PendingTransactions } from './pending-transactions';
import { Surprises } from './surprises';
import { UnemploymentBenefits } from './unemployment-benefits';

type Level = 'simple' | 'realistic' | 'challenging';

const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'simple', label: 'Simple' },
  { value: 'realistic', label: 'Realistic' },
  { value: 'challenging', label: 'Challenging' },
];

const SETTINGS: Record<Level, Realism> = {
  simple: {
    surprises: 'off',
    pending: 'instant',
    bankHolidays: false,
    exchangeMargin: false,
    billIncreases: false,
  },
  realistic: {
    surprises: 'some',
    pending: 'realistic',
    bankHolidays: true,
    exchangeMargin: true,
    billIncreases: true,
  },
  challenging: {
    surprises: 'many',
    pending: 'realistic',
    bankHolidays: true,
    exchangeMargin: true,
    billIncreases: true,
  },
};

const TEXTS: Record<Level | 'custom', string> = {
  simple:
    'Purchases post right away, banks close only on weekends, exchanges are free, bills stay the same, and nothing unexpected happens.',
  realistic:
    'Purchases are pending first, banks close on holidays, exchanges have a margin, bills and pay go up, and about one surprise happens a year.',
  challenging: 'The same as realistic, but with twice as many surprises.',
  custom: 'Your own mix of the settings below.',
};

/** The option for settings that match no preset. It appears only while it is the current one. */
const CUSTOM = { value: 'custom', label: 'Custom' } as const;

type RealismProps = { today: string; currency: string };

/** Renders three presets, and the settings that they change. A change applies from now on. */
export function RealismSettings({ today, currency }: RealismProps) {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setRealism);
  const {
    surprises = 'off',
    pending = 'instant',
    bankHolidays = false,
    exchangeMargin,
    billIncreases = false,
  } = household?.carryover ?? {};
  const level = getLevel({
    surprises,
    pending,
    bankHolidays,
    exchangeMargin: Boolean(exchangeMargin),
    billIncreases,
  });
  const choose = (next: Level) =>
    next !== level && mutate(SETTINGS[next], { onSuccess: () => toast.success('Realism saved') });
  return (
    <>
      <div id="realism" className="scroll-mt-20">
        <h3 className="font-semibold">Realism</h3>
        <p className="mt-1 mb-4 max-w-170 text-ink-2">
          How closely Sandbank works like a real bank. Changes apply from now on, and don't affect the past.
        </p>
        {household === null ? (
          <p className="text-ink-2">Open an account first.</p>
        ) : (
          <div className={isPending ? 'max-w-170 opacity-50' : 'max-w-170'}>
            <OptionCards
              label="Realism"
              hidesLabel
              value={level ?? CUSTOM.value}
              onValueChange={(next) => next !== CUSTOM.value && choose(next)}
              options={(level === null ? [...LEVELS, CUSTOM] : LEVELS).map((option) => ({
                ...option,
                description: TEXTS[option.value],
              }))}
            />
          </div>
        )}
      </div>
      <Surprises preset={LEVELS.find(({ value }) => value === level)?.label ?? 'Custom'} />
      {household && (
        <div className="max-w-170 divide-y divide-line border-line border-y">
          <PendingTransactions />
          <BillIncreases />
          <ExchangeMargin />
          <UnemploymentBenefits />
          <BankHolidays today={today} currency={currency} />
        </div>
      )}
    </>
  );
}

/** Returns the preset with these settings, or null if the customer mixed them. */
function getLevel(current: Realism): Level | null {
  const settings = Object.entries(current) as [keyof Realism, Realism[keyof Realism]][];
  const matches = ({ value }: { value: Level }) =>
    settings.every(([setting, chosen]) => SETTINGS[value][setting] === chosen);
  return LEVELS.find(matches)?.value ?? null;
}
