-- Browsers that want to be told while no page is open. An endpoint is a browser's; who signs in there takes it over.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  endpoint text not null unique check (char_length(endpoint) between 10 and 1000 and endpoint ~ '^https?://'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  told_until timestamptz not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);
comment on table public.push_subscriptions is 'Browsers in which customers are told while no page is open.';
comment on column public.push_subscriptions.endpoint is 'Where the browser''s push service takes messages for it.';
comment on column public.push_subscriptions.p256dh is 'The browser''s public key: what is sent can be read there alone.';
comment on column public.push_subscriptions.auth is 'The secret that the browser shares with who may write to it.';
comment on column public.push_subscriptions.told_until is 'The simulated instant up to which it was told. Only the bank writes it.';
comment on column public.push_subscriptions.created_at is 'Real time.';

alter table public.push_subscriptions enable row level security;
create policy "customers read their own push subscriptions" on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers end their own push subscriptions" on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, endpoint, created_at), delete on public.push_subscriptions to authenticated;
grant select, delete on public.push_subscriptions to service_role;

create function bank.is_push_endpoint(endpoint text) returns boolean language sql immutable parallel safe as $$
  select endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9_-]+\.)*'
    || '(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))/[!-~]*$')
$$;
comment on function bank.is_push_endpoint(text) is
  'Returns whether an address belongs to a push service that browsers use. The sender checks the same list before it connects.';

create function public.subscribe_to_push(endpoint text, p256dh text, auth text) returns uuid language plpgsql volatile
security definer -- a browser that somebody else used before changes hands
set search_path = '' as $$
declare
  household uuid := bank.caller();
  kept uuid;
begin
  if not coalesce(bank.is_push_endpoint(endpoint), false) then
    raise exception using errcode = 'BADEP', message = 'This is not the address of a push service that Sandbank can use.';
  end if;
  perform bank.ensure_customer(household);
  if (select count(*) from public.push_subscriptions s where s.user_id = household and s.endpoint <> subscribe_to_push.endpoint) >= 20 then
    raise exception using errcode = 'LIMIT', message = 'Twenty browsers are told already. Turn one of them off first.',
      detail = jsonb_build_object('highest', 20)::text;
  end if;
  insert into public.push_subscriptions as s (user_id, endpoint, p256dh, auth, told_until)
    values (household, subscribe_to_push.endpoint, subscribe_to_push.p256dh, subscribe_to_push.auth, bank.now_for(household))
  on conflict on constraint push_subscriptions_endpoint_key do update set user_id = excluded.user_id, p256dh = excluded.p256dh,
    auth = excluded.auth, told_until = case when s.user_id = excluded.user_id then s.told_until else excluded.told_until end
  returning id into kept;
  return kept;
end
$$;
comment on function public.subscribe_to_push(text, text, text) is
  'The caller is told in this browser while no page is open, from now on; whoever it told before no longer is. Refuses: BADEP, LIMIT.';
grant execute on function public.subscribe_to_push(text, text, text) to authenticated;

create function bank.last_happened(household uuid) returns timestamptz language sql stable as $$
  select greatest(
    (select e.at from bank.entries e where e.household_id = household order by e.id desc limit 1),
    (select h.at from public.happenings h where h.user_id = household order by h.at desc, h.id desc limit 1),
    (select max(l.decided_at) from public.loan_applications l where l.user_id = household),
    (select max(d.decided_at) from public.card_disputes d where d.user_id = household),
    (select max(g.reached_at) from public.goals g where g.user_id = household))
$$;
comment on function bank.last_happened(uuid) is 'The simulated instant of the latest that happened to a household; null when nothing has.';

create function public.claim_push_news(most integer default 500)
returns table (subscription_id uuid, endpoint text, p256dh text, auth text, items jsonb) language plpgsql volatile
security definer -- reads what happened to whole households, for the sender
set search_path = '' as $$
begin
  -- After a return to an earlier moment it begins anew there.
  update public.push_subscriptions s set told_until = clock_timestamp() + c.clock_offset
    from public.customers c where c.id = s.user_id and s.told_until > clock_timestamp() + c.clock_offset;
  return query
    with due as materialized (
      select s.id, s.user_id, s.told_until, last.at from public.push_subscriptions s cross join lateral (select bank.last_happened(s.user_id) as at) as last
      where last.at > s.told_until order by s.told_until limit least(greatest(most, 1), 1000) for update of s skip locked
    ), told as materialized (
      -- A milestone has a day and no instant: it waits for the page.
      select d.id, d.at, (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'message', n.message, 'path', n.path,
          'others', n.others) order by n.at desc), '[]') from bank.news(d.user_id, d.told_until, d.told_until) n where n.kind <> 'goal_milestone') as items
      from due d
    ), marked as (
      update public.push_subscriptions s set told_until = t.at from told t where s.id = t.id returning s.id, s.endpoint, s.p256dh, s.auth
    )
    select m.id, m.endpoint, m.p256dh, m.auth, t.items from marked m join told t on t.id = m.id where t.items <> '[]'::jsonb;
end
$$;
comment on function public.claim_push_news(integer) is
  'What the sender has to tell, browser by browser; each piece is handed out once, to one of several senders. For the server''s functions.';
grant execute on function public.claim_push_news(integer) to service_role;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null or to_regclass('vault.decrypted_secrets') is null then
    raise notice 'There is no schedule here: browsers are told only while a page is open.';
    return;
  end if;
  perform cron.schedule('push-news', '* * * * *', $job$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/push-news',
      headers := jsonb_build_object('Content-Type', 'application/json',
        'Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')),
      body := '{}'::jsonb, timeout_milliseconds := 60000)
    where exists (select from public.push_subscriptions)
  $job$);
end
$$;
