import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { AccountField, OUTSIDE } from '@/entities/account/account-field';
import { CoverShortfall } from '@/entities/account/cover-shortfall';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { lazyComponent } from '@/lib/bundle/lazy';
import { amountField } from '@/lib/fields';
import { CURRENCY_LABELS, formatMinor, parseAmount } from '@/lib/money';
import { useReturn } from '@/lib/navigation/return-to';
import { useIdempotentMutation } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { OptionCards } from '@/ui/forms/option-cards';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import {
  ACCOUNT_TYPES,
  type AccountType,
  accountNameField,
  type OpenedType,
  OpenedTypePicker,
} from './account-fields';
import { getPlanOptions, type PlanChoice } from './account-plan';
import { accountMutations } from './mutations';
import { getCoveringAccounts, type OverdraftDraft, readDraft } from './overdraft-choice';
import { OverdraftFields } from './overdraft-fields';
import { SavingsOffer } from './savings-terms';

/** Loaded only for a CD. */
const OpenCertificate = lazyComponent(() =>
  import('@/features/certificates/open-certificate').then((module) => module.OpenCertificate),
);

/** The name of an account whose customer doesn't choose another one. */
const NAMES: Record<AccountType, string> = {
  CHECKING: 'Everyday Checking',
  SAVINGS: 'Rainy Day Savings',
  INVESTMENT: 'Index Fund',
};

/** The initial deposit that the checklist suggests, so that the first bills can be paid. */
const FIRST_DEPOSIT = '2,000.00';

const schema = z.object({
  name: accountNameField,
  type: z.enum(ACCOUNT_TYPES),
  currency: z.string(),
  initialBalance: z
    .literal('')
    .transform(() => 0)
    .or(amountField({ zero: true })),
  fundingAccountId: z.string(),
});

export default function CreateAccountPage() {
  const [isCertificate, setCertificate] = useState(false);
  return (
    <Page title="Open account" className="max-w-152! lg:max-w-296!">
      <Panel>
        {isCertificate ? (
          <div className="flex flex-col gap-6">
            <OpenedTypePicker value="CD" onValueChange={(type) => setCertificate(type === 'CD')} />
            <Suspense fallback={<SkeletonRows rows={5} />}>
              <OpenCertificate />
            </Suspense>
          </div>
        ) : (
          <CreateForm onCertificate={() => setCertificate(true)} />
        )}
      </Panel>
    </Page>
  );
}

function CreateForm({ onCertificate }: { onCertificate: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const returnToTask = useReturn();
  const { send } = useIdempotentMutation(accountMutations.open);
  const [plan, setPlan] = useState<PlanChoice>('free');
  const [overdraft, setOverdraft] = useState<OverdraftDraft | null>(null);
  const { control, submit, isSubmitting, watch, getValues, setValue, clearErrors, formState } = useBankForm<
    z.input<typeof schema>,
    z.output<typeof schema>
  >({
    schema,
    defaults: {
      name: NAMES.CHECKING,
      type: 'CHECKING',
      currency: 'USD',
      initialBalance: returnToTask ? FIRST_DEPOSIT : '',
      fundingAccountId: OUTSIDE,
    },
    mode: 'onSubmit',
    currency: (fields) => fields.currency,
    fieldByCode: { BADNM: 'name', BADAM: 'initialBalance', INSUF: 'initialBalance' },
    refusedField: 'root',
    onSubmit: async (details) => {
      if (session.status !== 'signed-in') {
        toast.error('You must be logged in to create an account');
        return;
      }
      const account = await send({ ...details, overdraft: draft, plan });
      toast.success(`${account.name} is open`);
      if (returnToTask) returnToTask();
      else await navigate(`/dashboard/accounts/${account.id}`);
    },
  });
  const type = useController({ control, name: 'type' }).field;
  const chooseType = (next: OpenedType) => {
    if (next === 'CD') {
      onCertificate();
      return;
    }
    // Keeps a name that the customer entered.
    if (getValues('name') === NAMES[type.value]) setValue('name', NAMES[next]);
    setPlan('free');
    type.onChange(next);
  };
  const [currency, typed, fundingAccountId] = watch(['currency', 'initialBalance', 'fundingAccountId']);
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const sources = accounts.filter((account) => isUsable(account) && account.currency === currency);
  const savings = getCoveringAccounts(accounts, currency);
  const draft = overdraft ?? readDraft(undefined, savings);
  const initial = parseAmount(typed);
  const verb =
    initial !== null && initial > 0 ? `Open with ${formatMinor(initial, currency)}` : 'Open account';

  return (
    <Form onSubmit={submit} className="flex flex-col gap-6" verb={verb} busy={isSubmitting}>
      {formState.errors.root?.message && <AlertBox kind="negative" fact={formState.errors.root.message} />}
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <OpenedTypePicker value={type.value} onValueChange={chooseType} />
          {type.value === 'INVESTMENT' && currency === 'USD' && (
            <p className="text-ink-2 text-sm">
              You can make it a 401(k), an IRA, or an HSA. Open the account, and choose a tax treatment on its
              page before you move more money.
            </p>
          )}
          {type.value === 'SAVINGS' && <SavingsOffer currency={currency} />}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField control={control} name="name" label="Name" maxLength={80} />
            <SelectField
              control={control}
              name="currency"
              label="Currency"
              options={toOptions(CURRENCY_LABELS)}
              onChosen={() => {
                setValue('fundingAccountId', OUTSIDE);
                setOverdraft(null);
              }}
            />
          </div>
          <AmountField
            control={control}
            name="initialBalance"
            label="Initial deposit"
            note="optional"
            hint={fundingAccountId === OUTSIDE ? 'Pretend money. Add as much as you like.' : undefined}
            size="page"
            currency={currency}
          />
          {sources.length > 0 && (
            <AccountField
              control={control}
              name="fundingAccountId"
              label="Deposit from"
              accounts={sources}
              hasOutside
            />
          )}
          {formState.errors.initialBalance && fundingAccountId !== OUTSIDE && (
            <CoverShortfall
              accountId={fundingAccountId}
              amount={initial}
              onCovered={() => clearErrors('initialBalance')}
            />
          )}
        </div>
        {type.value !== 'INVESTMENT' && (
          <div className="flex flex-col gap-6 lg:border-line lg:border-l lg:pl-8">
            <OptionCards
              label="Plan"
              value={plan}
              onValueChange={setPlan}
              options={getPlanOptions(type.value, (amount) => formatMinor(amount, currency))}
            />
            {type.value === 'CHECKING' && (
              <OverdraftFields draft={draft} currency={currency} savings={savings} onChange={setOverdraft} />
            )}
          </div>
        )}
      </div>
    </Form>
  );
}
