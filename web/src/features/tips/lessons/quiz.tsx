import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { RADIO_CLASSES } from '@/ui/forms/radio-classes';
import { tipMutations } from '../mutations';
import type { LessonProgress } from '../queries';
import type { Lesson, LessonFacts, Question } from './lesson';

type QuizProps = { lesson: Lesson; facts: LessonFacts; best: LessonProgress | undefined };

/**
 * Renders a lesson's questions. All answers are graded together and explained. The customer can retake the
 * quiz.
 */
export function Quiz({ lesson, facts, best }: QuizProps) {
  // Keeps the same questions when the page reloads the customer's data.
  const [questions, setQuestions] = useState(() => lesson.quiz(facts));
  const [answers, setAnswers] = useState<Record<number, number>>({});
  const [isJudged, setJudged] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  const finish = useMutation(tipMutations.finish);
  const right = useMemo(
    () => questions.filter((question, index) => answers[index] === question.right).length,
    [questions, answers],
  );
  const missing = questions.length - Object.keys(answers).length;
  const judge = () => {
    setJudged(true);
    requestAnimationFrame(() => result.current?.focus());
    void finish
      .mutateAsync({ lesson: lesson.id, answered: questions.length, answered_right: right })
      .catch(() => {});
  };
  const restart = () => {
    setQuestions(lesson.quiz(facts));
    setAnswers({});
    setJudged(false);
  };
  return (
    <section aria-labelledby="questions" className="mt-12 print:hidden">
      <h2 id="questions" className="text-lg">
        Questions
      </h2>
      {best && (
        <p className="mt-1 text-ink-3 text-sm">
          Your best: {best.best_right} of {best.questions} correct.
        </p>
      )}
      <ol className="mt-4 grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-2">
        {questions.map((question, index) => (
          <li key={question.ask}>
            <QuestionForm
              number={index + 1}
              question={question}
              answer={answers[index]}
              isJudged={isJudged}
              onAnswer={(choice) => setAnswers((answers) => ({ ...answers, [index]: choice }))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-8">
        {isJudged ? (
          <>
            <p ref={result} tabIndex={-1} role="status" className="font-semibold text-lg">
              {right} of {questions.length} correct
            </p>
            {finish.isError && (
              <p className="mt-1 text-negative text-sm">
                We couldn't save this attempt. Take the quiz again later.
              </p>
            )}
            <Button className="mt-3" onClick={restart}>
              Retake quiz
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" disabled={missing > 0} onClick={judge}>
              Check answers
            </Button>
            {missing > 0 && (
              <p className="mt-2 text-ink-3 text-sm">
                {missing} of {questions.length} left to answer.
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

type QuestionFormProps = {
  number: number;
  question: Question;
  answer: number | undefined;
  isJudged: boolean;
  onAnswer: (choice: number) => void;
};

function QuestionForm({ number, question, answer, isJudged, onAnswer }: QuestionFormProps) {
  const name = useId();
  const isRight = answer === question.right;
  return (
    <fieldset>
      <legend className="font-medium">
        {number}. {question.ask}
      </legend>
      <div className="mt-2 flex flex-col">
        {question.choices.map((choice, index) => (
          <label
            key={choice}
            className={classNames(
              '-mx-2.5 flex min-h-11 items-center gap-3 rounded-2 px-2.5 py-2',
              !isJudged && 'hover:bg-sunken',
              isJudged && index === question.right && 'bg-positive-soft',
              isJudged && index === answer && !isRight && 'bg-negative-soft',
            )}
          >
            <input
              type="radio"
              className={RADIO_CLASSES}
              name={name}
              checked={answer === index}
              disabled={isJudged}
              onChange={() => onAnswer(index)}
            />
            <span className="min-w-0 flex-1">{choice}</span>
            {isJudged && index === question.right && (
              <Mark icon={Check} text="Correct" tone="text-positive" />
            )}
            {isJudged && index === answer && !isRight && (
              <Mark icon={X} text="Your answer" tone="text-negative" />
            )}
          </label>
        ))}
      </div>
      {isJudged && <p className="mt-2 text-ink-2 text-sm">{question.why}</p>}
    </fieldset>
  );
}

function Mark({ icon: Icon, text, tone }: { icon: typeof Check; text: string; tone: string }) {
  return (
    <span className={classNames('flex shrink-0 items-center gap-1 font-medium text-sm', tone)}>
      <Icon className="size-4" />
      {text}
    </span>
  );
}
