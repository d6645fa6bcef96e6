import { checkRetirement, type RetirementPlan } from '@engine/investments/retirement.ts';
import { answerRuns } from '@/lib/workers/worker-runs';

export type RetirementTask = { plan: RetirementPlan; seed: number };

/** Simulates retirement in a worker, so that the page stays responsive. */
answerRuns(({ plan, seed }: RetirementTask, onProgress) => checkRetirement(plan, seed, onProgress));
