import { CREDIT_LINE, getProduct } from '@engine/credit/terms.ts';
import { maxMinor, roundMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField } from '@/ui/forms/select-field';
import { TextLink } from '@/ui/link';
import type { StepProps } from './application-steps';
import type { OwnHome } from './use-homes';

/** The combined loan-to-value ratios of the policy, in percent, lowest rate first. */
const RATIOS = (getProduct('HOME_EQUITY', null).loanToValue ?? []).map(({ upTo }) => upTo);
const LOWEST_RATE_PERCENT = RATIOS[0] ?? 0;
const MAX_PERCENT = RATIOS.at(-1) ?? 0;

type LineFieldsProps = Pick<StepProps, 'control' | 'values'> & { homes: readonly OwnHome[] };

/** Renders the fields of a home equity line of credit: the home and the limit. */
export function LineFields({ control, values, homes }: LineFieldsProps) {
  if (homes.length === 0)
    return (
      <p className="text-ink-2">
        A home equity line needs a home with a mortgage in US dollars.{' '}
        <TextLink to="/mortgages">Your mortgages</TextLink>
      </p>
    );
  const home = homes.find(({ id }) => id === values.homeId);
  const atLowestRate = home && subtractMinor(roundMinor((home.value * LOWEST_RATE_PERCENT) / 100), home.lien);
  return (
    <>
      <SelectField
        control={control}
        name="homeId"
        label="Home"
        options={[
          { value: '', label: 'Choose your home' },
          ...homes.map(({ id, name, value }) => ({
            value: id,
            label: `${name} · home value ${formatMinor(value)}`,
          })),
        ]}
      />
      <AmountField
        control={control}
        name="loanAmount"
        label="Credit limit"
        hint={
          atLowestRate === undefined
            ? 'The most you can owe at one time.'
            : `The rate is lowest up to ${formatMinor(maxMinor(ZERO, atLowestRate))}: ${LOWEST_RATE_PERCENT}% of your home’s value minus your mortgage. The maximum is ${MAX_PERCENT}%.`
        }
      />
      <p className="text-ink-2 text-sm">
        You can draw for {formatMonths(CREDIT_LINE.drawMonths)} and pay only interest. Then you repay what you
        owe over {formatMonths(CREDIT_LINE.months - CREDIT_LINE.drawMonths)}.
      </p>
    </>
  );
}
