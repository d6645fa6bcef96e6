type CallLimits = { perCustomer: number | null; perProcess: number | null };

/**
 * The maximum number of request bodies that are received concurrently for limited functions, from all
 * callers.
 */
const MAX_RECEIVED = 24;

type Admission = { admitted: true; start(): boolean; leave(): void } | { admitted: false };

/**
 * Limits concurrent calls of expensive functions per caller and per process. `start` is called after the body
 * has arrived, so that a slow sender doesn't block other callers.
 */
export class FunctionAdmission {
  /** The number of running calls of each function, in total and by caller. */
  private readonly underWay = new Map<string, { total: number; callers: Map<string, number> }>();
  private receiving = 0;

  enter(name: string, caller: string, { perCustomer, perProcess }: CallLimits): Admission {
    if (perCustomer === null && perProcess === null)
      return { admitted: true, start: () => true, leave: () => {} };
    const calls = this.underWay.get(name) ?? { total: 0, callers: new Map<string, number>() };
    this.underWay.set(name, calls);
    const own = calls.callers.get(caller) ?? 0;
    if (own >= (perCustomer ?? Number.POSITIVE_INFINITY) || this.receiving >= MAX_RECEIVED)
      return { admitted: false };
    calls.callers.set(caller, own + 1);
    this.receiving += 1;
    let state: 'receiving' | 'running' | 'left' = 'receiving';
    return {
      admitted: true,
      start: () => {
        if (calls.total >= (perProcess ?? Number.POSITIVE_INFINITY)) return false;
        state = 'running';
        this.receiving -= 1;
        calls.total += 1;
        return true;
      },
      leave: () => {
        if (state === 'left') return;
        if (state === 'receiving') this.receiving -= 1;
        else calls.total -= 1;
        state = 'left';
        const left = (calls.callers.get(caller) ?? 1) - 1;
        if (left > 0) calls.callers.set(caller, left);
        else calls.callers.delete(caller);
      },
    };
  }
}
