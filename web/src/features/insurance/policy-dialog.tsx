import type { HouseholdRow } from '@engine/household/row.ts';
import { GRACE_DAYS, POLICY_NAMES } from '@engine/insurance/policies.ts';
import { getCurrentPremium, SURCHARGE_PERCENT, SURCHARGE_YEARS } from '@engine/insurance/surcharge.ts';
import { getPolicyOptions, type PolicyKind, type PolicyTerms } from '@engine/insurance/terms.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import type { PolicyState } from '@engine/simulation/state.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { AccountField } from '@/entities/account/account-field';
import { accountQueries, canPayIn } from '@/entities/account/queries';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { describePremiumPayer, describeSurcharge, formatCents } from './insurance-text';
import { insuranceMutations } from './queries';

type PolicyDialogProps = {
  kind: PolicyKind;
  policy: PolicyState | undefined;
  household: HouseholdRow;
  currency: string;
  onClose: () => void;
};

/** Renders the form that starts or changes a policy, and the button that ends it. */
export function PolicyDialog({ kind, policy, household, currency, onClose }: PolicyDialogProps) {
  const accounts = useQuery(accountQueries.list());
  return (
    <Dialog onClose={onClose} title={POLICY_NAMES[kind]}>
      <Loaded from={accounts} failure="We couldn't load your accounts." rows={2}>
        {(accounts) => (
          <PolicyForm
            kind={kind}
            policy={policy}
            household={household}
            currency={currency}
            accounts={accounts.filter((account) => canPayIn(account, currency))}
            onDone={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

type PolicyFormProps = Omit<PolicyDialogProps, 'onClose'> & {
  accounts: Parameters<typeof AccountField>[0]['accounts'];
  onDone: () => void;
};

function PolicyForm({ kind, policy, household, currency, accounts, onDone }: PolicyFormProps) {
  const record = kind === 'car' ? household.carryover.drivingRecord : undefined;
  const options = getPolicyOptions(kind).map((terms) => ({
    ...terms,
    premium: getCurrentPremium(terms.premium, record),
  }));
  const { mutateAsync: save } = useMutation(insuranceMutations.set);
  const included = describePremiumPayer(kind, household);
  const payment = household.scheduled_payments.find(({ id }) => id === policy?.paymentId);
  const isCovered = policy !== undefined && policy.endedOn === undefined;
  const { control, submit, isSubmitting, formState, watch } = useBankForm({
    schema: z.object({ deductible: z.string(), accountId: z.string() }),
    defaults: {
      deductible: String(policy?.deductible ?? options[0]?.deductible ?? 0),
      accountId: payment?.account_id ?? accounts[0]?.id ?? '',
    },
    currency,
    refusedField: 'root',
    fieldByCode: { NTFND: 'accountId', CLOSD: 'accountId', BADCU: 'accountId' },
    onSubmit: async ({ deductible, accountId }) => {
      await save({
        insurance_kind: kind,
        deductible: fromMinor(markMinor(Number(deductible))),
        ...(!included && { account_id: accountId }),
      });
      toast.success(isCovered ? `${POLICY_NAMES[kind]} changed` : `${POLICY_NAMES[kind]} started`);
      onDone();
    },
  });
  const chosen = options.find(({ deductible }) => String(deductible) === watch('deductible'));
  if (!included && accounts.length === 0)
    return <p className="text-ink-2">Open a checking account in {currency} first.</p>;
  return (
    <Form
      onSubmit={submit}
      verb={
        isCovered ? 'Save' : included ? 'Start coverage' : `Start for ${describePremium(chosen, currency)}`
      }
      busy={isSubmitting}
      below={
        <>
          {formState.errors.root && <p className="text-negative text-sm">{formState.errors.root.message}</p>}
          {policy && <EndCoverage kind={kind} currency={currency} onDone={onDone} />}
        </>
      }
    >
      <SelectField
        control={control}
        name="deductible"
        label="Deductible"
        hint="You pay this part of a bill yourself. A higher deductible lowers the premium."
        options={options.map((terms) => ({
          value: String(terms.deductible),
          label: included
            ? formatCents(terms.deductible, currency)
            : `${formatCents(terms.deductible, currency)}: ${describePremium(terms, currency)}`,
        }))}
      />
      {included ? (
        <p className="text-ink-2 text-sm">{included}</p>
      ) : (
        <AccountField control={control} name="accountId" label="Pay the premium from" accounts={accounts} />
      )}
      {!included && (
        <p className="text-ink-2 text-sm">
          We collect the first premium tomorrow. The premium rises each year. If a premium stays unpaid for{' '}
          {GRACE_DAYS} days, the coverage ends.
        </p>
      )}
      {kind === 'car' && (
        <p className="text-ink-2 text-sm">
          {record?.surcharge
            ? describeSurcharge(record.surcharge)
            : `A claim for a collision adds ${SURCHARGE_PERCENT}% to the premium for ${SURCHARGE_YEARS} years, starting at the next yearly renewal.`}
        </p>
      )}
    </Form>
  );
}

const describePremium = (terms: PolicyTerms | undefined, currency: string) =>
  `${formatCents(terms?.premium ?? 0, currency)} a month`;

type EndCoverageProps = Pick<PolicyFormProps, 'kind' | 'currency' | 'onDone'>;

function EndCoverage({ kind, currency, onDone }: EndCoverageProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useMutation(insuranceMutations.end);
  if (!isAsking)
    return (
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        End coverage
      </Button>
    );
  return (
    <div className="flex flex-col gap-3">
      <p>You’ll pay all bills yourself from now on. We’ll delete the scheduled premium payment.</p>
      <Button
        variant="danger"
        busy={isPending}
        onClick={() =>
          mutate(kind, {
            onSuccess: () => {
              toast.success(`${POLICY_NAMES[kind]} ended`);
              onDone();
            },
            onError: toastRefusal(currency),
          })
        }
      >
        End {POLICY_NAMES[kind].toLowerCase()}
      </Button>
    </div>
  );
}
