import type { Config } from '../../settings/settings.ts';
import type { Preferences } from '../parse/preferences.ts';

type ApiSettings = Config['api'];

/** The operator's limits for clients. */
export type Rules = ReturnType<typeof getRules>;

const ENDS = new Set(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override']);
const DESCRIPTIONS = new Set(['follow-privileges', 'ignore-privileges', 'disabled']);

/**
 * Returns the configured rules. Settings in the database take precedence. Their names are PostgREST's, as in
 * `alter role authenticator set pgrst.db_plan_enabled = 'true'`.
 */
export function getRules(api: ApiSettings, inDatabase: readonly string[]) {
  const rules = {
    /** True if clients can request query plans. */
    plans: api.plan_enabled,
    aggregates: api.aggregates_enabled,
    /**
     * Determines whether transactions are committed or rolled back by default, and whether clients can
     * override the default.
     */
    end: api.tx_end,
    description: api.openapi_mode,
    /** A function (`schema.function`) that runs before every request; empty if there is none. */
    preRequest: api.pre_request,
    /** The maximum size of a response in bytes, except for the service role. */
    maxResponseBytes: api.limits.max_response_size,
    /** The maximum number of times that a list can be nested in rows of the same relation. */
    repeatedEmbeds: api.limits.max_repeated_embeds,
  };
  for (const setting of inDatabase) {
    const [name = '', value = ''] = setting.split(/=(.*)/s, 2);
    if (name === 'pgrst.db_plan_enabled') rules.plans = isTrue(value);
    if (name === 'pgrst.db_aggregates_enabled') rules.aggregates = isTrue(value);
    if (name === 'pgrst.db_tx_end' && ENDS.has(value)) rules.end = value as ApiSettings['tx_end'];
    if (name === 'pgrst.openapi_mode' && DESCRIPTIONS.has(value))
      rules.description = value as ApiSettings['openapi_mode'];
    if (name === 'pgrst.db_pre_request') rules.preRequest = value;
  }
  return rules;
}

const isTrue = (text: string) => /^(true|on|yes|t|1)$/i.test(text);

export function applyRules(preferences: Preferences, { end }: Rules): Preferences {
  const { transaction } = preferences;
  const mayChoose = end.endsWith('-allow-override');
  const applied =
    mayChoose || transaction === null
      ? preferences.applied
      : preferences.applied.filter((text) => !text.startsWith('tx='));
  const chosen = mayChoose && transaction !== null ? transaction : end.split('-')[0];
  return { ...preferences, applied, rollback: chosen === 'rollback' };
}
