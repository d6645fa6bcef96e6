import { getStars } from '@engine/scenarios/run-state.ts';
import { SCENARIO_TOPICS, type Scenario, type ScenarioTopic } from '@engine/scenarios/scenario.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ScenarioRunSummary } from '@/entities/scenario/scenario-run';
import { formatCount } from '@/lib/count';
import { downloadText } from '@/lib/download';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { scenarioMutations } from '../mutations';
import { scenarioQueries } from '../queries';
import { CurrentRun, RunStatus } from '../run-list';
import { formatScenario, topicName } from '../scenario-text';
import { listScenarios, type ScenarioEntry } from '../scenarios';
import { ImportArea } from './import-area';

/** Renders the scenario in progress and all available scenarios. */
export function ScenarioCatalog() {
  const loaded = combineQueries(useQuery(scenarioQueries.packs()), useQuery(scenarioQueries.runs()));
  return (
    <ImportArea>
      {(importButton) => (
        <Page
          title="Scenarios"
          actions={importButton}
          docked={false}
          above={
            <Link to="/tips" className="text-ink-3 hover:text-ink">
              Financial Tips
            </Link>
          }
        >
          <p className="-mt-5 mb-8 max-w-160 text-ink-2">
            Manage a new household with goals and a few surprises. We'll save your own household until you
            come back.
          </p>
          <Loaded
            from={loaded}
            failure="We couldn't load your scenarios."
            rows={8}
            label="Loading your scenarios"
          >
            {([packs, runs]) => <Shelves scenarios={listScenarios(packs)} runs={runs} />}
          </Loaded>
        </Page>
      )}
    </ImportArea>
  );
}

type ShelvesProps = { scenarios: readonly ScenarioEntry[]; runs: readonly ScenarioRunSummary[] };

function Shelves({ scenarios, runs }: ShelvesProps) {
  const [topic, setTopic] = useState<ScenarioTopic | null>(null);
  const isShown = ({ pack }: ScenarioEntry) => topic === null || pack.topics.includes(topic);
  const shown = scenarios.filter(isShown);
  const shipped = shown.filter(({ rowId }) => rowId === null);
  const own = shown.filter(({ rowId }) => rowId !== null);
  return (
    <>
      <CurrentRun />
      <TopicFilter topic={topic} onTopic={setTopic} />
      <p role="status" className="sr-only">
        {formatCount(shown.length, 'scenario')}
      </p>
      <Section
        title="Available scenarios"
        className="mt-8"
        aside={<WonCount scenarios={scenarios} runs={runs} />}
      >
        {shipped.length > 0 ? (
          <ScenarioList label="Available scenarios" scenarios={shipped} runs={runs} />
        ) : (
          <p className="text-ink-2">No scenarios on this topic</p>
        )}
      </Section>
      {scenarios.some(({ rowId }) => rowId !== null) && (
        <Section title="Imported" className="mt-12">
          {own.length > 0 ? (
            <ScenarioList label="Imported" scenarios={own} runs={runs} />
          ) : (
            <p className="text-ink-2">No scenarios on this topic</p>
          )}
        </Section>
      )}
    </>
  );
}

type ScenarioListProps = {
  label: string;
  scenarios: readonly ScenarioEntry[];
  runs: readonly ScenarioRunSummary[];
};

function ScenarioList({ label, scenarios, runs }: ScenarioListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {scenarios.map((scenario) => (
        <ScenarioRow key={scenario.path} entry={scenario} best={getBest(runs, scenario.pack)} />
      ))}
    </ul>
  );
}

type WonCountProps = { scenarios: readonly ScenarioEntry[]; runs: readonly ScenarioRunSummary[] };

function WonCount({ scenarios, runs }: WonCountProps) {
  const won = scenarios.filter(({ pack }) => getBest(runs, pack)?.state === 'won');
  return (
    <span className="figures">
      {won.length} of {scenarios.length} won
    </span>
  );
}

type TopicFilterProps = { topic: ScenarioTopic | null; onTopic: (topic: ScenarioTopic | null) => void };

function TopicFilter({ topic, onTopic }: TopicFilterProps) {
  return (
    <div role="group" aria-label="Topic" className="flex flex-wrap gap-2">
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

const RANK = { playing: 3, won: 2, lost: 1, left: 0 } as const;

/**
 * Returns the run that the catalog shows for a scenario. Prefers the current run, then the run with the best
 * result.
 */
function getBest(
  runs: readonly ScenarioRunSummary[],
  { id }: Pick<Scenario, 'id'>,
): ScenarioRunSummary | undefined {
  return runs
    .filter(({ pack_id }) => pack_id === id)
    .toSorted(
      (left, right) =>
        RANK[right.state] - RANK[left.state] || getStars(right.course).stars - getStars(left.course).stars,
    )[0];
}

type ScenarioRowProps = { entry: ScenarioEntry; best: ScenarioRunSummary | undefined };

function ScenarioRow({ entry: scenario, best }: ScenarioRowProps) {
  const { pack, path, text } = scenario;
  return (
    <li>
      <div className="relative -mx-2.5 flex items-start gap-3 rounded-2 px-2.5 py-4 hover:bg-sunken">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-10 gap-y-2 md:grid-cols-[minmax(0,1fr)_14rem]">
          <div>
            <Link to={path} className="font-semibold text-lg after:absolute after:inset-0">
              {pack.title}
            </Link>
            <p className="mt-0.5 max-w-160 text-ink-2">{pack.teaches}</p>
            <p className="mt-1 text-ink-3 text-sm">{formatScenario(pack)}</p>
          </div>
          {best && (
            <div className="text-sm md:pt-1 md:text-right">
              <RunStatus scenarioRun={best} />
            </div>
          )}
        </div>
        <ScenarioMenu
          entry={scenario}
          onSave={() => downloadText(`${pack.id}.json`, text, 'application/json')}
        />
      </div>
    </li>
  );
}

type ScenarioMenuProps = { entry: ScenarioEntry; onSave: () => void };

function ScenarioMenu({ entry: { pack, rowId, text }, onSave }: ScenarioMenuProps) {
  const remove = useMutation(scenarioMutations.remove);
  const keep = useMutation(scenarioMutations.keep);
  const deleteScenario = (id: string) =>
    remove.mutate(id, {
      onSuccess: () =>
        toast.success(`“${pack.title}” removed`, {
          // Uses `mutateAsync`, because Undo must work and report failures after this row is removed.
          action: { label: 'Undo', onClick: () => void keep.mutateAsync(text).catch(() => {}) },
        }),
    });
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={`More options for ${pack.title}`} className="relative px-2.5!">
          <Ellipsis className="size-5" />
        </Button>
      }
    >
      <MenuItem onSelect={onSave}>Download file</MenuItem>
      {rowId && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => deleteScenario(rowId)}>Delete</MenuItem>
        </>
      )}
    </Menu>
  );
}
