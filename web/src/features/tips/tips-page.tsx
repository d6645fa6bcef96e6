import { Navigate, useParams } from 'react-router';
import { GlossaryPage } from './glossary-page';
import { getLesson } from './lessons/catalog';
import { LessonPage } from './lessons/lesson-page';
import { TipsHome } from './tips-home';

/** Where the customer stands, a lesson, or the glossary, as the address says. */
export default function TipsPage() {
  const { '*': place = '' } = useParams();
  if (place === '') return <TipsHome />;
  if (place === 'glossary') return <GlossaryPage />;
  const lesson = getLesson(place);
  return lesson ? <LessonPage key={lesson.id} summary={lesson} /> : <Navigate to="/tips" replace />;
}
