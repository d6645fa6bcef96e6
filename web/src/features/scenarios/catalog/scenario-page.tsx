import { monthlyPayment } from '@engine/money/amortization.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { getIncomeAmount } from '@engine/scenarios/scenario-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Link } from 'lucide-react';
import { useState } from 'react';
import { ScenarioCover } from '@/entities/scenario/scenario-cover';
import { SCENARIOS_PATH, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { getOpening } from '@/entities/scenario/scenario-text';
import { downloadText } from '@/lib/download';
import { sumAmounts } from '@/lib/money';
import { copyShareLink } from '@/lib/navigation/copy-share-link';
import { createShareLink } from '@/lib/navigation/share-link';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Review, ReviewLine } from '@/ui/forms/review';
import { BackLink, LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { scenarioQueries } from '../queries';
import { PastRuns } from '../run-list';
import { formatLength, formatScenario, getHoldings, type Holding } from '../scenario-text';
import { listScenarios, type ScenarioEntry } from '../scenarios';
import { StartDialog } from './start-dialog';

/** The link to the catalog. */
export const ABOVE = <BackLink to={SCENARIOS_PATH}>Scenarios</BackLink>;

/** Renders a scenario before it starts. */
export function ScenarioPage({ path }: { path: string }) {
  const packs = useQuery(scenarioQueries.packs());
  const entry = packs.data && listScenarios(packs.data).find((item) => item.path === path);
  if (entry) return <Opening entry={entry} />;
  return (
    <Page title="Scenario" above={ABOVE}>
      <Loaded from={packs} failure="We couldn't load the scenario." rows={6} label="Loading the scenario">
        {() => (
          <EmptyState
            title="We couldn't find that scenario."
            action={<LinkButton to={SCENARIOS_PATH}>View all scenarios</LinkButton>}
          >
            It may have been deleted, or the link may be wrong.
          </EmptyState>
        )}
      </Loaded>
    </Page>
  );
}

function Opening({ entry }: { entry: ScenarioEntry }) {
  const { pack, text } = entry;
  const runs = useQuery(scenarioQueries.runs());
  const [asks, setAsks] = useState(false);
  const current = runs.data?.find(({ state, pack_id }) => state === 'playing' && pack_id === pack.id);
  const { paragraphs, you, objectives, losing } = getOpening(pack);
  const required = objectives.filter((objective) => objective.required);
  const stars = objectives.filter((objective) => !objective.required);
  return (
    <Page
      title={pack.title}
      above={ABOVE}
      actions={
        <>
          <Menu trigger={<Button>Share</Button>}>
            <MenuItem onSelect={() => void copyLink(entry)}>
              <Link className="size-4" /> Copy link
            </MenuItem>
            <MenuItem onSelect={() => downloadText(`${pack.id}.json`, text, 'application/json')}>
              <Download className="size-4" /> Download file
            </MenuItem>
          </Menu>
          {current ? (
            <LinkButton to={scenarioRunPath(current.id)} variant="primary">
              Continue
            </LinkButton>
          ) : (
            <Button variant="primary" onClick={() => setAsks(true)}>
              Start
            </Button>
          )}
        </>
      }
    >
      <p className="-mt-5 mb-8 text-ink-3 text-sm">{formatScenario(pack)}</p>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <div className="flex max-w-150 flex-col gap-4 text-lg">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className="text-base text-ink-2">{you}</p>
          </div>
          <Section title="Goals" className="mt-10" aside={`in ${formatLength(pack.months)}`}>
            <ol aria-label="Goals" className="divide-y divide-line border-line border-y">
              {required.map(({ id, text }) => (
                <li key={id} className="py-3">
                  {text}
                </li>
              ))}
            </ol>
            {stars.length > 0 && (
              <>
                <h3 className="mt-5 text-ink-3 text-sm">Bonus stars</h3>
                <ul aria-label="Bonus stars" className="divide-y divide-line border-line border-b">
                  {stars.map(({ id, text }) => (
                    <li key={id} className="py-3">
                      {text}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Section>
          {losing.length > 0 && (
            <Section title="Game over if" className="mt-10">
              <ul aria-label="Game over if" className="divide-y divide-line border-line border-y">
                {losing.map(({ id, text }) => (
                  <li key={id} className="py-3">
                    {text}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {runs.data && <PastRuns runs={runs.data.filter(({ pack_id }) => pack_id === pack.id)} />}
        </div>
        <div className="flex flex-col gap-10 max-lg:contents">
          <ScenarioCover scenario={pack} className="w-full max-lg:-order-1" />
          <Section title="Starting position">
            <Holdings pack={pack} />
          </Section>
          <Section title="Typical month">
            <UsualMonth pack={pack} />
          </Section>
          <Imprint pack={pack} />
        </div>
      </div>
      {asks && <StartDialog pack={pack} onClose={() => setAsks(false)} />}
    </Page>
  );
}

/** Copies a link to a scenario. A link to the customer's own scenario contains the scenario. */
async function copyLink({ path, text, rowId }: ScenarioEntry): Promise<void> {
  const link = rowId ? await createShareLink(SCENARIOS_PATH, text) : `${location.origin}${path}`;
  if (link === null)
    toast.error('This scenario is too long for a link', { description: 'Download the file and share it.' });
  else await copyShareLink(link, 'Anyone can open it. It contains the scenario, but none of your data.');
}

/** Renders the scenario's author, license, sources, and edition. */
function Imprint({ pack: { author, license, sources = [], edition } }: Pick<ScenarioEntry, 'pack'>) {
  return (
    <section aria-label="About this scenario" className="text-ink-3 text-sm">
      <p>
        Written by {author}, {license}. Edition {edition}.
      </p>
      {sources.length > 0 && (
        <ul aria-label="Sources" className="mt-2 flex list-disc flex-col gap-1 pl-5">
          {sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Renders the initial assets and debts as bars on one scale. Assets are solid, and debts are hatched. */
export function Holdings({ pack }: { pack: Scenario }) {
  const { has, owes, worth } = getHoldings(pack);
  const largest = Math.max(...[...has, ...owes].map(({ amount }) => amount), 1);
  return (
    <>
      <Side label="You own" holdings={has} largest={largest} />
      {owes.length > 0 && <Side label="You owe" holdings={owes} largest={largest} owed />}
      <p className="mt-4 flex justify-between gap-4">
        <span>Net worth</span>
        <Money amount={worth} />
      </p>
    </>
  );
}

type SideProps = { label: string; holdings: readonly Holding[]; largest: number; owed?: boolean };

function Side({ label, holdings, largest, owed = false }: SideProps) {
  return (
    <>
      <h3 className="mt-4 text-ink-3 text-sm">{label}</h3>
      <ul aria-label={label} className="divide-y divide-line border-line border-b">
        {holdings.map(({ id, name, detail, amount }) => (
          <li key={id} className="py-2.5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-medium">{name}</span>
              <Money amount={owed && amount > 0 ? -amount : amount} />
            </p>
            <p className="text-ink-3 text-sm">{detail}</p>
            <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-sunken">
              <span
                className={owed ? 'block h-full rounded-full bg-chart-2' : 'block h-full rounded-full bg-ink'}
                style={{ width: `${(amount / largest) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders the cash flow of a typical month: recurring income and payments, and average spending. */
export function UsualMonth({ pack }: { pack: Scenario }) {
  return (
    <Review>
      {getMonth(pack)
        .filter(({ amount }) => amount !== 0)
        .map(({ label, ...money }) => (
          <ReviewLine key={label} label={label}>
            <Money {...money} />
          </ReviewLine>
        ))}
    </Review>
  );
}

const MONTHS_A_YEAR = 12;
const OCCASIONS_A_YEAR = { week: 52, 'two weeks': 26, month: 12, quarter: 4, year: 1 } as const;

/**
 * Returns a typical month of the first year, in major units. Includes rules active in the first month and
 * average spending.
 */
function getMonth({ start }: Scenario) {
  const acts = ({ fromMonth = 1 }: { fromMonth?: number | undefined }) => fromMonth === 1;
  const aMonth = (amount: number, every: keyof typeof OCCASIONS_A_YEAR) =>
    inCents((amount * OCCASIONS_A_YEAR[every]) / MONTHS_A_YEAR);
  const bills = start.payments
    .filter(acts)
    .flatMap(({ to, amount, every }) =>
      'payee' in to && typeof amount === 'number' ? [aMonth(amount, every)] : [],
    );
  const comesIn = start.incomes.filter(acts).map((income) => aMonth(getIncomeAmount(income), income.every));
  const installments = [
    ...start.loans.map(({ lent, rate, months }) => installment(lent, rate, months)),
    ...start.mortgages.map(({ lent, rate, years }) => installment(lent, rate, years * MONTHS_A_YEAR)),
  ];
  const habits = (start.daily?.habits ?? []).map(({ timesAMonth, from, to }) =>
    inCents((timesAMonth * (from + to)) / 2),
  );
  return [
    { label: 'Income', amount: sumAmounts(comesIn), signed: true },
    { label: 'Bills', amount: -sumAmounts(bills) },
    { label: 'Installments', amount: -sumAmounts(installments) },
    { label: 'Everyday spending (estimated)', amount: -sumAmounts(habits), expected: true },
  ];
}

const inCents = (amount: number) => fromMinor(toMinor(amount));

const installment = (lent: number, rate: number, months: number) =>
  fromMinor(monthlyPayment(toMinor(lent), rate, months));
