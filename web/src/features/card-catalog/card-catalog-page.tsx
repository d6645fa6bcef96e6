import { buildCardFacts, type CardDecision, decideCard } from '@engine/credit/card-policy.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { CARD_PRODUCT_IDS, CARD_PRODUCTS, type CardProductId } from '@engine/products/cards/card-catalog.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { CardFace } from '@/entities/card/card-face';
import { describeRewards } from '@/entities/card/rewards-text';
import { loanApplicationQueries } from '@/features/loan-applications/queries';
import { formatExactRate, formatMinor } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { LabeledSelect } from '@/ui/forms/labeled';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Page, Section } from '@/ui/page';
import { ProductPage } from './product-page';
import {
  describeAnnualFee,
  describeApr,
  describeEligibility,
  readProduct,
  TAGLINES,
  TERMS,
} from './product-text';

/** Renders the card catalog, or the page of one card with its application form. */
export default function CardCatalogPage() {
  const { '*': path = '' } = useParams();
  const product = readProduct(path.split('/')[0]);
  return product ? <ProductPage key={product} id={product} /> : <Catalog />;
}

function Catalog() {
  const credit = useQuery(loanApplicationQueries.facts()).data;
  return (
    <Page
      title="Find a card"
      description="Apply and get a decision right away. Browsing doesn’t affect your credit score."
      above={<BackLink to="/credit-cards">Credit cards</BackLink>}
      docked={false}
    >
      <ul aria-label="Cards" className="divide-y divide-line border-line border-y">
        {CARD_PRODUCT_IDS.map((id) => (
          <CatalogRow key={id} id={id} credit={credit} />
        ))}
      </ul>
      <Comparison />
    </Page>
  );
}

function CatalogRow({ id, credit }: { id: CardProductId; credit: CreditFacts | undefined }) {
  const product = CARD_PRODUCTS[id];
  const estimate = credit ? estimateDecision(id, credit) : null;
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 gap-y-4 py-6 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-x-10 md:py-8">
      {/* On phones, the card is drawn at 40% of its size. */}
      <div className="h-15 w-24 overflow-hidden md:row-span-2 md:h-auto md:w-auto md:self-center">
        <div className="w-60 origin-top-left scale-40 md:w-auto md:scale-100">
          <CardFace name={product.name} lastFour="0000" holder="Your name" product={id} />
        </div>
      </div>
      <div>
        <h2 className="text-lg">
          <TextLink to={`/credit-cards/catalog/${id}`}>{product.name}</TextLink>
        </h2>
        <p className="mt-0.5 text-ink-2">{TAGLINES[id]}</p>
      </div>
      <div className="max-md:col-span-2">
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 [&_dt]:text-ink-3 [&_dt]:text-sm">
          <div className="max-sm:col-span-2">
            <dt>Rewards</dt>
            <dd>{describeRewards(product)}</dd>
          </div>
          <div>
            <dt>Purchase APR</dt>
            <dd className="figures">{describeApr(product)}</dd>
          </div>
          <div>
            <dt>Annual fee</dt>
            <dd className="figures">{describeAnnualFee(product)}</dd>
          </div>
          <div className="max-sm:col-span-2">
            <dt>Eligibility</dt>
            <dd>{describeEligibility(product)}</dd>
          </div>
        </dl>
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          <LinkButton
            to={`/credit-cards/catalog/${id}`}
            variant={estimate?.outcome === 'approved' ? 'primary' : 'secondary'}
          >
            Apply for {product.name}
          </LinkButton>
          {estimate && <Estimate id={id} estimate={estimate} />}
        </div>
      </div>
    </li>
  );
}

/** Returns the policy's decision for the income in the customer's accounts; null without an income. */
function estimateDecision(id: CardProductId, credit: CreditFacts): CardDecision | null {
  const facts = buildCardFacts(credit, {
    annualIncome: null,
    monthlyDebt: 0,
    employment: CARD_PRODUCTS[id].kind === 'student' ? 'STUDENT' : null,
  });
  return facts.monthlyIncome === 0 ? null : decideCard(facts, id);
}

function Estimate({ id, estimate }: { id: CardProductId; estimate: CardDecision }) {
  const { kind } = CARD_PRODUCTS[id];
  const { outcome, apr, limit, reasons } = estimate;
  if (outcome === 'approved')
    return (
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone="positive">Likely approved</Badge>
        <span className="figures text-ink-2">
          {kind === 'secured' ? '' : `${formatMinor(limit)} `}at {formatExactRate(apr)} APR
          {kind === 'student' && ', if you’re a student'}
        </span>
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone="warning">Unlikely</Badge>
      <span className="text-ink-2">{reasons.find(({ effect }) => effect === 'against')?.text}</span>
    </span>
  );
}

const [FIRST, SECOND] = ['tide_cash', 'quarter_five'] as const;

/** Renders two cards side by side. The address keeps the choice. */
function Comparison() {
  const [search, setSearch] = useSearchParams();
  const left = readProduct(search.get('left')) ?? FIRST;
  const right = readProduct(search.get('right')) ?? SECOND;
  const choose = (side: 'left' | 'right') => (event: { target: { value: string } }) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(side, event.target.value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const options = CARD_PRODUCT_IDS.map((id) => ({ value: id, label: CARD_PRODUCTS[id].name }));
  return (
    <Section title="Compare two cards" className="mt-12">
      <div className="grid grid-cols-2 gap-4 md:gap-8">
        <LabeledSelect label="First card" options={options} value={left} onChange={choose('left')} />
        <LabeledSelect label="Second card" options={options} value={right} onChange={choose('right')} />
      </div>
      <dl className="mt-4 divide-y divide-line border-line border-y">
        {TERMS.map(({ name, describe }) => (
          <div key={name} className="grid grid-cols-2 gap-x-4 gap-y-1 py-3.5">
            <dt className="col-span-2 text-ink-3 text-sm">{name}</dt>
            {[left, right].map((id, place) => (
              <dd key={place === 0 ? 'left' : 'right'} className="figures">
                {describe(CARD_PRODUCTS[id])}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  );
}
