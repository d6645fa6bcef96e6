import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { getCommands } from '@engine/what-if/apply.ts';
import { fromWhatIfFile } from '@engine/what-if/file.ts';
import type { Decision, WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { getNow } from '@/entities/household/days';
import { isRefusal } from '@/lib/refusals';
import { onCustomerLeft } from '@/lib/session';
import { createStore } from '@/lib/storage/create-store';
import { readStoredJson, storeValue } from '@/lib/storage/customer-keys';
import { type PossibleCommand, planStore } from './mutations';

const KEY = 'what-if';
const VERSION = 1;
export const LONGEST_NAME = 80;

/** The what-ifs stored in this browser. Other versions are ignored. */
const stored = z.object({ version: z.literal(VERSION), branches: z.array(z.unknown()) });

let customer: string | null = null;
const branches = createStore<readonly WhatIf[]>([]);

onCustomerLeft(() => {
  customer = null;
  branches.set([]);
});

export function useWhatIfs(customerId: string): readonly WhatIf[] {
  return useSyncExternalStore(branches.subscribe, () => getWhatIfs(customerId));
}

function getWhatIfs(customerId: string): readonly WhatIf[] {
  if (customer !== customerId) {
    customer = customerId;
    branches.set(read(customerId));
  }
  return branches.get();
}

export const whatIfStore = {
  /** Returns the what-ifs in list order. */
  of: getWhatIfs,
  /** Appends a new what-if and returns it. */
  create(customerId: string, name: string, decisions: Decision[], from?: WhatIfStart): WhatIf {
    const branch = { id: crypto.randomUUID(), name: cleanName(name), decisions, ...(from && { from }) };
    change(customerId, (all) => [...all, branch]);
    return branch;
  },
  /** Inserts a copy after the original. Returns null if the original no longer exists. */
  duplicate(customerId: string, id: string): WhatIf | null {
    const original = getWhatIfs(customerId).find((branch) => branch.id === id);
    if (!original) return null;
    const copy = {
      ...structuredClone(original),
      id: crypto.randomUUID(),
      name: cleanName(`${original.name.slice(0, LONGEST_NAME - 7)} (copy)`),
    };
    change(customerId, (all) => all.flatMap((item) => (item.id === id ? [item, copy] : [item])));
    return copy;
  },
  rename(customerId: string, id: string, name: string): void {
    if (name.trim() === '') return;
    update(customerId, id, (branch) => ({ ...branch, name: cleanName(name) }));
  },
  decide(customerId: string, id: string, decisions: Decision[]): void {
    update(customerId, id, (branch) => ({ ...branch, decisions }));
  },
  /** Removes one decision and keeps all other changes to the what-if. */
  takeOut(customerId: string, id: string, decisionId: string): void {
    update(customerId, id, (branch) => ({
      ...branch,
      decisions: branch.decisions.filter((decision) => decision.id !== decisionId),
    }));
  },
  /** Removes a what-if. Returns a function that restores it. */
  remove(customerId: string, id: string): () => void {
    const before = getWhatIfs(customerId);
    const place = before.findIndex((branch) => branch.id === id);
    const removed = before[place];
    change(customerId, (all) => all.filter((branch) => branch.id !== id));
    return () => {
      if (removed && !getWhatIfs(customerId).some((branch) => branch.id === id))
        change(customerId, (all) => all.toSpliced(place, 0, removed));
    };
  },
  /** Moves a what-if left (−1) or right (1) in the list. */
  move(customerId: string, id: string, by: -1 | 1): void {
    change(customerId, (all) => {
      const from = all.findIndex((branch) => branch.id === id);
      const [moved, to] = [all[from], from + by];
      if (!moved || to < 0 || to >= all.length) return all;
      return all.toSpliced(from, 1).toSpliced(to, 0, moved);
    });
  },
};

function update(customerId: string, id: string, edit: (branch: WhatIf) => WhatIf): void {
  change(customerId, (all) => all.map((branch) => (branch.id === id ? edit(branch) : branch)));
}

function change(customerId: string, edit: (all: readonly WhatIf[]) => readonly WhatIf[]): void {
  const next = edit(getWhatIfs(customerId));
  // If storage isn't available, what-ifs last until the page closes.
  storeValue(customerId, KEY, JSON.stringify({ version: VERSION, branches: next }));
  branches.set(next);
}

function cleanName(name: string): string {
  return name.trim().slice(0, LONGEST_NAME);
}

/** Reads the stored what-ifs. Ignores entries with an unknown format. */
function read(customerId: string): readonly WhatIf[] {
  const saved = stored.safeParse(readStoredJson(customerId, KEY)).data;
  return (saved?.branches ?? []).flatMap((value) => fromWhatIfFile(value) ?? []);
}

export type DecisionCommand = (step: { command: PossibleCommand; requestId: string }) => Promise<void>;

/**
 * Applies a decision or resumes an unfinished plan. Returns null if everything was applied. Otherwise,
 * returns a message about the parts that can't be applied. Throws the bank's errors. If the error isn't a
 * refusal, the bank might have run the command. The next attempt therefore uses the same request id.
 */
export async function applyDecisionNow(
  { customerId, branchId, decision }: { customerId: string; branchId: string; decision: Decision },
  household: () => Promise<HouseholdRow | null>,
  carryOut: DecisionCommand,
): Promise<string | null> {
  let plan = planStore.of(customerId, branchId, decision);
  if (!plan) {
    const row = await household();
    if (!row) return "You don't have any accounts or debts to change. Open an account first.";
    const commands = getCommands(decision, buildHouseholdState(row), getNow(row));
    plan = planStore.begin(customerId, branchId, decision, commands);
  }
  let isStarted = plan.steps.some(({ isDone }) => isDone);
  for (const { command, requestId, isDone } of plan.steps) {
    if (isDone) continue;
    try {
      await carryOut({ command, requestId });
    } catch (error) {
      // A refusal changes nothing, so the next attempt creates a new plan.
      if (isRefusal(error) && !isStarted) planStore.forget(customerId, branchId, decision);
      throw error;
    }
    isStarted = true;
    planStore.mark(customerId, branchId, decision, requestId);
  }
  planStore.forget(customerId, branchId, decision);
  return plan.impossible;
}
