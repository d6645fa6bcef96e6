import type { LessonFile, LessonSummary, TopicId } from './lesson-file';

/** The topics of the National Standards for Personal Financial Education, in the standards' order. */
export const TOPICS: readonly { id: TopicId; name: string; text: string }[] = [
  { id: 'earning', name: 'Earning income', text: 'Pay, taxes, and take-home' },
  { id: 'spending', name: 'Spending', text: 'Spending choices' },
  { id: 'saving', name: 'Saving', text: 'Planned and unplanned expenses' },
  { id: 'investing', name: 'Investing', text: 'Growth, risk, and costs' },
  { id: 'credit', name: 'Managing credit', text: 'The cost of borrowing' },
  { id: 'risk', name: 'Managing risk', text: 'Insurance and protection' },
];

const SUMMARIES = import.meta.glob<LessonSummary>('../../../../../content/lessons/*.md', {
  eager: true,
  query: '?summary',
  import: 'default',
});
const FILES = import.meta.glob<LessonFile>('../../../../../content/lessons/*.md', { import: 'default' });

const topicOrder = ({ topic }: LessonSummary) => TOPICS.findIndex(({ id }) => id === topic);

/** All lessons in reading order. */
export const LESSONS: readonly LessonSummary[] = Object.values(SUMMARIES).sort(
  (left, right) => topicOrder(left) - topicOrder(right) || left.order - right.order,
);

export const getLesson = (id: string | undefined) => LESSONS.find((lesson) => lesson.id === id);

export const topicName = (id: TopicId) => TOPICS.find((topic) => topic.id === id)?.name ?? '';

/** Loads a lesson from its own chunk. */
export async function loadLesson(id: string): Promise<LessonFile> {
  const load = FILES[`../../../../../content/lessons/${id}.md`];
  if (!load) throw new Error(`There is no lesson "${id}".`);
  return load();
}
