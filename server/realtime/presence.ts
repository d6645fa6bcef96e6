type Meta = Record<string, unknown> & { phx_ref: string };
type Metas = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: Metas; leaves: Metas };

let references = 0;

/** Who is present on one topic: a key may be present several times, once per owner (a channel of a socket). */
export class Presence {
  private readonly present = new Map<string, Map<object, Meta>>();

  get isEmpty(): boolean {
    return this.present.size === 0;
  }

  state(): Metas {
    return Object.fromEntries([...this.present].map(([key, metas]) => [key, { metas: [...metas.values()] }]));
  }

  /** Enters or updates; an update is a leave and a join in one diff. */
  track(key: string, owner: object, payload: Record<string, unknown>): PresenceDiff {
    const metas = this.present.get(key) ?? new Map<object, Meta>();
    this.present.set(key, metas);
    const before = metas.get(owner);
    references += 1;
    const meta: Meta = {
      ...payload,
      phx_ref: references.toString(36),
      ...(before === undefined ? {} : { phx_ref_prev: before.phx_ref }),
    };
    metas.set(owner, meta);
    return {
      joins: { [key]: { metas: [meta] } },
      leaves: before === undefined ? {} : { [key]: { metas: [before] } },
    };
  }

  /** Leaves; null when the owner was not present. */
  untrack(key: string, owner: object): PresenceDiff | null {
    const metas = this.present.get(key);
    const meta = metas?.get(owner);
    if (metas === undefined || meta === undefined) return null;
    metas.delete(owner);
    if (metas.size === 0) this.present.delete(key);
    return { joins: {}, leaves: { [key]: { metas: [meta] } } };
  }
}
