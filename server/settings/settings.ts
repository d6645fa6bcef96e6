import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'smol-toml';
import { globSync } from 'tinyglobby';
import { z } from 'zod';
import { getFirstServer } from '../database/servers.ts';
import { OperatorError } from '../operator-error.ts';
import { packageRoot } from '../package-root.ts';
import { callSettings, limitsSchema } from './limits.ts';
import { getDataFolder, readProject } from './project.ts';
import { section } from './section.ts';
import {
  factorSettings,
  providerSettings,
  sessionsSchema,
  smsSchema,
  smtpSchema,
  templatesSchema,
} from './sign-in.ts';
import { bytes, readS3Settings, storageSchema } from './storage.ts';
import { keySettings, readKeySettings } from './token-keys.ts';
import { unsupportedSettings } from './unsupported.ts';

const seconds = z.number().nonnegative();
const limit = z.number().int().nonnegative();

/** The schema of `supabase/config.toml`, with the Supabase CLI's tables, keys, and defaults. */
const configSchema = z.looseObject({
  project_id: z.string().default('sandbank'),
  api: section({
    schemas: z.array(z.string()).default(['public']),
    extra_search_path: z.array(z.string()).default(['public', 'extensions']),
    max_rows: limit.default(1000),
    /** True if clients can request query plans. */
    plan_enabled: z.boolean().default(false),
    tx_end: z
      .enum(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'])
      .default('commit-allow-override'),
    aggregates_enabled: z.boolean().default(true),
    openapi_mode: z.enum(['follow-privileges', 'ignore-privileges', 'disabled']).default('follow-privileges'),
    /** A function with no arguments that runs before every table or file request and can refuse it. */
    pre_request: z
      .string()
      .regex(/^([a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*)?$/, 'must be schema.function')
      .default(''),
    limits: limitsSchema,
  }),
  db: section({
    seed: section({
      enabled: z.boolean().default(true),
      sql_paths: z.array(z.string()).default(['./seed.sql']),
    }),
  }),
  realtime: section({ enabled: z.boolean().default(true), private_only: z.boolean().default(false) }),
  storage: storageSchema.prefault({}),
  functions: z
    .record(
      z.string(),
      z.looseObject({
        enabled: z.boolean().default(true),
        verify_jwt: z.boolean().default(true),
        entrypoint: z.string().optional(),
        import_map: z.string().optional(),
        ...callSettings,
      }),
    )
    .default({}),
  edge_runtime: section({ max_body_size: bytes.prefault('20MiB') }),
  auth: section({
    enabled: z.boolean().default(true),
    site_url: z.string().default(''),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: seconds.default(3600),
    enable_refresh_token_rotation: z.boolean().default(true),
    refresh_token_reuse_interval: seconds.default(10),
    enable_signup: z.boolean().default(true),
    enable_anonymous_sign_ins: z.boolean().default(false),
    enable_manual_linking: z.boolean().default(false),
    minimum_password_length: limit.default(6),
    password_requirements: z.string().default(''),
    /** True to refuse common passwords. This is a Supabase setting that the CLI doesn't have. */
    password_hibp_enabled: z.boolean().default(false),
    rate_limit: section({
      email_sent: limit.default(2),
      sms_sent: limit.default(30),
      anonymous_users: limit.default(30),
      token_refresh: limit.default(150),
      sign_in_sign_ups: limit.default(30),
      token_verifications: limit.default(30),
    }),
    email: section({
      enable_signup: z.boolean().default(true),
      double_confirm_changes: z.boolean().default(true),
      enable_confirmations: z.boolean().default(false),
      secure_password_change: z.boolean().default(false),
      max_frequency: z.string().default('1m0s'),
      otp_length: limit.default(6),
      otp_expiry: seconds.default(3600),
      smtp: smtpSchema,
      template: templatesSchema,
    }),
    ...keySettings,
    ...factorSettings,
    sms: smsSchema,
    sessions: sessionsSchema,
    ...providerSettings,
  }),
});

export type Config = z.infer<typeof configSchema>;

export type Settings = ReturnType<typeof readSettings>;

const DEFAULT_PORT = 3000;
type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from environment variables and `supabase/config.toml`. Throws OperatorError if a setting
 * is invalid.
 */
export function readSettings(environment: Environment) {
  const port = getPort(environment.PORT);
  const publicUrl = (environment.SANDBANK_URL || `http://localhost:${port ?? DEFAULT_PORT}`).replace(
    /\/+$/,
    '',
  );
  if (!URL.canParse(publicUrl)) throw new OperatorError(`SANDBANK_URL is not a valid URL: ${publicUrl}`);
  const databaseUrl = environment.DATABASE_URL || null;
  if (databaseUrl && !isDatabaseUrl(databaseUrl))
    throw new OperatorError('DATABASE_URL must have the form postgres://user:password@host:5432/database.');
  const { folder, isBank } = readProject(environment);
  const project = join(folder, 'supabase');
  const { config, notes } = readConfig(folder, { ...environment, SANDBANK_URL: publicUrl });
  raiseRateLimits(config, environment.SANDBANK_RATE_LIMIT_FACTOR);
  const seeds = findSeeds(project, config.db.seed);
  return {
    port: port ?? DEFAULT_PORT,
    /** True if the operator chose the port. In that case, no other port is tried. */
    portIsChosen: port !== null,
    host: environment.HOST || 'localhost',
    /** The external database's URL; null selects the embedded PostgreSQL. */
    databaseUrl,
    dataFolder: getDataFolder(environment),
    publicUrl,
    /**
     * True if the operator chose the public URL. Otherwise, clients receive the address that they connected
     * to.
     */
    publicUrlIsChosen: Boolean(environment.SANDBANK_URL),
    /** The folder that contains `supabase/`, to which paths in config.toml are relative. */
    projectFolder: folder,
    /** True if the project is the bank. Other projects have neither the web app nor a demo customer. */
    isBank,
    migrationsFolder: join(project, 'migrations'),
    functionsFolder: join(project, 'functions'),
    /** SQL files that seed a new database once. */
    seedFiles: seeds.files,
    /** The folder of the built web app; null if none is served. */
    webFolder: isBank ? join(packageRoot, 'dist', 'web') : null,
    /** Messages about settings in config.toml that have no effect. */
    notes: [...notes, ...seeds.notes],
    /** True to serve the web app's sources with hot reload. */
    development: environment.SANDBANK_DEV === '1',
    /** True if a trusted proxy sets the X-Forwarded headers. */
    trustProxy: environment.SANDBANK_TRUST_PROXY === '1',
    /** The token required for /metrics from other machines. If null, only this machine has access. */
    metricsToken: environment.SANDBANK_METRICS_TOKEN || null,
    /** The service that stores customers' files; null for the data folder. */
    s3: readS3Settings(environment),
    keys: readKeySettings(environment, config.auth, project),
    config,
  };
}

/**
 * Returns the files that match `sql_paths`, relative to `supabase/`. Files within a pattern are sorted by
 * name, and each file appears once, as in the Supabase CLI.
 */
function findSeeds(project: string, { enabled, sql_paths }: Config['db']['seed']) {
  if (!enabled) return { files: [], notes: [] };
  const matches = sql_paths.map((pattern) => ({
    pattern,
    files: globSync(pattern, { cwd: project, absolute: true, expandDirectories: false }).sort(),
  }));
  const missing = matches.filter(
    ({ pattern, files }) => files.length === 0 && basename(pattern) !== 'seed.sql',
  );
  return {
    files: [...new Set(matches.flatMap(({ files }) => files))],
    notes: missing.map(({ pattern }) => `supabase/config.toml: no seed file matches ${pattern}.`),
  };
}

function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(text)) return false;
  try {
    const { username, password, pathname } = getFirstServer(text);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== null);
  } catch {
    return false;
  }
}

/**
 * Multiplies the rate limits per address, for example for a classroom that shares one address. Throws
 * OperatorError if the factor is invalid.
 */
function raiseRateLimits(config: Config, factor: string | undefined): void {
  if (!factor) return;
  const multiplier = Number(factor);
  if (!(multiplier >= 1))
    throw new OperatorError(`SANDBANK_RATE_LIMIT_FACTOR must be 1 or greater: ${factor}`);
  for (const [name, limit] of Object.entries(config.auth.rate_limit))
    if (typeof limit === 'number')
      Object.assign(config.auth.rate_limit, { [name]: Math.ceil(limit * multiplier) });
}

/** Reads `supabase/config.toml`. `env(NAME)` refers to an environment variable, as in the Supabase CLI. */
function readConfig(folder: string, environment: Environment): { config: Config; notes: string[] } {
  const path = join(folder, 'supabase', 'config.toml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  try {
    const values = substituteVariables(parse(text), environment) as Record<string, unknown>;
    return { notes: unsupportedSettings(values, configSchema), config: configSchema.parse(values) };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `Failed to read supabase/config.toml: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function substituteVariables(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string')
    return value.replace(/^env\((\w+)\)$/, (_, name: string) => environment[name] ?? '');
  if (Array.isArray(value)) return value.map((item) => substituteVariables(item, environment));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, substituteVariables(item, environment)]),
  );
}

function getPort(text: string | undefined): number | null {
  if (!text) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OperatorError(`PORT is not a valid port number: ${text}`);
  return port;
}
