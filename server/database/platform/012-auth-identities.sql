-- A customer on the way to another service and back. Of the state that travels with the customer only the hash is
-- kept; the code verifier and the nonce of the way are made from it, so that nobody who reads this table can finish it.

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
comment on table platform.provider_sign_ins is 'Sign-ins by another service that have not come back yet; each is used once.';
comment on column platform.provider_sign_ins.redirect_to is 'The page of the application that is told how it ended.';
comment on column platform.provider_sign_ins.code_challenge is 'Set by a client that exchanges a code for its session.';
comment on column platform.provider_sign_ins.linking_user_id is
  'The signed-in customer who adds a way to sign in; null for a sign-in.';

grant select, insert, delete on platform.provider_sign_ins to supabase_auth_admin;
alter table platform.provider_sign_ins enable row level security;
create policy "the server keeps sign-ins on their way" on platform.provider_sign_ins to supabase_auth_admin
  using (true) with check (true);
revoke all on platform.provider_sign_ins from public, anon, authenticated, service_role;

comment on column auth.flow_state.provider_access_token is
  'Encrypted with the code, which is kept hashed; handed to the client once.';
comment on column auth.flow_state.provider_refresh_token is 'As provider_access_token.';
