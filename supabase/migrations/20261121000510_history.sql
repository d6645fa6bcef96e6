-- How balances came about, read from the books. Days begin and end in the customer's own time zone.
create function bank.check_days("from" date, "to" date) returns void language plpgsql immutable as $$
begin
  if not isfinite("from") or not isfinite("to") or "from" > "to" or "to" > "from" + 3660 then
    raise exception using errcode = 'BADDT', message = 'A history runs forwards and over at most ten years.';
  end if;
end
$$;
comment on function bank.check_days(date, date) is 'Refuses (BADDT) a span of days that runs backwards or is longer than ten years.';

create function public.balance_history(account_id uuid, "from" date default null, "to" date default null)
returns table (day date, balance numeric) language plpgsql stable
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  zone text := coalesce((select time_zone from public.customers where id = bank.caller()), 'UTC');
  opened date;
  last_day date := coalesce("to", bank.today_for(bank.caller()));
  first_day date;
begin
  select (created_at at time zone zone)::date into opened from public.accounts a
    where a.id = balance_history.account_id and (a.user_id = bank.caller() or a.user_id is null);
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  first_day := coalesce("from", least(opened, last_day));
  perform bank.check_days(first_day, last_day);
  return query
    with changes as (
      -- All currencies: an account that changed its currency kept its number, so the sum runs on.
      select greatest((e.value_at at time zone zone)::date, first_day) as day, sum(p.amount) as change
      from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = balance_history.account_id and e.value_at < ((last_day + 1)::timestamp at time zone zone)
      group by 1
    )
    select days.day::date, sum(coalesce(changes.change, 0)) over (order by days.day)
    from generate_series(first_day, last_day, interval '1 day') as days (day) left join changes on changes.day = days.day
    order by 1;
end
$$;
comment on function public.balance_history(uuid, date, date) is
  'The balance of an account at the end of each day, by default from its opening until today. Refuses: NTFND, BADDT.';
grant execute on function public.balance_history(uuid, date, date) to authenticated;

create function public.month_flow() returns table (currency text, money_in numeric, money_out numeric)
language sql stable
security definer -- reads the private clock
set search_path = '' as $$
  select t.currency, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0),
    coalesce(sum(t.amount) filter (where t.direction = 'out'), 0)
  from (select bank.caller() as id) as caller
    join public.transactions t on t.user_id = caller.id
  where t.date >= (select date_trunc('month', bank.today_for(caller.id)::timestamp)
      at time zone coalesce((select c.time_zone from public.customers c where c.id = caller.id), 'UTC'))
    and t.type <> 'TRANSFER' and t.kind <> 'adjustment'
  group by t.currency order by t.currency
$$;
comment on function public.month_flow() is
  'What came in and went out in the caller''s current month, by currency; moves between own accounts and corrections do not count.';
grant execute on function public.month_flow() to authenticated;
