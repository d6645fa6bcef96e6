import { answerRuns } from '@/lib/worker-runs';
import { getAnswer } from './calculation';

/** Computes forecasts in a worker, so that the page stays responsive. */
answerRuns(getAnswer);
