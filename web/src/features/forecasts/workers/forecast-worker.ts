import { getAnswer } from '../forecast/calculation';
import { runWith } from './worker-runs';

/** Computes beside the page, so that it can be scrolled and read meanwhile. */
runWith(getAnswer);
