import { dayText } from '../../../engine/calendar/calendar.ts';
import { getPeriod } from '../../parser/days.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { parseMessage } from '../../parser/parsed-message.ts';
import { type Flow, type Frame, type Request, toFlow } from './frame.ts';
import { toTopic } from './topic-request.ts';

/** Asks which of the listed factors or measures to start with, or how to improve them: "which one first". */
export function askFirstStep({ last }: Frame, spans: MatchedSpans): Request | null {
  if (last.kind === 'credit_score') return { kind: 'credit_score', ask: 'improve' };
  if (last.kind === 'topic' && last.topic.startsWith('score-'))
    return { kind: 'credit_score', ask: 'improve' };
  // The answer about financial health names the next best step.
  if (last.kind === 'topic' && last.topic === 'financial-health') return last;
  if (last.kind === 'cut_back') return toTopic(spans, 'budget-suggestion', { categories: [] });
  return null;
}

/** Asks for the average of the transactions that an answer counts or adds up: "and the average bill". */
export function askAverage(frame: Frame): Request | null {
  const flow = toFlow(frame);
  if (!flow || flow.direction === 'net') return null;
  const { comparesWithUsual: _, ...others } = flow;
  return { ...others, measure: 'average', compare: null, limit: null };
}

const MONTH_OF_ANSWER =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})\b/;

/** Compares the month that a by-month answer names with a usual month: "why so low". */
export function explainMonth({ shown, customer }: Frame, flow: Flow, spans: MatchedSpans): Request | null {
  const [stated] = MONTH_OF_ANSWER.exec(shown?.text ?? '') ?? [];
  const time = stated
    ? parseMessage(`in ${stated}`, customer).items.find((item) => item.is === 'time')
    : undefined;
  const span = time?.is === 'time' ? time.time.past : null;
  if (!span?.from || dayText(span.from) > customer.today) return null;
  const { extreme: _, ...others } = flow;
  const period = getPeriod(span, spans.today);
  return {
    ...others,
    measure: 'total',
    compare: null,
    limit: null,
    comparesWithUsual: true,
    filter: { ...flow.filter, period },
  };
}

/** Requests whose answers state when something changed or happens. */
const DATED = new Set(['topic', 'rows', 'upcoming', 'paycheck', 'credit_score', 'subscriptions']);

/** Repeats an answer that states a date: "since when". */
export const askSince = ({ last, shown }: Frame): Request | null =>
  DATED.has(last.kind) && /\b[A-Z][a-z]{2,8} \d{1,2}\b/.test(shown?.text ?? '') ? last : null;
