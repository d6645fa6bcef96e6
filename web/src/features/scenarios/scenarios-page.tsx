import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { SCENARIOS_PATH } from '@/entities/scenario/scenario-run';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { ScenarioCatalog } from './catalog/catalog';
import { ScenarioPage } from './catalog/scenario-page';
import { Debrief } from './debrief/debrief';
import { scenarioQueries } from './queries';
import { RunningScenario } from './run/running';

/** The catalog, a scenario, or a run, depending on the address. */
export default function ScenariosPage() {
  const { '*': place = '' } = useParams();
  const [kind = '', id] = place.split('/');
  if (kind === '') return <ScenarioCatalog />;
  if (kind === 'plays' && id) return <RunPage key={id} id={id} />;
  if (kind === 'own' && id) return <ScenarioPage key={id} path={`${SCENARIOS_PATH}/own/${id}`} />;
  if (id === undefined) return <ScenarioPage key={kind} path={`${SCENARIOS_PATH}/${kind}`} />;
  return <Navigate to={SCENARIOS_PATH} replace />;
}

/** A run in progress, or its debrief. */
function RunPage({ id }: { id: string }) {
  const { data: scenarioRun, error, refetch, isFetching } = useQuery(scenarioQueries.scenarioRun(id));
  const me = useQuery(customerQueries.me());
  const above = (
    <Link to={SCENARIOS_PATH} className="text-ink-3 hover:text-ink">
      Scenarios
    </Link>
  );
  if (scenarioRun && me.data) {
    if (scenarioRun.state === 'playing')
      return <RunningScenario scenarioRun={scenarioRun} customer={me.data} above={above} />;
    return <Debrief scenarioRun={scenarioRun} zone={me.data.time_zone} above={above} />;
  }
  const failed = error ?? me.error;
  return (
    <Page title="Run" above={above}>
      {scenarioRun === null && me.data ? (
        <EmptyState
          title="We couldn't find that run."
          action={<LinkButton to={SCENARIOS_PATH}>View all scenarios</LinkButton>}
        >
          We keep your last 50 runs. This one may be older, or the link may be wrong.
        </EmptyState>
      ) : failed ? (
        <ErrorState
          title="We couldn't load the run."
          onRetry={() => void Promise.all([refetch(), me.refetch()])}
          busy={isFetching || me.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} label="Loading the run" />
      )}
    </Page>
  );
}
