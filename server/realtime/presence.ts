export type Meta = Record<string, unknown> & { phx_ref: string };
type Metas = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: Metas; leaves: Metas };
/** A presence entry. `owner` is a channel on a socket and is unique across all processes. */
export type Present = { key: string; owner: string; meta: Meta };

let references = 0;

/** A topic's presence. A key can have several entries, one per owner. */
export class Presence {
  private readonly present = new Map<string, Map<string, Meta>>();

  get isEmpty(): boolean {
    return this.present.size === 0;
  }

  state(): Metas {
    return Object.fromEntries([...this.present].map(([key, metas]) => [key, { metas: [...metas.values()] }]));
  }

  entries(): Present[] {
    return [...this.present].flatMap(([key, metas]) =>
      [...metas].map(([owner, meta]) => ({ key, owner, meta })),
    );
  }

  /** Returns the presence entry for an owner who joins or updates an entry. */
  metaFor(key: string, owner: string, payload: Record<string, unknown>): Meta {
    const before = this.present.get(key)?.get(owner);
    references += 1;
    return {
      ...payload,
      phx_ref: `${owner}.${references.toString(36)}`,
      ...(before === undefined ? {} : { phx_ref_prev: before.phx_ref }),
    };
  }

  /**
   * Adds or updates an entry. An update is a leave and a join in the same diff. Returns null if nothing
   * changes.
   */
  put({ key, owner, meta }: Present): PresenceDiff | null {
    const metas = this.present.get(key) ?? new Map<string, Meta>();
    this.present.set(key, metas);
    const before = metas.get(owner);
    if (before?.phx_ref === meta.phx_ref) return null;
    metas.set(owner, meta);
    return {
      joins: { [key]: { metas: [meta] } },
      leaves: before === undefined ? {} : { [key]: { metas: [before] } },
    };
  }

  /** Removes an entry. Returns null if there was none. */
  remove(key: string, owner: string): PresenceDiff | null {
    const metas = this.present.get(key);
    const meta = metas?.get(owner);
    if (metas === undefined || meta === undefined) return null;
    metas.delete(owner);
    if (metas.size === 0) this.present.delete(key);
    return { joins: {}, leaves: { [key]: { metas: [meta] } } };
  }
}
