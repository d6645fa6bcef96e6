import { FUNDS, getFundName } from '@engine/investments/funds.ts';
import type { Control, FieldPath } from 'react-hook-form';
import { z } from 'zod';
import { wholeField } from '@/lib/fields';
import { TextField } from '@/ui/forms/text-field';

const part = wholeField({ from: 0, to: 100, unit: 'percent' });

/** The four parts of a target mix as whole percentages. */
export const mixFields = { US_STOCKS: part, WORLD_STOCKS: part, BONDS: part, MONEY_MARKET: part };

export type MixText = Record<(typeof FUNDS)[number], string>;
type MixNumbers = Record<(typeof FUNDS)[number], number>;

/** Reports a mix whose parts don't add up to 100%. */
export function checkMix(mix: MixNumbers, context: z.RefinementCtx): void {
  const sum = FUNDS.reduce((total, fund) => total + mix[fund], 0);
  if (sum !== 100)
    context.addIssue({
      code: 'custom',
      path: ['MONEY_MARKET'],
      message: `The parts add up to ${sum}%. Change them to add up to 100%.`,
    });
}

export const mixSchema = z.object(mixFields).superRefine(checkMix);

/** Returns the arguments of a mix for the bank. */
export const toMixArguments = (mix: MixNumbers) => ({
  us_stocks: mix.US_STOCKS,
  world_stocks: mix.WORLD_STOCKS,
  bonds: mix.BONDS,
  money_market: mix.MONEY_MARKET,
});

export const toMixText = (mix: MixNumbers): MixText =>
  Object.fromEntries(FUNDS.map((fund) => [fund, String(mix[fund])])) as MixText;

type MixInputsProps<Fields extends MixText, Context, Details> = {
  control: Control<Fields, Context, Details>;
};

/** Renders the four parts of a target mix. */
export function MixInputs<Fields extends MixText, Context, Details>({
  control,
}: MixInputsProps<Fields, Context, Details>) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {FUNDS.map((fund) => (
        <TextField
          key={fund}
          control={control}
          name={fund as unknown as FieldPath<Fields>}
          label={`${getFundName(fund)}, %`}
          inputMode="numeric"
        />
      ))}
    </div>
  );
}
