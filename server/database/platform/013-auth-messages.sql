-- Mails and text messages wait here until whoever carries them has taken them; where nobody is configured they
-- stay, for the developer's eyes. What was taken keeps no code and no link.

alter table platform.mails
  add column channel text not null default 'mail' check (channel in ('mail', 'sms')),
  add column html text,
  add column code text,
  add column link text,
  add column attempts integer not null default 0,
  add column due_at timestamptz,
  add column failure text;
create index mails_due_at_idx on platform.mails (due_at, id) where due_at is not null;
comment on table platform.mails is 'Every mail and text message of the server, for its operator alone.';
comment on column platform.mails.due_at is
  'When sending is tried next; while it is tried, when another process may take over. Null when there is nothing left to do.';
comment on column platform.mails.failure is 'Why the last try failed, in the words of the mail server.';

grant update (attempts, due_at, failure, body, html, code, link) on platform.mails to supabase_auth_admin;

comment on column auth.users.encrypted_password is
  'argon2id in PHC form, or an imported bcrypt hash until its next use; null when there is no password to sign in with.';

create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
