import type { ReturnSet } from '@engine/investments/funds.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { toast } from '@/lib/toast';
import { Form } from '@/ui/forms/form';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { checkMix, MixInputs, mixFields, toMixArguments, toMixText } from './fund-fields';
import { getMix } from './portfolio';
import { type FundAccount, fundMutations } from './queries';
import { COST_METHOD_LABELS, REBALANCING_LABELS } from './setting-labels';

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
    returns: z.enum(['conservative', 'historical']),
  })
  .superRefine(checkMix);

const REBALANCING = toOptions(REBALANCING_LABELS);
const COST_METHODS = toOptions(COST_METHOD_LABELS);
const RETURNS = [
  { value: 'conservative', label: 'Conservative' },
  { value: 'historical', label: 'Historical (1926–2022)' },
];
const REINVESTED = 'reinvested';

export function FundSettingsDialog({ open, onClose, ...settings }: SettingsProps & DialogState) {
  return (
    <Dialog open={open} onClose={onClose} title={`Mix and dividends: ${settings.account.name}`}>
      <LoadedForm {...settings} onDone={onClose} />
    </Dialog>
  );
}

function LoadedForm(props: SettingsProps & { onDone: () => void }) {
  return (
    <Loaded from={useQuery(clockQueries.household())} failure="We couldn't load the settings." rows={4}>
      {(household) => {
        const returns = household?.carryover.fundReturns ?? 'conservative';
        // The household can still be loading after a change, so a new value starts the form again.
        return <SettingsForm key={returns} {...props} returns={returns} />;
      }}
    </Loaded>
  );
}

function SettingsForm({
  account,
  fundAccount,
  cashAccounts,
  hasSold,
  returns,
  onDone,
}: SettingsProps & { returns: ReturnSet; onDone: () => void }) {
  const change = useMutation(fundMutations.change);
  const setReturns = useMutation(fundMutations.setReturns);
  const { control, submit } = useBankForm({
    schema,
    defaults: {
      ...toMixText(getMix(fundAccount)),
      rebalances: fundAccount.rebalances as 'never' | 'yearly' | 'drift',
      dividends: fundAccount.dividend_account_id ?? REINVESTED,
      cost: fundAccount.cost_method as 'average' | 'fifo',
      returns,
    },
    currency: account.currency,
    refusedField: 'MONEY_MARKET',
    onSubmit: async ({ rebalances, dividends, cost, returns: chosen, ...mix }) => {
      await change.mutateAsync({
        account_id: account.id,
        ...toMixArguments(mix),
        rebalances,
        cost_method: cost,
        ...(dividends !== REINVESTED && { dividend_account_id: dividends }),
      });
      if (chosen !== returns) await setReturns.mutateAsync(chosen);
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
          // Dividends that leave an account with a tax treatment would be withdrawals.
          ...(account.tax_treatment ? [] : cashAccounts).map(({ id, name }) => ({
            value: id,
            label: `Pay to ${name}`,
          })),
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
      <SelectField
        control={control}
        name="returns"
        label="Market returns"
        options={RETURNS}
        hint="Applies to all your funds, starting with the next closing price. Historical returns are higher and vary more."
      />
    </Form>
  );
}
