import { LESSONS, TOPICS, topicName } from './lessons/catalog';
import type { LessonSummary, TopicId } from './lessons/lesson-file';
import type { LessonProgress } from './queries';

/** The minimum share of correct answers that completes a lesson. */
const LEARNED = 0.75;

export type CardStatus = 'new' | 'begun' | 'learned';

export function getCurrentStatus(lesson: LessonSummary, progress: readonly LessonProgress[]): CardStatus {
  const row = progress.find((item) => item.lesson === lesson.id);
  if (!row) return 'new';
  return row.best_right / row.questions >= LEARNED ? 'learned' : 'begun';
}

export function byTopic(progress: readonly LessonProgress[]) {
  return TOPICS.map((topic) => {
    const lessons = LESSONS.filter((lesson) => lesson.topic === topic.id);
    const learned = lessons.filter((lesson) => getCurrentStatus(lesson, progress) === 'learned').length;
    return { ...topic, lessons, learned };
  });
}

/** Returns the next lesson and the reason for choosing it; null if all lessons are completed. */
export function nextLesson(
  progress: readonly LessonProgress[],
  pressing: TopicId | null,
): { lesson: LessonSummary; reason: string } | null {
  const open = LESSONS.filter((lesson) => getCurrentStatus(lesson, progress) !== 'learned');
  const started = open.find((lesson) => getCurrentStatus(lesson, progress) === 'begun');
  if (started) {
    const row = progress.find(({ lesson }) => lesson === started.id);
    return {
      lesson: started,
      reason: `You got ${row?.best_right} of ${row?.questions} correct. You need 75% to finish.`,
    };
  }
  const pressed = open.find(({ topic }) => topic === pressing);
  if (pressed) return { lesson: pressed, reason: 'Recommended based on your current finances.' };
  const fewest = byTopic(progress).toSorted((left, right) => left.learned - right.learned);
  for (const { id, learned } of fewest) {
    const lesson = open.find(({ topic }) => topic === id);
    if (lesson)
      return {
        lesson,
        reason:
          learned === 0
            ? `You haven't finished a lesson on ${topicName(id).toLowerCase()}.`
            : "It builds on what you've learned.",
      };
  }
  return null;
}
