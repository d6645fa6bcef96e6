import { distance } from 'fastest-levenshtein';
import { WrongState } from '../wrong-state.ts';

/**
 * The support of a setting in config.toml: nested settings, supported (or without effect), or the reason why
 * not.
 */
type Known = true | string | { [name: string]: Known };

const MAIL = { subject: true, content_path: true, content: 'name a file in content_path' } as const;
const SMS_PROVIDER = { '*': true, enabled: 'only Twilio carries text messages' } as const;
const EXTRA_PROVIDER = { '*': true, enabled: 'tokens of other services are not accepted' } as const;

/**
 * All settings of the Supabase CLI's config.toml; `*` matches any name. A text is printed for an enabled
 * section, or a setting with a value, that the server doesn't support.
 */
const KNOWN: { [name: string]: Known } = {
  project_id: true,
  api: {
    ...names(
      'enabled port schemas extra_search_path max_rows external_url plan_enabled tx_end aggregates_enabled openapi_mode pre_request limits',
    ),
    auto_expose_new_tables: 'default privileges decide which tables are exposed',
    tls: { '*': true, enabled: 'https is the task of a proxy in front' },
  },
  db: {
    ...names('port shadow_port health_timeout major_version root_key'),
    pooler: { '*': true, enabled: 'clients connect to PostgreSQL itself' },
    migrations: { enabled: true, schema_paths: 'migrations alone are applied' },
    seed: names('enabled sql_paths'),
    settings: { '*': 'settings of PostgreSQL are not changed' },
    network_restrictions: { '*': true, enabled: 'limit connections in PostgreSQL or by a firewall' },
    ssl_enforcement: { '*': true, enabled: 'the embedded database listens on this machine only' },
    vault: { '*': 'create the secret with vault.create_secret' },
  },
  realtime: names('enabled ip_version max_header_length private_only'),
  studio: { '*': true, enabled: 'there is no Studio' },
  inbucket: { '*': true },
  local_smtp: { '*': true },
  storage: {
    ...names('enabled file_size_limit'),
    image_transformation: { '*': true, enabled: 'images are not changed' },
    buckets: {
      '*': {
        ...names('public file_size_limit allowed_mime_types'),
        objects_path: 'files are not uploaded at the start',
      },
    },
    s3_protocol: { '*': true, enabled: 'the S3 protocol is not served' },
    analytics: { '*': true, enabled: 'analytics buckets are not served' },
    vector: { '*': true, enabled: 'vector buckets are not served' },
  },
  auth: {
    ...names(
      'enabled site_url additional_redirect_urls jwt_expiry enable_refresh_token_rotation refresh_token_reuse_interval enable_signup enable_anonymous_sign_ins enable_manual_linking minimum_password_length password_requirements password_hibp_enabled jwt_secret signing_keys_path publishable_key secret_key',
    ),
    jwt_issuer: 'tokens name the public address as their issuer',
    external_url: 'SANDBANK_URL sets the public address',
    anon_key: 'npm run keys prints the bank’s own key',
    service_role_key: 'npm run keys prints the bank’s own key',
    rate_limit: {
      ...names('email_sent sms_sent anonymous_users token_refresh sign_in_sign_ups token_verifications'),
      web3: true,
    },
    captcha: { '*': true },
    email: {
      ...names(
        'enable_signup double_confirm_changes enable_confirmations secure_password_change max_frequency otp_length otp_expiry',
      ),
      smtp: names('enabled host port user pass admin_email sender_name'),
      template: { '*': MAIL },
      notification: { '*': { ...MAIL, enabled: 'this mail is not sent' } },
    },
    sms: {
      ...names('enable_signup enable_confirmations template max_frequency test_otp'),
      twilio: names('enabled account_sid message_service_sid auth_token api_url'),
      twilio_verify: SMS_PROVIDER,
      messagebird: SMS_PROVIDER,
      textlocal: SMS_PROVIDER,
      vonage: SMS_PROVIDER,
    },
    mfa: {
      max_enrolled_factors: true,
      totp: names('enroll_enabled verify_enabled'),
      web_authn: names('enroll_enabled verify_enabled'),
      phone: names('enroll_enabled verify_enabled otp_length template max_frequency'),
    },
    passkey: names('enabled'),
    webauthn: names('rp_display_name rp_id rp_origins'),
    sessions: names('timebox inactivity_timeout'),
    hook: { '*': { '*': true } },
    external: {
      '*': names('enabled client_id secret redirect_uri url skip_nonce_check email_optional'),
    },
    sso: { '*': names('enabled client_id secret redirect_uri url provider_id domains') },
    third_party: { '*': EXTRA_PROVIDER },
    web3: { '*': { '*': true, enabled: 'sign-in by wallet is not offered' } },
    oauth_server: { '*': true, enabled: 'the server is no OAuth provider for other applications' },
  },
  edge_runtime: {
    ...names('enabled policy inspector_port deno_version max_body_size'),
    secrets: { '*': 'functions read their secrets from supabase/functions/.env' },
  },
  functions: {
    '*': {
      ...names(
        'enabled verify_jwt entrypoint import_map max_body_size calls_per_customer calls_per_process runs_in_thread',
      ),
      static_files: 'functions read files of their folder as they are',
      env: 'functions read their secrets from supabase/functions/.env',
    },
  },
  analytics: { '*': true, enabled: 'there is no log explorer' },
  experimental: { '*': true },
  remotes: { '*': true },
};

function names(list: string): { [name: string]: true } {
  return Object.fromEntries(list.split(' ').map((name) => [name, true]));
}

type Table = Record<string, unknown>;

/**
 * Returns one line for each enabled but unsupported setting, and for each name unknown to the Supabase CLI.
 * Throws WrongState for those that are unsafe to ignore.
 */
export function unsupportedSettings(config: Table): string[] {
  rejectUnsafeSettings(config);
  return linesFor(config, KNOWN, []);
}

/** Throws for an enabled captcha or hook, because ignoring it would admit requests that it should block. */
function rejectUnsafeSettings({ auth }: Table): void {
  if (!isTable(auth)) return;
  const { captcha, hook } = auth;
  const hooks = isTable(hook) ? Object.entries(hook).map(([name, table]) => [`hook.${name}`, table]) : [];
  for (const [name, table] of [['captcha', captcha], ...hooks])
    if (isTable(table) && table.enabled === true)
      throw new WrongState(
        `[auth.${name}] is enabled in supabase/config.toml and not supported, and ignoring it would be unsafe: set enabled = false to start without it.`,
      );
}

function linesFor(table: Table, known: { [name: string]: Known }, path: readonly string[]): string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const meaning = Object.hasOwn(known, name) ? known[name] : known['*'];
    const here = [...path, name];
    if (meaning === undefined) return [unknownName(here, value, Object.keys(known))];
    if (typeof meaning === 'string')
      return isOn(value) ? [`${getTitle(here, name, value)}: ${meaning}.`] : [];
    return meaning !== true && isTable(value) ? linesFor(value, meaning, here) : [];
  });
}

function getTitle(path: readonly string[], name: string, value: unknown): string {
  const isSwitch = name === 'enabled' && value === true;
  const shown = isSwitch ? `[${path.slice(0, -1).join('.')}]` : path.join('.');
  return `supabase/config.toml: ${shown} is ${isSwitch ? 'enabled' : 'set'} and not supported`;
}

function unknownName(path: readonly string[], value: unknown, names: readonly string[]): string {
  const name = path.at(-1) ?? '';
  const [nearest] = names.toSorted((one, other) => distance(name, one) - distance(name, other));
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
