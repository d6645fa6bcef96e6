import { getAnswer } from '../forecast/calculation';
import { runWith } from './worker-runs';

/** Computes forecasts in a worker, so that the page stays responsive. */
runWith(getAnswer);
