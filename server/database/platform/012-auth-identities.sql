-- Pending sign-ins at a provider. Only the hash of the OAuth state is stored. The code verifier and the nonce
-- are derived from the state, so reading this table is not enough to complete a sign-in.

create table platform.provider_sign_ins (
  state_hash text primary key,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method auth.code_challenge_method,
  linking_user_id uuid references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index provider_sign_ins_linking_user_id_idx on platform.provider_sign_ins (linking_user_id);
create index provider_sign_ins_created_at_idx on platform.provider_sign_ins (created_at);
comment on table platform.provider_sign_ins is 'Pending sign-ins at a provider. Each one can be used once.';
comment on column platform.provider_sign_ins.redirect_to is 'The app''s page that receives the result.';
comment on column platform.provider_sign_ins.code_challenge is
  'The PKCE challenge, for clients that exchange a code for a session.';
comment on column platform.provider_sign_ins.linking_user_id is
  'The signed-in customer who links the provider. Null for a sign-in.';

grant select, insert, delete on platform.provider_sign_ins to supabase_auth_admin;
alter table platform.provider_sign_ins enable row level security;
create policy "the server stores pending sign-ins" on platform.provider_sign_ins to supabase_auth_admin
  using (true) with check (true);
revoke all on platform.provider_sign_ins from public, anon, authenticated, service_role;

comment on column auth.flow_state.provider_access_token is
  'The access token, encrypted with the code. Only a hash of the code is stored. Sent to the client once.';
comment on column auth.flow_state.provider_refresh_token is
  'The refresh token, encrypted and sent like provider_access_token.';
