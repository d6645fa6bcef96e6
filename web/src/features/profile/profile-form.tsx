import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { CURRENCY_LABELS } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { profileMutations } from './mutations';

const LONGEST_NAME = 80;
const schema = z.object({
  displayName: z.string().trim().max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`),
  timeZone: z.string(),
  baseCurrency: z.string(),
});

type Customer = { id: string; display_name: string | null; time_zone: string; base_currency: string };

export function ProfileForm({ customer }: { customer: Customer }) {
  const { mutateAsync, isPending } = useMutation(profileMutations.update);
  const { control, submit, watch } = useBankForm({
    schema,
    defaults: {
      displayName: customer.display_name ?? '',
      timeZone: customer.time_zone,
      baseCurrency: customer.base_currency,
    },
    currency: customer.base_currency,
    fieldByCode: { BADTZ: 'timeZone' },
    refusedField: 'displayName',
    onSubmit: async ({ displayName, timeZone, baseCurrency }) => {
      const row = { display_name: displayName || null, time_zone: timeZone, base_currency: baseCurrency };
      await mutateAsync({ id: customer.id, ...row });
      toast.success('Settings saved');
    },
  });
  const currency = watch('baseCurrency');
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      <TextField control={control} name="displayName" label="Name" note="optional" autoComplete="name" />
      <SelectField
        control={control}
        name="timeZone"
        label="Time zone"
        hint="Used for dates, due dates, and statements."
        options={timeZones(customer.time_zone).map((zone) => ({
          value: zone,
          label: zone.replaceAll('_', ' '),
        }))}
      />
      <SelectField
        control={control}
        name="baseCurrency"
        label="Base currency"
        hint={
          currency === customer.base_currency
            ? 'Used for totals such as net worth.'
            : `Totals and charts will appear in ${currency} at daily exchange rates. Your accounts, cards, and debts keep their currencies.`
        }
        options={toOptions(CURRENCY_LABELS)}
      />
      <Button type="submit" variant="primary" busy={isPending} className="self-start">
        Save settings
      </Button>
    </form>
  );
}

/** Returns all time zones that the browser supports, and the current time zone. */
function timeZones(present: string): string[] {
  return [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
