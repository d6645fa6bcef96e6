import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { isPayFrequency } from '@engine/pay/paycheck.ts';
import type { TaxTable } from '@engine/pay/tax-tables.ts';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { formatMinor, formatTypedAmount, parseAmount } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { SwitchRow } from '@/ui/forms/switch-row';
import { TextField } from '@/ui/forms/text-field';
import { Well } from '@/ui/panel';
import type { AutoDepositFields } from '../auto-deposit-schema';
import { PayBar } from './pay-bar';
import { FILING_LABELS, previewPaycheck } from './pay-schema';

const STATES = toOptions({ none: 'None', flat: '4% flat', own: 'My own percentage' });

type PayFieldsProps = { accounts: readonly Account[]; table: TaxTable };

/** Renders the pay details and a preview of the paycheck from gross to net. */
export function PayFields({ accounts, table }: PayFieldsProps) {
  const { watch, setValue } = useFormContext<AutoDepositFields>();
  const typed = watch();
  const { hasPay, frequency } = typed;
  const paycheck = previewPaycheck(typed, table);
  const net = paycheck?.net;
  useEffect(() => {
    if (net !== undefined) setValue('amount', formatTypedAmount(fromMinor(markMinor(net))), VALIDATE);
  }, [net, setValue]);
  if (!isPayFrequency(frequency))
    return (
      <p className="text-ink-3 text-sm">Weekly, biweekly, and monthly paychecks can have pay details.</p>
    );
  return (
    <section aria-label="Pay details" className="flex flex-col gap-5 border-line border-t pt-5">
      <SwitchRow
        title="Pay details"
        description="We compute your net pay from gross pay, taxes, and contributions, with a pay stub for each paycheck."
        on={hasPay}
        busy={false}
        onChange={(on) => setValue('hasPay', on)}
      />
      {hasPay && (
        <>
          <Details accounts={accounts} />
          <Well aria-label="Paycheck preview" className="p-4!">
            {paycheck ? (
              <>
                <p aria-live="polite" className="mb-3 font-medium">
                  {formatMinor(markMinor(paycheck.gross), 'USD')} gross becomes{' '}
                  {formatMinor(markMinor(paycheck.net), 'USD')} net.
                  {paycheck.match > 0 &&
                    ` Your employer adds ${formatMinor(markMinor(paycheck.match), 'USD')} to your 401(k).`}
                </p>
                <PayBar paycheck={paycheck} />
              </>
            ) : (
              <p className="text-ink-2 text-sm">Enter your pay per year to see your paycheck.</p>
            )}
            <p className="mt-3 text-ink-3 text-sm">
              {table.isEstimated
                ? `Tax amounts for ${table.year} are estimated.`
                : `Tax amounts for ${table.year}.`}{' '}
              Simplified. Not tax advice.
            </p>
          </Well>
        </>
      )}
    </section>
  );
}

const VALIDATE = { shouldValidate: true } as const;

function Details({ accounts }: { accounts: readonly Account[] }) {
  const { control, watch } = useFormContext<AutoDepositFields>();
  const isOwn = watch('payState') === 'own';
  const [match, upTo] = [watch('payMatch'), watch('payMatchUpTo')];
  const saves = Number(watch('payRetirement')) > 0;
  const savesForHealth = (parseAmount(watch('payHsa')) ?? 0) > 0;
  const targets = accounts.filter(({ id, currency }) => currency === 'USD' && id !== watch('accountId'));
  const getTargets = (outside: string) => [
    { value: '', label: outside },
    ...targets.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField control={control} name="payGross" label="Gross pay per year" currency="USD" />
        <SelectField
          control={control}
          name="payFiling"
          label="Filing status"
          options={toOptions(FILING_LABELS)}
        />
        <TextField
          control={control}
          name="payChildren"
          label="Children under 17"
          hint="For the child tax credit. Enter them on only one paycheck."
          inputMode="numeric"
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField control={control} name="payRetirement" label="401(k), % of pay" inputMode="decimal" />
        <TextField control={control} name="payMatch" label="Employer match, %" inputMode="decimal" />
        <TextField control={control} name="payMatchUpTo" label="Match up to, % of pay" inputMode="decimal" />
      </div>
      {saves && Number(match) > 0 && Number(upTo) > 0 && (
        <p className="-mt-3 text-ink-3 text-sm">
          Your employer adds {match}% of your contribution, up to {upTo}% of your pay.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField
          control={control}
          name="payHealth"
          label="Health insurance"
          hint="Per paycheck."
          currency="USD"
        />
        <AmountField
          control={control}
          name="payHsa"
          label="Health savings account (HSA)"
          hint="Per paycheck."
          currency="USD"
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField control={control} name="payState" label="State income tax" options={STATES} />
        {isOwn && (
          <TextField
            control={control}
            name="payStatePercent"
            label="State tax, % of taxable pay"
            inputMode="decimal"
          />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {saves && (
          <SelectField
            control={control}
            name="payRetirementAccount"
            label="401(k) contributions go to"
            options={getTargets('An account outside Sandbank')}
          />
        )}
        {savesForHealth && (
          <SelectField
            control={control}
            name="payHsaAccount"
            label="HSA contributions go to"
            options={getTargets('An account outside Sandbank')}
          />
        )}
      </div>
    </>
  );
}
