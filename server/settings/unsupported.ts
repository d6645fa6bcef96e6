import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

/**
 * The server's support for a setting: nested settings, true if the setting is supported or has no effect, or
 * the reason why the setting isn't supported.
 */
type Support = true | string | Settings;
type Settings = { [name: string]: Support };

const SMS_PROVIDER = { '*': true, enabled: 'text messages are only sent through Twilio' } as const;

/**
 * The settings in the Supabase CLI's config.toml that are missing from the schema. `*` matches any name. A
 * string is the reason why the server doesn't support a setting. The reason is printed if the section is
 * enabled or the setting has a value.
 */
const MORE_SETTINGS: Settings = {
  api: {
    ...getNames('enabled port external_url limits'),
    auto_expose_new_tables: 'default privileges determine which tables are exposed',
    tls: { '*': true, enabled: 'use a proxy in front of the server for HTTPS' },
  },
  db: {
    ...getNames('port shadow_port health_timeout major_version root_key'),
    pooler: { '*': true, enabled: 'clients connect directly to PostgreSQL' },
    migrations: { enabled: true, schema_paths: 'only migrations are applied' },
    settings: { '*': 'PostgreSQL settings are not changed' },
    network_restrictions: { '*': true, enabled: 'limit connections in PostgreSQL or with a firewall' },
    ssl_enforcement: { '*': true, enabled: 'the embedded database listens only on this machine' },
    vault: { '*': 'create the secret with vault.create_secret' },
  },
  realtime: getNames('ip_version max_header_length'),
  studio: { '*': true, enabled: 'Studio is not included' },
  inbucket: { '*': true },
  local_smtp: { '*': true },
  storage: {
    image_transformation: { '*': true, enabled: 'image transformation is not supported' },
    buckets: { '*': { objects_path: 'files are not uploaded at startup' } },
    s3_protocol: { '*': true, enabled: 'the S3 protocol is not supported' },
    analytics: { '*': true, enabled: 'analytics buckets are not supported' },
    vector: { '*': true, enabled: 'vector buckets are not supported' },
  },
  auth: {
    jwt_issuer: 'the public URL is the issuer of tokens',
    external_url: 'SANDBANK_URL sets the public URL',
    anon_key: 'npm run keys prints the bank’s own key',
    service_role_key: 'npm run keys prints the bank’s own key',
    rate_limit: { web3: true },
    captcha: { '*': true },
    email: {
      template: { '*': { content: 'set content_path to a file instead' } },
      notification: {
        '*': {
          ...getNames('subject content_path'),
          content: 'set content_path to a file instead',
          enabled: 'this email is not sent',
        },
      },
    },
    sms: {
      test_otp: true,
      twilio_verify: SMS_PROVIDER,
      messagebird: SMS_PROVIDER,
      textlocal: SMS_PROVIDER,
      vonage: SMS_PROVIDER,
    },
    hook: { '*': { '*': true } },
    third_party: { '*': { '*': true, enabled: 'tokens from other services are not accepted' } },
    web3: { '*': { '*': true, enabled: 'sign-in with a crypto wallet is not supported' } },
    oauth_server: { '*': true, enabled: 'the server is not an OAuth provider for other applications' },
  },
  edge_runtime: {
    ...getNames('enabled policy inspector_port deno_version'),
    secrets: { '*': 'functions read their secrets from supabase/functions/.env' },
  },
  functions: {
    '*': {
      static_files: 'functions read the files in their folder directly',
      env: 'functions read their secrets from supabase/functions/.env',
    },
  },
  analytics: { '*': true, enabled: 'there is no log explorer' },
  experimental: { '*': true },
  remotes: { '*': true },
};

function getNames(list: string): { [name: string]: true } {
  return Object.fromEntries(list.split(' ').map((name) => [name, true]));
}

function getSchemaNames(schema: z.core.$ZodType): Support {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return getSchemaNames(schema.unwrap());
  if (schema instanceof z.ZodRecord) return { '*': getSchemaNames(schema.valueType) };
  if (!(schema instanceof z.ZodObject)) return true;
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, inner]) => [name, getSchemaNames(inner)]),
  );
}

/** Merges two descriptions of settings. The second takes precedence. */
function merge(first: Support | undefined, second: Support): Support {
  if (typeof first !== 'object' || typeof second !== 'object') return second;
  const merged = Object.entries(second).map(([name, support]) => [name, merge(first[name], support)]);
  return { ...first, ...Object.fromEntries(merged) };
}

type Table = Record<string, unknown>;

/**
 * Returns a note for each setting that is enabled but unsupported, and for each name that the Supabase CLI
 * doesn't have. Throws OperatorError for settings that are unsafe to ignore.
 */
export function unsupportedSettings(config: Table, schema: z.ZodObject): string[] {
  rejectUnsafeSettings(config);
  return getNotes(config, merge(getSchemaNames(schema), MORE_SETTINGS) as Settings, []);
}

/**
 * Throws if a captcha or hook is enabled. Ignoring the setting would allow requests that should be blocked.
 */
function rejectUnsafeSettings({ auth }: Table): void {
  if (!isTable(auth)) return;
  const { captcha, hook } = auth;
  const hooks = isTable(hook) ? Object.entries(hook).map(([name, table]) => [`hook.${name}`, table]) : [];
  for (const [name, table] of [['captcha', captcha], ...hooks])
    if (isTable(table) && table.enabled === true)
      throw new OperatorError(
        `[auth.${name}] is enabled in supabase/config.toml but is not supported, and ignoring it would be unsafe. Set enabled = false to start without it.`,
      );
}

const getNotes = (table: Table, settings: Settings, path: readonly string[]): string[] =>
  Object.entries(table).flatMap(([name, value]) => {
    const support = Object.hasOwn(settings, name) ? settings[name] : settings['*'];
    const here = [...path, name];
    if (support === undefined) return [describeUnknown(here, value, Object.keys(settings))];
    if (typeof support === 'string')
      return isOn(value) ? [`${getTitle(here, name, value)}: ${support}.`] : [];
    return support !== true && isTable(value) ? getNotes(value, support, here) : [];
  });

function getTitle(path: readonly string[], name: string, value: unknown): string {
  const isSwitch = name === 'enabled' && value === true;
  const shown = isSwitch ? `[${path.slice(0, -1).join('.')}]` : path.join('.');
  return `supabase/config.toml: ${shown} is ${isSwitch ? 'enabled' : 'set'} but has no effect`;
}

function describeUnknown(path: readonly string[], value: unknown, names: readonly string[]): string {
  const name = path.at(-1) ?? '';
  const [nearest] = names.toSorted((a, b) => distance(name, a) - distance(name, b));
  const isLikely = nearest !== undefined && distance(name, nearest) <= Math.ceil(name.length / 3);
  const shown = (last: string) => {
    const full = [...path.slice(0, -1), last].join('.');
    return isTable(value) ? `[${full}]` : full;
  };
  const advice = isLikely ? ` Did you mean ${shown(nearest)}?` : '';
  return `supabase/config.toml: ${shown(name)} is unknown and ignored.${advice}`;
}

const isOn = (value: unknown) =>
  value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
