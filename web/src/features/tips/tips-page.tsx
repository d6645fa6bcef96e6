import { Navigate, useParams } from 'react-router';
import { GlossaryPage } from './glossary-page';
import { getLesson } from './lessons/catalog';
import { LessonPage } from './lessons/lesson-page';
import { TipsHome } from './tips-home';

/** The overview, a lesson, or the glossary, depending on the address. */
export default function TipsPage() {
  const { '*': place = '' } = useParams();
  if (place === '') return <TipsHome />;
  if (place === 'glossary') return <GlossaryPage />;
  const lesson = getLesson(place);
  return lesson ? <LessonPage key={lesson.id} summary={lesson} /> : <Navigate to="/tips" replace />;
}
