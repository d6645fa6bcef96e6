import { buildCardFacts, type CardDecision, decideCard } from '@engine/credit/card-policy.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { ZERO } from '@engine/money/minor.ts';
import { CARD_PRODUCTS, type CardProductId } from '@engine/products/cards/card-catalog.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { CardFace } from '@/entities/card/card-face';
import { getPath } from '@/entities/card/card-paths';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import {
  describeStoppedPay,
  EMPLOYMENTS,
  getKnownIncome,
  getTypedIncome,
  type KnownIncome,
  parseEmployment,
} from '@/entities/credit/applicant';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { loanApplicationQueries } from '@/features/loan-applications/queries';
import { amountField } from '@/lib/fields';
import { formatExactRate, formatMinor, formatMoney, parseAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { BackLink, LinkButton } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { Well } from '@/ui/panel';
import { DecisionView } from './decision-view';
import { cardCatalogMutations } from './mutations';
import { TAGLINES, TERMS } from './product-text';
import { type CardApplication, cardApplicationQueries } from './queries';

/** Renders the terms of a card, the application form, and the last decision. */
export function ProductPage({ id }: { id: CardProductId }) {
  const product = CARD_PRODUCTS[id];
  const loading = combineQueries(
    useQuery(loanApplicationQueries.facts()),
    useQuery(cardApplicationQueries.list()),
    useQuery(creditCardQueries.list()),
    useQuery(clockQueries.household()),
  );
  const canApply = loading.data && isApplicable(id, loading.data[1], loading.data[2]);
  return (
    <Page
      title={product.name}
      description={TAGLINES[id]}
      above={<BackLink to="/credit-cards/catalog">All cards</BackLink>}
      actions={
        canApply && (
          <Button variant="primary" onClick={goToApplication}>
            Apply
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <CardFace name={product.name} lastFour="0000" holder="Your name" product={id} />
        <dl className="divide-y divide-line border-line border-y">
          {TERMS.map(({ name, describe }) => (
            <div key={name} className="py-3 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-4">
              <dt className="text-ink-3">{name}</dt>
              <dd className="figures font-medium">{describe(product)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Loaded from={loading} failure="We couldn’t load your application." rows={5}>
        {([credit, applications, cards, household]) => {
          const last = applications.find((application) => application.product === id);
          const card = cards.find(({ product, closed_at }) => product === id && closed_at === null);
          return (
            <>
              {last && <DecisionView application={last} />}
              {card && last?.card_id !== card.id && (
                <LinkButton to={getPath(card.id)} className="mt-10">
                  Go to your {product.name} card
                </LinkButton>
              )}
              {isApplicable(id, applications, cards) && (
                <Application
                  key={last?.id ?? 'new'}
                  id={id}
                  credit={credit}
                  income={getKnownIncome(credit, household)}
                  again={last !== undefined}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Returns true if the customer neither has the card nor an approval that is still open. */
function isApplicable(
  id: CardProductId,
  applications: readonly CardApplication[],
  cards: readonly Card[],
): boolean {
  const last = applications.find(({ product }) => product === id);
  return (
    !cards.some(({ product, closed_at }) => product === id && closed_at === null) &&
    !(last?.outcome === 'approved' && last.is_open)
  );
}

const APPLICATION_ID = 'apply';

/** Scrolls to the application and focuses its first field. */
function goToApplication() {
  const application = document.getElementById(APPLICATION_ID);
  application?.scrollIntoView();
  application?.querySelector('input')?.focus({ preventScroll: true });
}

const applicationSchema = z.object({
  annualIncome: amountField({ zero: true, label: 'an annual income' }),
  employmentStatus: z.string(),
  monthlyDebt: amountField({ zero: true }),
});

type ApplicationProps = {
  id: CardProductId;
  credit: CreditFacts;
  income: KnownIncome | null;
  /** True if there is an earlier application for this card. */
  again: boolean;
};

function Application({ id, credit, income, again }: ApplicationProps) {
  const { name, kind } = CARD_PRODUCTS[id];
  const { send } = useIdempotentMutation(cardCatalogMutations.apply);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: applicationSchema,
    defaults: {
      annualIncome: getTypedIncome(income),
      employmentStatus: kind === 'student' ? 'STUDENT' : 'EMPLOYED',
      monthlyDebt: '0.00',
    },
    currency: 'USD',
    refusedField: 'annualIncome',
    onSubmit: ({ annualIncome, employmentStatus, monthlyDebt }) =>
      send({
        product: id,
        annual_income: annualIncome,
        employment_status: employmentStatus,
        monthly_debt: monthlyDebt,
      }),
  });
  const fields = watch();
  const annualIncome = parseAmount(fields.annualIncome);
  const estimate =
    annualIncome === null
      ? null
      : decideCard(
          buildCardFacts(credit, {
            annualIncome,
            monthlyDebt: parseAmount(fields.monthlyDebt) ?? ZERO,
            employment: parseEmployment(fields.employmentStatus),
          }),
          id,
        );
  return (
    <Section
      id={APPLICATION_ID}
      title={again ? `Apply for ${name} again` : `Apply for ${name}`}
      className="mt-12"
    >
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Form
          onSubmit={submit}
          verb="Get the decision"
          busy={isSubmitting}
          below={
            <p className="text-ink-3 text-sm">
              The decision is immediate and adds a hard inquiry to your credit report. A card opens only after
              you confirm it.
            </p>
          }
        >
          <AmountField
            control={control}
            name="annualIncome"
            label="Annual income"
            hint={
              income === null
                ? 'Your own income before tax. We verify it against your Sandbank deposits.'
                : income.hasStopped
                  ? `Your own income before tax. ${describeStoppedPay(income)}`
                  : income.basis === 'pay'
                    ? 'Your own income before tax, filled in from your pay details.'
                    : `Filled in from your deposits, ${formatMoney(income.amount)} per year after tax. Enter your own income before tax if it’s higher.`
            }
          />
          <SelectField control={control} name="employmentStatus" label="Employment" options={EMPLOYMENTS} />
          <AmountField
            control={control}
            name="monthlyDebt"
            label="Other monthly debt payments"
            hint="Monthly payments to other lenders."
          />
        </Form>
        <EstimateWell estimate={estimate} />
      </div>
    </Section>
  );
}

function EstimateWell({ estimate }: { estimate: CardDecision | null }) {
  return (
    <Well aria-label="Instant estimate" className="self-start">
      <h3 className="font-semibold">Instant estimate</h3>
      <p aria-live="polite" className="mt-2">
        {estimate ? describeEstimate(estimate) : 'Enter your income to see an estimate.'}
      </p>
      <p className="mt-3 text-ink-3 text-sm">This estimate doesn’t affect your credit score.</p>
    </Well>
  );
}

function describeEstimate({ outcome, limit, apr, product, reasons, alternative }: CardDecision): string {
  const rate = `${formatExactRate(apr)} APR`;
  if (outcome === 'approved')
    return CARD_PRODUCTS[product].kind === 'secured'
      ? `Likely approved at ${rate}. Your deposit becomes your limit.`
      : `Likely approved: a limit of ${formatMinor(limit)} at ${rate}.`;
  const reason = reasons.find(({ effect }) => effect === 'against')?.text ?? '';
  return alternative
    ? `${reason} We could offer you ${alternative.name} instead.`
    : `Likely declined. ${reason}`;
}
