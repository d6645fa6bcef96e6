import {
  getContributionKind,
  TAX_TREATMENT_NAMES,
  TAX_TREATMENTS,
  type TaxTreatment,
} from '@engine/pay/tax-treatments.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type ContributionRoom,
  contributionQuery,
  describeDeductible,
  describeRothLimit,
  getRoom,
  LIMIT_NAMES,
} from '@/entities/account/contributions';
import { type Account, isUsable } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatMoney } from '@/lib/money';
import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { isContribution } from './investment-return';
import { RequiredDistributions } from './required-distributions';

const setTaxTreatment = requestMutation(
  "We couldn't save the tax treatment",
  (choice: Arguments<'set_tax_treatment'>) => supabase.rpc('set_tax_treatment', choice),
);

const NONE = 'none';

const RULES: Record<TaxTreatment, string> = {
  '401k':
    'Contributions lower your income. Withdrawals count as income, with an additional 10% tax before age 59½.',
  traditional_ira:
    'Contributions lower your income, up to a limit if a 401(k) covers you at work. Withdrawals count as income, with an additional 10% tax before age 59½.',
  roth_ira:
    'You can withdraw contributions tax-free. Before age 59½, earnings are taxed, with an additional 10% tax.',
  hsa: 'Contributions lower your income. Withdrawals for medical costs are tax-free.',
};
const GROWTH = 'Dividends and gains in this account are not taxed.';

/** Renders the tax treatment of an investment account, and the contributions of the year. */
export function TaxTreatmentSection({ account }: { account: Account }) {
  const { open, dialog } = useDialogs<'treatment'>();
  const treatment = account.tax_treatment as TaxTreatment | null;
  const state = dialog('treatment');
  const movements = useQuery(transactionQueries.ofAccount(account.id)).data ?? [];
  const hasMoved = movements.some(
    (movement) => isContribution(movement) && movement.date >= (account.tax_treatment_since ?? ''),
  );
  const canChange = isUsable(account) && !(treatment && hasMoved);
  if (account.currency !== 'USD' || (!treatment && !isUsable(account))) return null;
  return (
    <Section
      title="Tax treatment"
      aside={
        canChange && (
          <Button
            size="sm"
            aria-label={treatment ? 'Change tax treatment' : 'Choose tax treatment'}
            onClick={() => open('treatment')}
          >
            {treatment ? 'Change' : 'Choose'}
          </Button>
        )
      }
      className="mt-12"
    >
      <div className="max-w-prose text-ink-2">
        {treatment ? (
          <>
            <p className="font-medium text-ink">{TAX_TREATMENT_NAMES[treatment]}</p>
            <p className="mt-1">
              {RULES[treatment]} {GROWTH}
            </p>
          </>
        ) : (
          <p>
            Dividends and gains on funds that you sell are taxed. With a 401(k), an IRA, or an HSA, they
            aren't.
          </p>
        )}
      </div>
      {treatment && <Contributions treatment={treatment} />}
      {treatment && <RequiredDistributions account={account} />}
      {treatment && hasMoved && isUsable(account) && (
        <p className="mt-4 max-w-prose text-ink-2">
          You can't change it anymore, because money has moved.{' '}
          <TextLink to="/create-account">Open another account</TextLink>
        </p>
      )}
      <Dialog
        {...state}
        title={`Tax treatment: ${account.name}`}
        description="You can change it until money moves into or out of the account."
      >
        <TaxTreatmentForm account={account} onDone={state.onClose} />
      </Dialog>
    </Section>
  );
}

function Contributions({ treatment }: { treatment: TaxTreatment }) {
  const kind = getContributionKind(treatment);
  return (
    <Loaded from={useQuery(contributionQuery())} failure="We couldn't load your contributions." rows={1}>
      {(rows) => {
        const row = rows.find((candidate) => candidate.kind === kind);
        if (!row) return null;
        const room = getRoom(row, treatment);
        const text = `${formatMoney(row.used)} of ${formatMoney(row.highest)} contributed in ${row.year}`;
        return (
          <div className="mt-4 max-w-prose">
            <p className="figures mb-2">
              {text}. You have {formatMoney(room.remaining)} left.
            </p>
            <Bar label={text} share={row.highest > 0 ? Math.min(1, row.used / row.highest) : 0} />
            <p className="mt-2 text-ink-3 text-sm">
              {kind === 'ira'
                ? `Traditional and Roth IRAs share this limit. ${describeIncomeLimit(room)}`.trim()
                : `${LIMIT_NAMES[kind]} contributions from paychecks count too. Your employer's match doesn't.`}
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}

const describeIncomeLimit = ({ income, highest, deductible }: ContributionRoom): string => {
  if (deductible !== undefined) return describeDeductible(deductible);
  return income === undefined ? '' : describeRothLimit(income, highest);
};

function TaxTreatmentForm({ account, onDone }: { account: Account; onDone: () => void }) {
  return (
    <Loaded from={useQuery(clockQueries.household())} failure="We couldn't load your details." rows={3}>
      {(household) => {
        const born = household?.carryover.birthDate ?? '';
        // The household can still be loading after a change, so a new value starts the form again.
        return <LoadedForm key={born} account={account} born={born} onDone={onDone} />;
      }}
    </Loaded>
  );
}

const schema = z
  .object({ treatment: z.enum([NONE, ...TAX_TREATMENTS]), born: z.string() })
  .refine(({ treatment, born }) => treatment === NONE || born !== '', {
    path: ['born'],
    message: 'Enter your date of birth.',
  });

const OPTIONS = [
  { value: NONE, label: 'None' },
  ...TAX_TREATMENTS.map((treatment) => ({ value: treatment, label: TAX_TREATMENT_NAMES[treatment] })),
];

function LoadedForm({ account, born, onDone }: { account: Account; born: string; onDone: () => void }) {
  const save = useMutation(setTaxTreatment);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema,
    defaults: { treatment: (account.tax_treatment ?? NONE) as TaxTreatment | typeof NONE, born },
    currency: account.currency,
    refusedField: 'treatment',
    onSubmit: async (choice) => {
      await save.mutateAsync({
        account_id: account.id,
        tax_treatment: choice.treatment,
        ...(choice.treatment !== NONE && choice.born !== born && { birth_date: choice.born }),
      });
      toast.success(`Tax treatment saved for ${account.name}`);
      onDone();
    },
  });
  const chosen = watch('treatment');
  return (
    <Form onSubmit={submit} verb="Save" busy={isSubmitting}>
      <SelectField
        control={control}
        name="treatment"
        label="Tax treatment"
        options={OPTIONS}
        hint={
          chosen === NONE
            ? 'Dividends and gains on funds that you sell are taxed.'
            : `${RULES[chosen]} ${GROWTH}`
        }
      />
      {chosen !== NONE && (
        <TextField
          control={control}
          name="born"
          label="Your date of birth"
          type="date"
          hint="It sets your contribution limits, and when withdrawals no longer count as early."
        />
      )}
    </Form>
  );
}
