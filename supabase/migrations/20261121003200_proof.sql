-- The proof a customer can ask for: the books as one text without ids and wall time, hashed as a chain, and replayed.
create function bank.canonical_pages(household uuid) returns table (ledger_id uuid, name text) language sql stable as $$
  select l.id, l.product || ' ' || row_number() over (partition by l.product order by l.created_at, l.name, l.id)
  from bank.ledger_accounts l where l.household_id = household
  union all
  select l.id, l.name from bank.ledger_accounts l where l.product = 'system'
$$;
comment on function bank.canonical_pages(uuid) is 'Names of pages that two copies of a household share: the third account, the first loan, the outside world.';

create function bank.canonical_entries(household uuid) returns table (entry_id bigint, entry text) language sql stable as $$
  select e.id, concat_ws('|', (extract(epoch from e.at) * 1000000)::bigint, e.kind, e.description,
    string_agg(concat_ws(' ', pages.name, p.currency, p.amount), ';' order by pages.name, p.currency))
  from bank.entries e join bank.postings p on p.entry_id = e.id join bank.canonical_pages(household) as pages on pages.ledger_id = p.ledger_id
  where e.household_id = household group by e.id order by e.id
$$;
comment on function bank.canonical_entries(uuid) is 'Every entry of a household as text, without ids and wall time.';

create table bank.seals (
  household_id uuid not null references public.customers on delete cascade,
  entry_id bigint not null,
  hash text not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (household_id, entry_id)
);
alter table bank.seals enable row level security;
comment on table bank.seals is 'The hash of a household''s books up to an entry, kept so that a later look can tell whether anything before it has changed.';

create function bank.hash_books(household uuid, out hash text, out entry_id bigint, out broken_at bigint) language plpgsql stable as $$
declare
  link record;
  chain bytea := '';
begin
  for link in select c.entry_id, c.entry, s.hash as seal from bank.canonical_entries(household) c
    left join bank.seals s on s.household_id = household and s.entry_id = c.entry_id order by c.entry_id
  loop
    chain := sha256(chain || convert_to(link.entry, 'UTF8'));
    if link.seal is not null and link.seal <> encode(chain, 'hex') and broken_at is null then
      broken_at := link.entry_id;
    end if;
    entry_id := link.entry_id;
  end loop;
  hash := encode(chain, 'hex');
end
$$;
comment on function bank.hash_books(uuid) is
  'The hash of a household''s whole books, each entry chained to the one before; and the first seal that no longer fits, if any.';

create function bank.audit_replay(household uuid) returns table (violation text, subject text, detail jsonb)
language sql stable as $$
  select 'balance after a movement differs from the replay', r.account_id::text,
    jsonb_build_object('entry', r.entry_id, 'shown', r.balance_after, 'replayed', r.replayed)
  from (
    select t.account_id, t.entry_id, t.balance_after,
      sum(p.amount) over (partition by t.account_id order by t.date) as replayed,
      bool_or(e.kind = 'currency_change') over (partition by t.account_id) as changed_currency
    from public.transactions t join bank.entries e on e.id = t.entry_id
      join bank.postings p on p.entry_id = t.entry_id and p.ledger_id = t.account_id and p.currency = t.currency
    where t.user_id = household) r
  where r.replayed <> r.balance_after and not r.changed_currency
$$;
comment on function bank.audit_replay(uuid) is 'Movements whose balance is not what the journal adds up to when it is played from the beginning.';

create function public.prove_my_books() returns jsonb language plpgsql volatile
security definer -- reads the whole journal of the caller and keeps its hash
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  books record;
  seals integer;
begin
  select * into books from bank.hash_books(caller);
  select count(*) into seals from bank.seals s where s.household_id = caller;
  if books.entry_id is not null and books.broken_at is null then
    insert into bank.seals (household_id, entry_id, hash) values (caller, books.entry_id, books.hash) on conflict do nothing;
  end if;
  return jsonb_build_object(
    'hash', books.hash, 'seals', seals, 'chain_intact', books.broken_at is null,
    'sums', (select coalesce(jsonb_object_agg(s.currency, s.sum), '{}') from (
      select p.currency, sum(p.amount) as sum from bank.entries e join bank.postings p on p.entry_id = e.id
      where e.household_id = caller group by p.currency) s),
    'replay', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from bank.audit_replay(caller) r)) || public.my_books();
end
$$;
comment on function public.prove_my_books() is
  'The proof of the caller''s own books: their hash, whether earlier hashes still fit, sums per currency (all zero), the replay, and violations.';
grant execute on function public.prove_my_books() to authenticated;
