-- An older client inserts a row and then overwrites the balance with the sum it worked out from what it had read
-- before. The money has already moved by then, so that one overwriting is the row's echo and changes nothing, also
-- when two such clients interleave and neither has read what the other did.
create table bank.echoes (
  id bigint generated always as identity primary key,
  account_id uuid not null references public.accounts on delete cascade,
  actor uuid,
  amount numeric not null,
  last_entry bigint not null,
  expected_at timestamptz not null default clock_timestamp()
);
create index echoes_account_id_idx on bank.echoes (account_id);
comment on table bank.echoes is 'Rows inserted by raw table calls whose client may still overwrite the balance, for 30 seconds and once.';
comment on column bank.echoes.amount is 'What the row added to the balance, or took from it.';
alter table bank.echoes enable row level security;

create function bank.expect_echo(account_id uuid, amount numeric) returns void language plpgsql volatile as $$
begin
  delete from bank.echoes e
    where e.account_id = expect_echo.account_id and e.expected_at < clock_timestamp() - interval '30 seconds';
  insert into bank.echoes (account_id, actor, amount, last_entry)
    select a.id, auth.uid(), expect_echo.amount, a.last_entry from public.accounts a where a.id = expect_echo.account_id;
end
$$;
comment on function bank.expect_echo(uuid, numeric) is 'Remembers that the client who inserted a row may overwrite the balance next.';

create function bank.take_echo(account public.accounts, sent numeric) returns boolean language plpgsql volatile as $$
declare
  echo bigint;
begin
  select e.id into echo from bank.echoes e
    where e.account_id = account.id and e.actor is not distinct from auth.uid()
      and e.expected_at > clock_timestamp() - interval '30 seconds'
      -- Every balance the account had before the row: the present one less what came since.
      and sent - e.amount in (
        select before from (
          select p.entry_id, account.balance - sum(p.amount) over (order by p.entry_id desc) as before
          from bank.postings p where p.ledger_id = account.id and p.currency = account.currency
          order by p.entry_id desc limit 200) as earlier
        where earlier.entry_id <= e.last_entry)
    order by e.id limit 1;
  delete from bank.echoes e where e.id = echo;
  return echo is not null;
end
$$;
comment on function bank.take_echo(public.accounts, numeric) is
  'Whether a balance written to an account is the echo of a row the same customer inserted: some earlier balance plus that row. Each row has one.';
