import { answerRuns } from '@/lib/workers/worker-runs';
import { getAnswer, type Question } from './calculation';
import { getSummary, type SummaryQuestion } from './summary';

/** Computes forecasts in a worker, so that the page stays responsive. */
answerRuns((question: Question | SummaryQuestion) =>
  'layers' in question ? getAnswer(question) : getSummary(question),
);
