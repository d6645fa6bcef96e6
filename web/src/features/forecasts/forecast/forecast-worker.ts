import { answerRuns } from '@/lib/workers/worker-runs';
import { getAnswer } from './calculation';

/** Computes forecasts in a worker, so that the page stays responsive. */
answerRuns(getAnswer);
