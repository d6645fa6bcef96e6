import type { CardReasonCode } from '@engine/credit/card-policy.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { CARD_PRODUCTS } from '@engine/products/cards/card-catalog.ts';
import { PAYMENTS_TO_GRADUATE } from '@engine/products/cards/secured-card.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { AccountChange } from '@/entities/account/account-change';
import { AccountField } from '@/entities/account/account-field';
import { accountQueries, canPayIn } from '@/entities/account/queries';
import { getPath } from '@/entities/card/card-paths';
import { ReasonList } from '@/entities/credit/reason-list';
import { customerQueries } from '@/entities/customer/queries';
import { Explain } from '@/entities/explanation/explain';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatTextDate } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { formatExactRate, formatMinor, formatMoney, formatTypedAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { DOCK, Section } from '@/ui/page';
import { cardCatalogMutations } from './mutations';
import { describeAnnualFee, describeApr } from './product-text';
import type { CardApplication } from './queries';

const OUTCOMES = {
  approved: { label: 'Approved', tone: 'positive' },
  countered: { label: 'Counteroffer', tone: 'warning' },
  declined: { label: 'Declined', tone: 'negative' },
} as const;

const LIMIT_LABELS: Partial<Record<CardReasonCode, string>> = {
  score: 'minimum',
  debt: 'maximum',
  payments: 'maximum',
  limit: 'card limit',
  income: 'maximum counted',
  recent_cards: 'maximum',
};

/** Renders a decision with its reasons, and the button that opens the offered card. */
export function DecisionView({ application }: { application: CardApplication }) {
  const { decision, outcome, is_open: isOpen, card_id: cardId } = application;
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const [opening, setOpening] = useState(false);
  const offer = outcome === 'declined' ? null : (decision.alternative ?? decision);
  const { label, tone } = OUTCOMES[outcome as keyof typeof OUTCOMES];
  return (
    <Section title="Our decision" aside={formatTextDate(application.decided_at, zone)} className="mt-12">
      <p role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{label}</Badge>
        <span>{describeOutcome(application)}</span>
      </p>
      {offer && isOpen && (
        <div className={classNames('mb-6', DOCK)}>
          <Button variant="primary" size="lg" onClick={() => setOpening(true)}>
            Open {offer.name}
          </Button>
        </div>
      )}
      {offer && !isOpen && (
        <p className="mb-6 text-ink-2">
          {cardId ? (
            <TextLink to={getPath(cardId)}>Go to your {offer.name} card</TextLink>
          ) : (
            'This offer has ended. Apply again to get a new decision.'
          )}
        </p>
      )}
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <ReasonList reasons={decision.reasons} limitLabels={LIMIT_LABELS as Record<string, string>} />
        <dl className="flex flex-col gap-2.5 text-sm [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
          <Description term="APR for your score">{formatExactRate(decision.apr)}</Description>
          {CARD_PRODUCTS[decision.product].kind !== 'secured' && (
            <Description term="Initial limit">
              <LimitFigure application={application} />
            </Description>
          )}
          <Description term="Credit score">{decision.score}</Description>
          <Description term="Qualifying monthly income">{formatMinor(decision.monthlyIncome)}</Description>
          <Description term="Monthly debt payments">{formatMinor(decision.monthlyDebt)}</Description>
        </dl>
      </div>
      {outcome !== 'approved' && (
        <p className="mt-4 max-w-152 text-ink-3 text-sm">
          We based this decision on your application and your records at Sandbank. Scores range from 300 to
          850. <TextLink to="/dashboard/credit-score">See your score</TextLink> and what would raise it.
        </p>
      )}
      {offer && (
        <Dialog open={opening} onClose={() => setOpening(false)} title={`Open ${offer.name}`}>
          <OpenCard application={application} onDone={() => setOpening(false)} />
        </Dialog>
      )}
    </Section>
  );
}

function describeOutcome({ decision, outcome }: CardApplication): string {
  const { name, limit, apr, product, alternative } = decision;
  if (outcome === 'approved')
    return CARD_PRODUCTS[product].kind === 'secured'
      ? `You’re approved at ${formatExactRate(apr)} APR. Your deposit becomes your limit.`
      : `You’re approved for a limit of ${formatMinor(limit)} at ${formatExactRate(apr)} APR.`;
  if (!alternative) return `We can’t approve ${name}. The reasons against it are below.`;
  const isSecured = CARD_PRODUCTS[alternative.product].kind === 'secured';
  const terms = isSecured
    ? `secured by a deposit, at ${formatExactRate(alternative.apr)} APR`
    : `with a limit of ${formatMinor(alternative.limit)} at ${formatExactRate(alternative.apr)} APR`;
  return `We can’t approve ${name}, but we can offer you ${alternative.name} ${terms}.`;
}

function LimitFigure({ application: { decision } }: { application: CardApplication }) {
  const { limit, limits, debtLimit } = decision;
  return (
    <Explain
      title="Initial limit"
      formula="The lowest of three limits, rounded down to $100."
      inputs={[
        { name: 'Highest initial limit of the card', value: formatMinor(limits.product) },
        { name: '20% of annual income, minus other card limits', value: formatMinor(limits.income) },
        { name: `Credit line within ${debtLimit}% debt-to-income`, value: formatMinor(limits.debt) },
      ]}
      source={`Credit policy ${decision.version}. The minimum payment of a fully used line is 1% of it plus one month’s interest.`}
    >
      {formatMinor(limit)}
    </Explain>
  );
}

type OpenCardProps = { application: CardApplication; onDone: () => void };

function OpenCard({ application, onDone }: OpenCardProps) {
  const { decision } = application;
  const offer = decision.alternative ?? decision;
  return CARD_PRODUCTS[offer.product].kind === 'secured' ? (
    <OpenSecured application={application} name={offer.name} onDone={onDone} />
  ) : (
    <OpenUnsecured application={application} offer={offer} />
  );
}

function useOpened(name: string) {
  const navigate = useNavigate();
  return (card: { id: string }) => {
    toast.success(`${name} is ready to use`);
    void navigate(getPath(card.id));
  };
}

function OpenUnsecured({
  application,
  offer,
}: {
  application: CardApplication;
  offer: Pick<CardApplication['decision'], 'product' | 'name' | 'limit' | 'apr'>;
}) {
  const { send, isPending, error } = useIdempotentMutation(cardCatalogMutations.open);
  const opened = useOpened(offer.name);
  const product = CARD_PRODUCTS[offer.product];
  const refused = getRefusalMessage(error, 'USD');
  return (
    <div className="flex flex-col gap-5">
      <Review>
        <ReviewLine label="Credit limit">{formatMinor(offer.limit)}</ReviewLine>
        <ReviewLine label="APR">{formatExactRate(offer.apr)}</ReviewLine>
        {product.intro && (
          <ReviewLine label={`First ${product.intro.months} months`}>
            {formatExactRate(product.intro.apr)} on purchases
          </ReviewLine>
        )}
        <ReviewLine label="Annual fee">{describeAnnualFee(product)}</ReviewLine>
        {product.penaltyApr !== undefined && (
          <ReviewLine label="If a payment is over 60 days late">
            {formatExactRate(product.penaltyApr)} APR
          </ReviewLine>
        )}
      </Review>
      {refused && (
        <p role="alert" className="text-negative">
          {refused}
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        busy={isPending}
        onClick={() => void send({ application_id: application.id }).then(opened, () => {})}
      >
        Open {offer.name}
      </Button>
    </div>
  );
}

function OpenSecured({ application, name, onDone }: OpenCardProps & { name: string }) {
  const { least, most } = CARD_PRODUCTS.anchor_secured.limits;
  const [lowest, highest] = [fromMinor(markMinor(least)), fromMinor(markMinor(most))];
  const all = useQuery(accountQueries.list()).data ?? [];
  const accounts = all.filter((account) => canPayIn(account, 'USD'));
  const { send } = useIdempotentMutation(cardCatalogMutations.open);
  const opened = useOpened(name);
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: z.object({
      deposit: amountField().refine(
        (amount) => amount >= lowest && amount <= highest,
        `Enter a deposit from ${formatMoney(lowest)} to ${formatMoney(highest)}.`,
      ),
      accountId: z.string().min(1, 'Open a checking or savings account in dollars first.'),
    }),
    defaults: { deposit: formatTypedAmount(lowest), accountId: accounts[0]?.id ?? '' },
    currency: 'USD',
    refusedField: 'deposit',
    onConfirm: async ({ deposit, accountId }) => {
      opened(await send({ application_id: application.id, deposit, account_id: accountId }));
      onDone();
    },
  });
  const account = accounts.find(({ id }) => id === reviewed?.accountId);
  if (reviewed && account)
    return (
      <ReviewStep
        confirm={`Deposit ${formatMoney(reviewed.deposit)} and open ${name}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewLine label="Credit limit">{formatMoney(reviewed.deposit)}</ReviewLine>
          <ReviewLine label="APR">{describeApr(CARD_PRODUCTS.anchor_secured)}</ReviewLine>
          <AccountChange account={account} pays={reviewed.deposit} />
        </Review>
        <p className="text-ink-2">
          We hold the deposit as collateral. You get it back after {PAYMENTS_TO_GRADUATE} payments on time, or
          when you close the card.
        </p>
      </ReviewStep>
    );
  if (accounts.length === 0)
    return (
      <AlertBox
        fact="You need an account for the deposit."
        action={<TextLink to="/create-account">Open an account</TextLink>}
      >
        Open a checking or savings account in dollars first.
      </AlertBox>
    );
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="deposit"
        label="Deposit"
        hint={`From ${formatMoney(lowest)} to ${formatMoney(highest)}. It becomes your credit limit.`}
        size="page"
        autoFocus
      />
      <AccountField control={control} name="accountId" label="From" accounts={accounts} />
    </Form>
  );
}
