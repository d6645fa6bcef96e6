import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getOpening } from '@/entities/scenario/scenario-text';
import { downloadText } from '@/lib/download';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page, Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { PastRuns } from '../debrief/past-runs';
import { scenarioQueries } from '../queries';
import { SCENARIOS_PATH, scenarioRunPath } from '../scenario-paths';
import { formatLength, formatScenario } from '../scenario-text';
import { listScenarios, type ScenarioEntry } from '../scenarios';
import { Holdings, UsualMonth } from './holdings';
import { StartDialog } from './start-dialog';

const ABOVE = (
  <Link to={SCENARIOS_PATH} className="text-ink-3 hover:text-ink">
    Scenarios
  </Link>
);

/** A scenario before it starts. */
export function ScenarioPage({ path }: { path: string }) {
  const packs = useQuery(scenarioQueries.packs());
  const story = packs.data && listScenarios(packs.data).find((each) => each.path === path);
  if (story) return <Opening story={story} />;
  return (
    <Page title="Scenario" above={ABOVE}>
      {packs.data ? (
        <EmptyState
          title="We couldn't find that scenario."
          action={
            <Button asChild>
              <Link to={SCENARIOS_PATH}>View all scenarios</Link>
            </Button>
          }
        >
          It may have been deleted, or the link may be wrong.
        </EmptyState>
      ) : packs.error ? (
        <ErrorState
          title="We couldn't load the scenario."
          onRetry={() => void packs.refetch()}
          busy={packs.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} label="Loading the scenario" />
      )}
    </Page>
  );
}

function Opening({ story: { pack, text } }: { story: ScenarioEntry }) {
  const plays = useQuery(scenarioQueries.plays());
  const [asks, setAsks] = useState(false);
  const current = plays.data?.find(({ state, pack_id }) => state === 'playing' && pack_id === pack.id);
  const { paragraphs, you, objectives, losing } = getOpening(pack);
  const required = objectives.filter((objective) => objective.required);
  const stars = objectives.filter((objective) => !objective.required);
  return (
    <Page
      title={pack.title}
      above={ABOVE}
      actions={
        <>
          <Button onClick={() => downloadText(`${pack.id}.json`, text, 'application/json')}>Share</Button>
          {current ? (
            <Button asChild variant="primary">
              <Link to={scenarioRunPath(current.id)}>Continue</Link>
            </Button>
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
              {required.map(({ id, words }) => (
                <li key={id} className="py-3">
                  {words}
                </li>
              ))}
            </ol>
            {stars.length > 0 && (
              <>
                <h3 className="mt-5 text-ink-3 text-sm">Bonus stars</h3>
                <ul aria-label="Bonus stars" className="divide-y divide-line border-line border-b">
                  {stars.map(({ id, words }) => (
                    <li key={id} className="py-3">
                      {words}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Section>
          {losing.length > 0 && (
            <Section title="Game over if" className="mt-10">
              <ul aria-label="Game over if" className="divide-y divide-line border-line border-y">
                {losing.map(({ id, words }) => (
                  <li key={id} className="py-3">
                    {words}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {plays.data && <PastRuns plays={plays.data.filter(({ pack_id }) => pack_id === pack.id)} />}
        </div>
        <div className="flex flex-col gap-10">
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

/** Renders the author and the sources. */
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
