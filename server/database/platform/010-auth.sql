-- Users and sign-in. Tables and columns use Supabase's names, so that seeds, triggers, and queries work unchanged.
-- The server's own tables are in the schema platform.

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
create index users_created_at_idx on auth.users (created_at desc, id);
comment on table auth.users is 'Users who can sign in.';
comment on column auth.users.encrypted_password is 'An argon2id hash in PHC format, or an imported bcrypt '
  'hash until it is used for the first time. Null for users who have no password.';
comment on column auth.users.confirmation_token is 'Always empty. Exists only for seeds written for '
  'Supabase. The hashes of tokens are in auth.one_time_tokens.';
comment on column auth.users.email_change is
  'The new address that is not yet confirmed. Empty if there is none.';

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);
comment on table auth.identities is 'The sign-in methods of users.';

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_hmac_key text not null,
  refresh_token_counter bigint not null default 0,
  refresh_token_floor bigint not null default 0
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
comment on table auth.sessions is 'One row for each signed-in device.';
comment on column auth.sessions.refresh_token_hmac_key is 'Half of the key that signs this session''s '
  'refresh tokens. The other half is the server''s secret. No refresh token is stored.';
comment on column auth.sessions.refresh_token_counter is 'The number of the active refresh token.';
comment on column auth.sessions.refresh_token_floor is 'Tokens with a lower number were issued before the '
  'second factor was verified. They can never continue the session.';

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is
  'The authentication methods used in each session, and when they were used.';

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (token_hash <> ''),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_challenge text,
  code_challenge_method auth.code_challenge_method,
  unique (user_id, token_type)
);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);
comment on table auth.one_time_tokens is 'Hashes of the codes and links in emails. Each one works once, and '
  'a user has at most one for each purpose.';
comment on column auth.one_time_tokens.relates_to is 'The address to which the code was sent.';

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text unique,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
create index flow_state_user_id_idx on auth.flow_state (user_id);
create index flow_state_created_at_idx on auth.flow_state (created_at);
comment on table auth.flow_state is
  'Sign-ins with a code that only the client with the verifier can exchange. The code is stored as a hash.';

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload jsonb,
  created_at timestamptz not null default now(),
  ip_address varchar(64) not null default ''
);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
comment on table auth.audit_log_entries is 'Sign-ins, sign-outs, and account changes, for the operator.';

-- Losing the counters in a crash is acceptable, so the table is unlogged.
create unlogged table platform.rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limits_ends_at_idx on platform.rate_limits (ends_at);
comment on table platform.rate_limits is
  'Request counters per time window, shared by all server processes. Keys are stored as keyed hashes.';

create table platform.mails (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  recipient text not null,
  kind text not null,
  subject text not null,
  body text not null,
  channel text not null default 'mail' check (channel in ('mail', 'sms')),
  html text,
  code text,
  link text,
  attempts integer not null default 0,
  due_at timestamptz,
  failure text
);
create index mails_recipient_idx on platform.mails (recipient, id desc);
create index mails_created_at_idx on platform.mails (created_at);
create index mails_due_at_idx on platform.mails (due_at, id) where due_at is not null;
comment on table platform.mails is 'The queue and history of emails and text messages, for the operator. '
  'Delivered messages contain no code or link.';
comment on column platform.mails.due_at is 'The time of the next attempt or, during an attempt, of a '
  'takeover by another process. Null if nothing is left to do.';
comment on column platform.mails.failure is
  'The reason for the last failure, as reported by the mail server.';

grant usage on schema platform to supabase_auth_admin;
grant select, insert, update, delete on platform.rate_limits to supabase_auth_admin;
grant select, insert, delete on platform.mails to supabase_auth_admin;
grant update (attempts, due_at, failure, body, html, code, link) on platform.mails to supabase_auth_admin;

alter table platform.rate_limits enable row level security;
alter table platform.mails enable row level security;
create policy "the server counts requests" on platform.rate_limits to supabase_auth_admin using (true) with check (true);
create policy "the server queues its messages" on platform.mails to supabase_auth_admin using (true) with check (true);
revoke all on platform.rate_limits, platform.mails from public, anon, authenticated, service_role;
