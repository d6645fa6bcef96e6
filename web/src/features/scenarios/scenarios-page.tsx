import { Navigate, useParams } from 'react-router';
import { ScenarioCatalog } from './catalog/catalog';
import { ScenarioPage } from './catalog/scenario-page';
import { RunPage } from './run/run-page';
import { SCENARIOS_PATH } from './scenario-paths';

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
