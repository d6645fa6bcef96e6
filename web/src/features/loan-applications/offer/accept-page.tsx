import type { Offer } from '@engine/credit/decision.ts';
import { addMinor, fromMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import type { BaseSyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { getDay } from '@/lib/dates';
import { describeShortfall } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import type { Me } from '../application-list';
import { getDecision, getLoanName, hasOpenOffer } from '../application-state';
import { loanApplicationMutations } from '../mutations';
import type { ApplicationRow } from '../queries';
import { Agreement, getBalanceChange } from './agreement';
import {
  type AcceptanceDetails,
  type AcceptanceFields,
  type AcceptanceForm,
  acceptanceSchema,
  type ChosenTerms,
  ClosingChoices,
  getFirstChoices,
  isMortgage,
  readTerms,
} from './closing-choices';
import { LineAgreement } from './line-agreement';

type Props = { application: ApplicationRow; offerIndex: number; me: Me };

export default function AcceptPage({ application, offerIndex, me }: Props) {
  const offer = getDecision(application)?.offers[offerIndex];
  const path = `/applications/${application.id}`;
  const isOpen = hasOpenOffer(application) && offer !== undefined;
  return (
    <Page
      title={application.loan_type === 'HOME_EQUITY' ? 'Line of credit agreement' : 'Loan agreement'}
      docked={false}
      above={<BackLink to={path}>{getLoanName(application)}</BackLink>}
      actions={
        isOpen && (
          <Button className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        )
      }
    >
      {isOpen ? (
        <OpenOffer
          application={application}
          offerIndex={offerIndex}
          offer={offer}
          today={getDay(me?.now ?? new Date(), me?.time_zone)}
        />
      ) : (
        <EmptyState
          title="This offer is no longer available."
          action={<LinkButton to={path}>Application</LinkButton>}
        />
      )}
    </Page>
  );
}

type OfferProps = { application: ApplicationRow; offer: Offer; today: string };

/** Renders the choices, the agreement, and the form that accepts the offer. */
function OpenOffer({ application, offerIndex, offer, today }: OfferProps & { offerIndex: number }) {
  const navigate = useNavigate();
  const accounts = useQuery(accountQueries.list()).data?.filter(
    (account) => isUsable(account) && account.currency === 'USD',
  );
  const { send } = useIdempotentMutation(loanApplicationMutations.accept);
  const isHome = isMortgage(application);
  const isLine = application.loan_type === 'HOME_EQUITY';
  const form = useBankForm<AcceptanceFields, AcceptanceDetails>({
    schema: acceptanceSchema,
    defaults: getFirstChoices(application, offer, today),
    mode: 'onTouched',
    currency: 'USD',
    fieldByCode: { BADTY: 'points', BADAM: 'propertyTax', BADDT: 'paymentDay' },
    refusedField: 'accountId',
    onSubmit: async ({ points, hasEscrow, propertyTax, homeInsurance, paymentDay }) => {
      if (!account || needed > toMinor(account.available_balance)) return;
      await send({
        ...{ application_id: application.id, offer_index: offerIndex, account_id: account.id },
        ...(offer.mostPoints !== undefined && { points }),
        ...(isHome && hasEscrow && { property_tax: propertyTax, home_insurance: homeInsurance }),
        ...(!isLine && { payment_day: paymentDay }),
      });
      toast.success(
        isLine
          ? 'Your line of credit is open'
          : isHome
            ? 'The home is yours'
            : `${formatMinor(offer.amount)} added to ${account.name}`,
      );
      void navigate(`/applications/${application.id}`);
    },
  });
  const typed = form.watch();
  const terms = readTerms(typed, offer, today);
  const needed = isHome ? terms.closing.cashToClose : ZERO;
  const account =
    accounts?.find(({ id }) => id === typed.accountId) ??
    accounts?.find(({ available_balance }) => toMinor(available_balance) >= needed) ??
    accounts?.[0];
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        {isLine ? (
          <LineAgreement application={application} offer={offer} today={today} />
        ) : (
          <>
            <ClosingChoices form={form} application={application} offer={offer} />
            <Agreement
              application={application}
              offer={offer}
              today={today}
              terms={terms}
              account={account?.name}
            />
          </>
        )}
      </div>
      {accounts?.length === 0 ? (
        <Panel className="self-start print:hidden">
          <p>
            You need a US dollar account to receive the loan.{' '}
            <TextLink to="/create-account">Open account</TextLink>
          </p>
        </Panel>
      ) : (
        <Acceptance
          form={form}
          application={application}
          offer={offer}
          terms={terms}
          accounts={accounts}
          account={account}
        />
      )}
    </div>
  );
}

type AcceptanceProps = Omit<OfferProps, 'today'> & {
  form: AcceptanceForm & { submit: (event?: BaseSyntheticEvent) => Promise<void>; isSubmitting: boolean };
  terms: ChosenTerms;
  accounts: Account[] | undefined;
  /** The account that pays or receives the money; undefined while the accounts load. */
  account: Account | undefined;
};

function Acceptance({ form, application, offer, terms, accounts, account }: AcceptanceProps) {
  const { register, setValue, clearErrors, formState, submit, isSubmitting } = form;
  const isHome = isMortgage(application);
  const isLine = application.loan_type === 'HOME_EQUITY';
  const { cashToClose, monthly } = terms.closing;
  const needed = isHome ? cashToClose : ZERO;
  const shortfall = account && describeShortfall(needed, toMinor(account.available_balance), 'USD');
  const problem = formState.errors.isAgreed?.message;
  return (
    <Panel aria-label="Acceptance" className="self-start lg:sticky lg:top-32 print:hidden">
      <Form onSubmit={submit} busy={isSubmitting} verb={`Accept ${formatMinor(offer.amount)}`}>
        <Field
          label={isLine ? 'Pay bills from' : isHome ? 'Cash to close from' : 'Deposit loan to'}
          error={formState.errors.accountId?.message ?? shortfall}
        >
          {(control) => (
            <Select
              {...control}
              value={account?.id ?? ''}
              onChange={(event) => {
                setValue('accountId', event.target.value);
                clearErrors('accountId');
              }}
            >
              {accounts?.map(({ id, name, available_balance }) => (
                <option key={id} value={id}>
                  {name}: {formatMoney(available_balance)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isLine && (
          <p className="text-ink-2">
            Nothing is paid out now. You can draw up to {formatMinor(offer.amount)} whenever you need it.
          </p>
        )}
        {account && !shortfall && !isLine && (
          <Review>
            <ReviewChange
              label={account.name}
              before={account.balance}
              after={fromMinor(addMinor(toMinor(account.balance), getBalanceChange(offer, terms, isHome)))}
            />
            <ReviewChange label="You'll owe" before={0} after={fromMinor(offer.amount)} />
            <ReviewLine label="Monthly payment">{formatMinor(monthly)}</ReviewLine>
          </Review>
        )}
        <div>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              aria-invalid={problem ? true : undefined}
              className="mt-0.5 size-5 shrink-0 accent-(--accent)"
              {...register('isAgreed')}
            />
            I've read and accept the agreement.
          </label>
          <p aria-live="polite" className="mt-1 text-negative text-sm empty:hidden">
            {problem}
          </p>
        </div>
      </Form>
    </Panel>
  );
}
