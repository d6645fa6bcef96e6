import { LRUCache } from 'lru-cache';
import { notOffered } from '../parse/media.ts';
import type { RequestBody } from '../parse/request-body.ts';
import type { ParsedRequest, Shape } from '../parse/target.ts';
import { mayBeStale } from '../rest-error.ts';
import { getKey, type Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import type { Plan } from './plan.ts';
import { planCall, planRelation } from './prepare-plan.ts';
import { applyRules } from './rules.ts';

const MAX_PLANS = 2000;
const LONGEST_KEY = 4000;

/** Composes and caches plans. Requests of the same shape share a plan, regardless of their values. */
export class PlanCache {
  private readonly plans = new LRUCache<string, Plan>({ max: MAX_PLANS });

  constructor(
    private readonly cache: SchemaCache,
    private readonly maxRows: number,
  ) {}

  /**
   * Returns a schema that contains a relation or function: the current schema, or a newer one from the
   * catalog.
   */
  async schemaKnowing(schemaName: string, target: string, isCall: boolean): Promise<Schema> {
    const schema = await this.cache.current();
    const cached = isCall ? schema.routines : schema.relations;
    if (cached.has(getKey(schemaName, target))) return schema;
    return (await this.cache.newerThan(schema)) ?? schema;
  }

  /** Returns the plan for a request. If the schema has changed, composes the plan again. */
  async planFor(request: ParsedRequest, shape: Shape, body: RequestBody | null, isCall: boolean) {
    const key = getPlanKey(request, shape, body, isCall);
    const schema = await this.cache.current();
    const cached = this.plans.get(key);
    if (cached?.schema === schema) return cached;
    const compose = (version: Schema) => {
      const preferences = applyRules(request.preferences, version.rules);
      if (request.media.plan && !version.rules.plans) throw notOffered(request.media.accepted);
      const allowed = { ...request, preferences };
      const plan = (isCall ? planCall : planRelation)(version, allowed, shape.pairs, body, this.maxRows);
      if (key.length <= LONGEST_KEY) this.plans.set(key, plan);
      return plan;
    };
    try {
      return compose(schema);
    } catch (error) {
      const newer = mayBeStale(error) ? await this.cache.newerThan(schema) : null;
      if (!newer) throw error;
      return compose(newer);
    }
  }
}

function getPlanKey(request: ParsedRequest, shape: Shape, body: RequestBody | null, isCall: boolean): string {
  const columns = body
    ? `${body.type}${body.shape.list}${body.shape.objects}${body.shape.keys.length}${body.shape.keys.join('\u0002')}`
    : '';
  const sometimes = body ? [...body.shape.sometimes].join('\u0002') : '';
  return [isCall, request.key, shape.key, columns, sometimes].join('\u0003');
}
