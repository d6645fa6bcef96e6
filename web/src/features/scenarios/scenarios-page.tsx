import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { SCENARIOS_PATH } from '@/entities/scenario/scenario-run';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { ScenarioCatalog } from './catalog/catalog';
import { ABOVE, ScenarioPage } from './catalog/scenario-page';
import { Debrief } from './debrief/debrief';
import { scenarioQueries } from './queries';
import { RunningScenario } from './run/running';

/** Renders the catalog, a scenario, or a run, depending on the URL. */
export default function ScenariosPage() {
  const { '*': place = '' } = useParams();
  const [kind = '', id] = place.split('/');
  if (kind === '') return <ScenarioCatalog />;
  if (kind === 'plays' && id) return <RunPage key={id} id={id} />;
  if (kind === 'own' && id) return <ScenarioPage key={id} path={`${SCENARIOS_PATH}/own/${id}`} />;
  if (id === undefined) return <ScenarioPage key={kind} path={`${SCENARIOS_PATH}/${kind}`} />;
  return <Navigate to={SCENARIOS_PATH} replace />;
}

/** Renders a run in progress or its debrief. */
function RunPage({ id }: { id: string }) {
  const loaded = combineQueries(useQuery(scenarioQueries.scenarioRun(id)), useQuery(customerQueries.me()));
  return (
    <LoadedPage
      title="Run"
      above={ABOVE}
      from={loaded}
      failure="We couldn't load the run."
      placeholder={<SkeletonRows rows={6} label="Loading the run" />}
    >
      {([scenarioRun, me]) => {
        if (!scenarioRun)
          return (
            <Page title="Run" above={ABOVE}>
              <EmptyState
                title="We couldn't find that run."
                action={<LinkButton to={SCENARIOS_PATH}>View all scenarios</LinkButton>}
              >
                We keep your last 50 runs. This one may be older, or the link may be wrong.
              </EmptyState>
            </Page>
          );
        return scenarioRun.state === 'playing' ? (
          <RunningScenario scenarioRun={scenarioRun} customer={me} above={ABOVE} />
        ) : (
          <Debrief scenarioRun={scenarioRun} zone={me.time_zone} above={ABOVE} />
        );
      }}
    </LoadedPage>
  );
}
