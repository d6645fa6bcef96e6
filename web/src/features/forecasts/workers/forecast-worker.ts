import { answerOf } from '../forecast/calculation';
import { answerWith } from './worker-runs';

/** Computes beside the page, so that it can be scrolled and read meanwhile. */
answerWith(answerOf);
