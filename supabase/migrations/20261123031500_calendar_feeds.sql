set check_function_bodies = off;

-- A private address from which calendar apps read the customer's upcoming payments. It isn't part of the
-- simulated household, so a return to a checkpoint keeps it. Only the hash of its secret is stored.
create table bank.calendar_feeds (
  user_id uuid primary key references public.customers on delete cascade,
  secret_hash bytea not null unique,
  includes_amounts boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  reads integer not null default 0
);
alter table bank.calendar_feeds enable row level security;
comment on table bank.calendar_feeds is 'The calendar addresses of customers. Instants are real time.';
comment on column bank.calendar_feeds.includes_amounts is 'True if the titles of events contain amounts.';
comment on column bank.calendar_feeds.read_at is 'When a calendar app last read the feed; null if never.';
comment on column bank.calendar_feeds.reads is 'The number of reads in the hour of `read_at`.';

create function bank.hash_secret(secret text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(secret, 'UTF8'))
$$;
comment on function bank.hash_secret is
  'Returns the hash of a random secret, which is too long to guess, so that a slow hash isn''t needed.';

create function public.create_calendar_feed(includes_amounts boolean default false) returns text
language plpgsql volatile
security definer -- because it writes a table that no API role can read
set search_path = '' as $$
declare
  household uuid := bank.caller();
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform bank.refuse_if(create_calendar_feed.includes_amounts is null,
    'BADTX', 'Choose whether the calendar includes amounts.');
  perform bank.ensure_customer(household);
  insert into bank.calendar_feeds (user_id, secret_hash, includes_amounts)
    values (household, bank.hash_secret(secret), create_calendar_feed.includes_amounts)
    on conflict on constraint calendar_feeds_pkey do update set secret_hash = excluded.secret_hash,
      includes_amounts = excluded.includes_amounts, created_at = excluded.created_at, read_at = null,
      reads = 0;
  perform bank.record_security_event(household, 'calendar_feed_created');
  return secret;
end $$;
comment on function public.create_calendar_feed is 'Creates the secret of the caller''s calendar address, '
  '64 hexadecimal digits, and returns it once. An earlier address stops working. Refuses: NOUSR, BADTX.';

create function public.remove_calendar_feed() returns void language plpgsql volatile
security definer -- because it writes a table that no API role can read
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  delete from bank.calendar_feeds f where f.user_id = household;
  if found then perform bank.record_security_event(household, 'calendar_feed_removed'); end if;
end $$;
comment on function public.remove_calendar_feed is
  'Removes the caller''s calendar address, which then stops working. Refuses: NOUSR.';

create function public.my_calendar_feed()
returns table (created_at timestamptz, read_at timestamptz, includes_amounts boolean)
language sql stable
security definer -- because it reads a table that no API role can read
set search_path = '' as $$
  select f.created_at, f.read_at, f.includes_amounts from bank.calendar_feeds f
  where f.user_id = bank.caller()
$$;
comment on function public.my_calendar_feed is 'Returns when the caller''s calendar address was created and '
  'last read, without the address; no row if there is none. Refuses: NOUSR.';

create function public.read_calendar_feed(secret text)
returns table (customer_id uuid, includes_amounts boolean) language plpgsql volatile
security definer -- because it finds customers by their secret
set search_path = '' as $$
declare
  feed bank.calendar_feeds;
begin
  update bank.calendar_feeds f set read_at = clock_timestamp(),
    reads = case when date_trunc('hour', f.read_at) = date_trunc('hour', clock_timestamp())
      then f.reads + 1 else 1 end
    where f.secret_hash = bank.hash_secret(secret) and exists (select from auth.users u
      where u.id = f.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
    returning * into feed;
  perform bank.refuse_if(feed.user_id is null, 'NTFND', 'This calendar address no longer works.');
  perform bank.refuse_if(feed.reads > 60, 'LIMIT', 'A calendar can be read 60 times an hour.',
    jsonb_build_object('highest', 60));
  return query select feed.user_id, feed.includes_amounts;
end $$;
comment on function public.read_calendar_feed is 'Returns the customer of a calendar address and counts the '
  'read. For server functions. Refuses: NTFND, LIMIT.';

grant execute on function
  public.create_calendar_feed, public.remove_calendar_feed, public.my_calendar_feed to authenticated;
grant execute on function public.read_calendar_feed to service_role;
