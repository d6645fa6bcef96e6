import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { toast } from '@/lib/toast';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { checkMix, MixInputs, mixFields, toMixArguments, toMixText } from './fund-fields';
import { getMix } from './portfolio';
import { type FundAccount, fundMutations } from './queries';

type SettingsProps = {
  account: Account;
  fundAccount: FundAccount;
  /** The accounts that can receive dividends. */
  cashAccounts: readonly Account[];
  /** True after the first sale, when the cost method can't change anymore. */
  hasSold: boolean;
};

const schema = z
  .object({
    ...mixFields,
    rebalances: z.enum(['never', 'yearly', 'drift']),
    dividends: z.string(),
    cost: z.enum(['average', 'fifo']),
  })
  .superRefine(checkMix);

const REBALANCING = [
  { value: 'never', label: 'Only when I ask' },
  { value: 'yearly', label: 'Once a year, in January' },
  { value: 'drift', label: 'When a part is 5 points off' },
];
const COST_METHODS = [
  { value: 'average', label: 'Average cost' },
  { value: 'fifo', label: 'Oldest units first (FIFO)' },
];
const REINVESTED = 'reinvested';

export function FundSettingsDialog({ open, onClose, ...settings }: SettingsProps & DialogState) {
  return (
    <Dialog open={open} onClose={onClose} title={`Mix and dividends: ${settings.account.name}`}>
      <SettingsForm {...settings} onDone={onClose} />
    </Dialog>
  );
}

function SettingsForm({
  account,
  fundAccount,
  cashAccounts,
  hasSold,
  onDone,
}: SettingsProps & { onDone: () => void }) {
  const change = useMutation(fundMutations.change);
  const { control, submit } = useBankForm({
    schema,
    defaults: {
      ...toMixText(getMix(fundAccount)),
      rebalances: fundAccount.rebalances as 'never' | 'yearly' | 'drift',
      dividends: fundAccount.dividend_account_id ?? REINVESTED,
      cost: fundAccount.cost_method as 'average' | 'fifo',
    },
    currency: account.currency,
    refusedField: 'MONEY_MARKET',
    onSubmit: async ({ rebalances, dividends, cost, ...mix }) => {
      await change.mutateAsync({
        account_id: account.id,
        ...toMixArguments(mix),
        rebalances,
        cost_method: cost,
        ...(dividends !== REINVESTED && { dividend_account_id: dividends }),
      });
      toast.success('Settings saved');
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} verb="Save">
      <MixInputs control={control} />
      <SelectField control={control} name="rebalances" label="Rebalance" options={REBALANCING} />
      <SelectField
        control={control}
        name="dividends"
        label="Dividends"
        options={[
          { value: REINVESTED, label: 'Reinvest' },
          ...cashAccounts.map(({ id, name }) => ({ value: id, label: `Pay to ${name}` })),
        ]}
      />
      <SelectField
        control={control}
        name="cost"
        label="Cost basis"
        options={COST_METHODS}
        disabled={hasSold}
        hint={hasSold ? "It can't change after the first sale." : 'You can choose it until the first sale.'}
      />
    </Form>
  );
}
