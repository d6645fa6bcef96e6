import { SCENARIO_TOPICS, type ScenarioTopic } from '@engine/scenarios/scenario.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import type { ListedScenarioRun } from '@/entities/scenario/scenario-run';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { formatCount } from '@/lib/count';
import { useOnline } from '@/lib/use-online';
import { BackLink } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { scenarioQueries } from '../queries';
import { topicName } from '../scenario-text';
import { listScenarios, type ScenarioEntry } from '../scenarios';
import { FeaturedRun, ResumeDialog } from './featured-run';
import { ImportArea } from './import-area';
import { ScenarioCard } from './scenario-card';
import { getRecord, type ScenarioRecord } from './scenario-record';

/** Renders the scenario in progress and all available scenarios. */
export function ScenarioCatalog() {
  const loaded = combineQueries(
    useQuery(scenarioQueries.packs()),
    useQuery(scenarioQueries.runs()),
    useQuery(customerQueries.me()),
  );
  return (
    <ImportArea>
      {(importButton) => (
        <Page
          title="Scenarios"
          actions={importButton}
          docked={false}
          above={<BackLink to="/tips">Financial tips</BackLink>}
        >
          <p ref={tourAnchor('scenario-intro')} className="-mt-5 mb-8 w-fit text-ink-2">
            Manage someone else's money, with goals and a deadline. We'll save your own bank until you come
            back.
          </p>
          <Loaded from={loaded} failure="We couldn't load your scenarios." placeholder={<CatalogSkeleton />}>
            {([packs, runs, customer]) => (
              <Shelves scenarios={listScenarios(packs)} runs={runs} customer={customer} />
            )}
          </Loaded>
        </Page>
      )}
    </ImportArea>
  );
}

type Listed = { entry: ScenarioEntry; record: ScenarioRecord };

type ShelvesProps = {
  scenarios: readonly ScenarioEntry[];
  runs: readonly ListedScenarioRun[];
  customer: { now: string; time_zone: string };
};

function Shelves({ scenarios, runs, customer }: ShelvesProps) {
  const [topic, setTopic] = useState<ScenarioTopic | null>(null);
  const [resuming, setResuming] = useState<ScenarioRecord['paused']>(null);
  const all: Listed[] = scenarios.map((entry) => ({ entry, record: getRecord(runs, entry.pack) }));
  const shown = all.filter(({ entry }) => topic === null || entry.pack.topics.includes(topic));
  const featured = findFeatured(all, runs);
  const renderCard = ({ entry, record }: Listed, index: number) => (
    <ScenarioCard
      key={entry.path}
      entry={entry}
      record={record}
      customer={customer}
      detailsRef={index === 0 && entry.rowId === null ? tourAnchor('scenario-card') : undefined}
      onResume={() => setResuming(record.paused)}
    />
  );
  return (
    <>
      {featured && (
        <FeaturedRun {...featured} customer={customer} onResume={() => setResuming(featured.record.paused)} />
      )}
      <ScenarioGroup
        title="All scenarios"
        aside={<Totals listed={all} />}
        filter={<TopicFilter topic={topic} onTopic={setTopic} />}
      >
        {shown.filter(({ entry }) => entry.rowId === null).map(renderCard)}
      </ScenarioGroup>
      {all.some(({ entry }) => entry.rowId !== null) && (
        <ScenarioGroup title="Imported">
          {shown.filter(({ entry }) => entry.rowId !== null).map(renderCard)}
        </ScenarioGroup>
      )}
      <p role="status" className="sr-only">
        {formatCount(shown.length, 'scenario')}
      </p>
      {resuming && (
        <ResumeDialog
          scenarioRun={resuming}
          checkpointId={resuming.saved.id}
          onClose={() => setResuming(null)}
        />
      )}
    </>
  );
}

/** Returns the scenario in progress or, if there is none, the one that was paused last. */
function findFeatured(all: readonly Listed[], runs: readonly ListedScenarioRun[]): Listed | undefined {
  const playing = all.find(({ record }) => record.playing !== null);
  if (playing) return playing;
  const latest = runs.find(({ id }) => all.some(({ record }) => record.paused?.id === id));
  return latest && all.find(({ record }) => record.paused?.id === latest.id);
}

const GRID = 'mt-6 grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4';

function CatalogSkeleton() {
  if (!useOnline()) return <SkeletonRows />;
  return (
    <div role="status" aria-label="Loading your scenarios" className={GRID}>
      {Array.from({ length: 8 }, (_, card) => `card ${card}`).map((card) => (
        <div key={card}>
          <Skeleton className="aspect-[1.444] rounded-3" />
          <Skeleton className="mt-3 h-5 w-32" />
          <Skeleton className="mt-2 h-10" />
        </div>
      ))}
    </div>
  );
}

type ScenarioGroupProps = {
  title: string;
  aside?: ReactNode;
  filter?: ReactNode;
  children: readonly ReactNode[];
};

function ScenarioGroup({ title, aside, filter, children }: ScenarioGroupProps) {
  return (
    <Section title={title} aside={aside} className="mb-14">
      {filter}
      {children.length > 0 ? (
        <ul aria-label={title} className={GRID}>
          {children}
        </ul>
      ) : (
        <p className="mt-6 text-ink-2">No scenarios on this topic</p>
      )}
    </Section>
  );
}

function Totals({ listed }: { listed: readonly Listed[] }) {
  const sum = (count: (record: ScenarioRecord) => number) =>
    listed.reduce((total, { record }) => total + count(record), 0);
  return (
    <span className="figures">
      {sum(({ hasWon }) => Number(hasWon))} of {listed.length} won · {sum(({ stars }) => stars)} of{' '}
      {sum(({ of }) => of)} stars
    </span>
  );
}

type TopicFilterProps = { topic: ScenarioTopic | null; onTopic: (topic: ScenarioTopic | null) => void };

function TopicFilter({ topic, onTopic }: TopicFilterProps) {
  return (
    <div ref={tourAnchor('scenario-topics')} role="group" aria-label="Topic" className="flex flex-wrap gap-2">
      {[null, ...SCENARIO_TOPICS].map((item) => (
        <button
          key={item ?? 'all'}
          type="button"
          aria-pressed={topic === item}
          onClick={() => onTopic(item)}
          className="min-h-8 rounded-full border border-line-strong px-3.5 font-medium text-sm hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-canvas pointer-coarse:min-h-11"
        >
          {item === null ? 'All topics' : topicName(item)}
        </button>
      ))}
    </div>
  );
}
