import { Navigate, useParams } from 'react-router';
import { Shelf } from './catalog/catalog';
import { StoryPage } from './catalog/scenario-page';
import { PlayPage } from './run/run-page';
import { STORIES_PATH } from './scenario-paths';

/** The shelf, one of its stories, or a play of one, as the address says. */
export default function StoriesPage() {
  const { '*': place = '' } = useParams();
  const [kind = '', id] = place.split('/');
  if (kind === '') return <Shelf />;
  if (kind === 'plays' && id) return <PlayPage key={id} id={id} />;
  if (kind === 'own' && id) return <StoryPage key={id} path={`${STORIES_PATH}/own/${id}`} />;
  if (id === undefined) return <StoryPage key={kind} path={`${STORIES_PATH}/${kind}`} />;
  return <Navigate to={STORIES_PATH} replace />;
}
