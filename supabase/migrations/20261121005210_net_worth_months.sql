-- What a net worth was made of, month by month.
create function public.net_worth_months(from_day date, to_day date)
returns table (day date, kind text, currency text, amount numeric) language plpgsql volatile
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  last_day date := least(to_day, bank.today_for(household));
begin
  perform bank.check_days(from_day, to_day);
  return query
    with ends as (
      select least((months.month + interval '1 month')::date - 1, last_day) as day
      from generate_series(date_trunc('month', from_day::timestamp), date_trunc('month', last_day::timestamp), interval '1 month') as months (month)
    ), changes as materialized (
      select (e.value_at at time zone zone)::date as day, coalesce(a.type::text, l.product) as kind, p.currency, sum(p.amount) as change
      from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
        left join public.accounts a on a.id = l.id
      where l.household_id = household and e.value_at < ((last_day + 1)::timestamp at time zone zone)
      group by 1, 2, 3
    )
    select ends.day, c.kind, c.currency, sum(c.change) from ends join changes c on c.day <= ends.day
    group by 1, 2, 3 having sum(c.change) <> 0 order by 1, 2, 3;
end
$$;
comment on function public.net_worth_months(date, date) is
  'What the caller owned (above zero) and owed (below zero) at the end of each month of a span, and at its last day: by kind of account or debt and by currency. The value of homes is not in the books. Refuses: BADDT.';
grant execute on function public.net_worth_months(date, date) to authenticated;
