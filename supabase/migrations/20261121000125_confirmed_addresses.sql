-- Which e-mail address a customer has proven to control. The sign-in service also marks an address as confirmed when
-- confirmations are off and nobody has proven anything, so the bank keeps its own record.
create table bank.confirmed_addresses (
  user_id uuid primary key references auth.users on delete cascade,
  address text not null,
  confirmed_at timestamptz not null default clock_timestamp()
);
comment on table bank.confirmed_addresses is
  'The address whose mailbox a customer has shown to read, by a code or link. It counts only while it is the customer''s address.';
alter table bank.confirmed_addresses enable row level security;

create function bank.record_confirmed_address() returns trigger language plpgsql
security definer -- reads users and sessions, and writes where no API role may
set search_path = '' as $$
begin
  -- A text message starts the same kind of session, so a customer with a phone number proves nothing about an address by it.
  insert into bank.confirmed_addresses (user_id, address)
  select u.id, lower(u.email) from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = new.session_id and u.email <> '' and u.email_confirmed_at is not null and coalesce(u.phone, '') = ''
  on conflict (user_id) do update set address = excluded.address, confirmed_at = excluded.confirmed_at;
  return null;
end
$$;
comment on function bank.record_confirmed_address() is
  'Records the address of a customer who has just signed in with a code or link sent to it.';
create trigger record_confirmed_address after insert on auth.mfa_amr_claims
  for each row when (new.authentication_method = 'otp') execute function bank.record_confirmed_address();

create function bank.confirmed_address(customer_id uuid) returns text language sql stable as $$
  select lower(u.email) from auth.users u
  where u.id = confirmed_address.customer_id and u.email <> '' and u.email_confirmed_at is not null and (
    exists (select from bank.confirmed_addresses c where c.user_id = u.id and c.address = lower(u.email))
    or exists (select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone')
      and lower(i.identity_data ->> 'email') = lower(u.email) and i.identity_data ->> 'email_verified' = 'true'))
$$;
comment on function bank.confirmed_address(uuid) is
  'The e-mail address that a customer has proven to control, by mail or by a provider that vouches for it. Null when there is none.';
