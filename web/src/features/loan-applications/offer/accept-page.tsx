import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Offer } from '@engine/credit/decision.ts';
import { schedule } from '@engine/money/amortization.ts';
import {
  addMinor,
  fromMinor,
  type Minor,
  negateMinor,
  subtractMinor,
  toMinor,
  ZERO,
} from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { AprFigure } from '@/entities/debt/cost/apr';
import { formatMonths } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTableDate, getDay } from '@/lib/dates';
import { describeShortfall } from '@/lib/fields';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { EmptyState } from '@/ui/empty-state';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import type { Me } from '../application-list';
import { getDecision, getLoanName, hasOpenOffer } from '../application-state';
import { loanApplicationMutations } from '../mutations';
import type { ApplicationRow } from '../queries';
import { Clause, getPolicy } from './clause';
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
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {application.loan_type === 'HOME_EQUITY' ? (
            <LineAgreement
              application={application}
              offer={offer}
              today={getDay(me?.now ?? new Date(), me?.time_zone)}
            />
          ) : (
            <Agreement
              application={application}
              offer={offer}
              today={getDay(me?.now ?? new Date(), me?.time_zone)}
            />
          )}
          <Acceptance application={application} offerIndex={offerIndex} offer={offer} />
        </div>
      ) : (
        <EmptyState
          title="This offer is no longer available."
          action={<LinkButton to={path}>Application</LinkButton>}
        />
      )}
    </Page>
  );
}

type AcceptanceProps = {
  application: ApplicationRow;
  offerIndex: number;
  offer: Pick<Offer, 'amount' | 'downPayment'>;
};

function Acceptance({ application, offerIndex, offer }: AcceptanceProps) {
  const navigate = useNavigate();
  const accounts = useQuery(accountQueries.list()).data?.filter(
    (account) => isUsable(account) && account.currency === 'USD',
  );
  const { send, isPending } = useIdempotentMutation(loanApplicationMutations.accept);
  const [chosen, setChosen] = useState<string>();
  const [agreed, setAgreed] = useState(false);
  const [problem, setProblem] = useState<{ account?: string; agreed?: string }>({});
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const needed = isHome ? offer.downPayment : ZERO;
  const account =
    accounts?.find(({ id }) => id === chosen) ??
    accounts?.find(({ available_balance }) => toMinor(available_balance) >= needed) ??
    accounts?.[0];
  const short = account ? subtractMinor(needed, toMinor(account.available_balance)) : ZERO;
  const isLine = application.loan_type === 'HOME_EQUITY';
  const change = isHome ? negateMinor(offer.downPayment) : offer.amount;

  async function accept(event: FormEvent) {
    event.preventDefault();
    if (!account || short > 0) return;
    if (!agreed) {
      setProblem({ agreed: "Confirm that you've read the agreement." });
      return;
    }
    try {
      await send({ application_id: application.id, offer_index: offerIndex, account_id: account.id });
      toast.success(
        isLine
          ? 'Your line of credit is open'
          : isHome
            ? 'The home is yours'
            : `${formatMinor(offer.amount)} added to ${account.name}`,
      );
      void navigate(`/applications/${application.id}`);
    } catch (error) {
      const message = getRefusalMessage(error, 'USD');
      if (message) setProblem({ account: message });
    }
  }

  if (accounts?.length === 0)
    return (
      <Panel className="self-start print:hidden">
        <p>
          You need a US dollar account to receive the loan.{' '}
          <TextLink to="/create-account">Open account</TextLink>
        </p>
      </Panel>
    );
  return (
    <Panel aria-label="Acceptance" className="self-start lg:sticky lg:top-32 print:hidden">
      <Form
        onSubmit={(event) => void accept(event)}
        busy={isPending}
        verb={`Accept ${formatMinor(offer.amount)}`}
      >
        <Field
          label={isLine ? 'Pay bills from' : isHome ? 'Down payment from' : 'Deposit loan to'}
          error={
            problem.account ??
            (account && describeShortfall(needed, toMinor(account.available_balance), 'USD'))
          }
        >
          {(control) => (
            <Select
              {...control}
              value={account?.id ?? ''}
              onChange={(event) => {
                setChosen(event.target.value);
                setProblem({});
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
        {account && short <= 0 && !isLine && (
          <Review>
            <ReviewChange
              label={account.name}
              before={account.balance}
              after={fromMinor(addMinor(toMinor(account.balance), change))}
            />
            <ReviewChange label="You'll owe" before={0} after={fromMinor(offer.amount)} />
          </Review>
        )}
        <div>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              checked={agreed}
              aria-invalid={problem.agreed ? true : undefined}
              onChange={(event) => {
                setAgreed(event.target.checked);
                setProblem({});
              }}
              className="mt-0.5 size-5 shrink-0 accent-(--accent)"
            />
            I've read and accept the agreement.
          </label>
          <p aria-live="polite" className="mt-1 text-negative text-sm empty:hidden">
            {problem.agreed}
          </p>
        </div>
      </Form>
    </Panel>
  );
}

export type AgreementProps = { application: ApplicationRow; offer: Offer; today: string };

/** Renders all terms of an offer with the disclosures of Regulation Z, 12 CFR 1026.18. */
export function Agreement({ application, offer, today }: AgreementProps) {
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const installments = schedule(offer.amount, offer.rate, offer.term);
  const last = installments.at(-1)?.payment ?? ZERO;
  const dueOn = (number: number) => dayText(addMonths(parseDay(today), number));
  const money = (amount: Minor) => formatMinor(amount);
  return (
    <section aria-label="Agreement" className="max-w-170">
      <p className="text-ink-2">
        {getLoanName(application)} between Sandbank and {application.applicant_name}, {formatTableDate(today)}
        . A simulation, not a bank document.
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-y py-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Annual percentage rate">
          <AprFigure
            debt={{ amount: fromMinor(offer.amount), percent: offer.rate, months: offer.term }}
            currency="USD"
          />
        </Description>
        <Description term="Finance charge">{money(offer.interest)}</Description>
        <Description term="Amount financed">{money(offer.amount)}</Description>
        <Description term="Total of payments">
          {formatMinor(addMinor(offer.amount, offer.interest))}
        </Description>
      </dl>
      <ol className="mt-8 flex list-decimal flex-col gap-4 pl-5 marker:text-ink-3">
        <Clause title="Loan">
          We lend you {money(offer.amount)} for {formatMonths(offer.term)}.{' '}
          {isHome
            ? `We pay this amount and your down payment of ${money(offer.downPayment)} to the seller of the home. The price is ${formatMoney(application.collateral_value ?? 0)}.`
            : 'We deposit it in your account as soon as you accept.'}{' '}
          There's no fee.
        </Clause>
        <Clause title="Interest">
          {formatExactRate(offer.rate)} a year, fixed, on your balance, charged monthly based on 30-day
          months.
        </Clause>
        <Clause title="Payments">
          {installments.length} monthly payments: {installments.length - 1} of {money(offer.payment)} and a
          final payment of {money(last)}. The first is due on {formatTableDate(dueOn(1))}, the last on{' '}
          {formatTableDate(dueOn(installments.length))}.
        </Clause>
        <Clause title="Paying early">
          You can prepay at any time with no fee. Paying early saves interest.
        </Clause>
        <Clause title="Paying late">
          If a payment is more than 15 days late, we charge a late fee of 5% of the unpaid amount. We report
          late payments after 30, 60, and 90 days, which lowers your credit score.
        </Clause>
        {application.collateral_value !== null && (
          <Clause title="Collateral">
            The {isHome ? 'home' : 'car'} secures the loan until you pay it off.
          </Clause>
        )}
        <Clause title="How we decided">
          We decided under credit policy {getPolicy(application)} on{' '}
          {formatTableDate(application.decided_at ?? today)}. See the reasons in your application.
        </Clause>
      </ol>
    </section>
  );
}
