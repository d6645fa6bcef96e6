-- What one currency costs in another, day by day. Simulated, but the same on every machine: exact decimals, no
-- floating point.
create table public.exchange_rates (
  base text not null references public.currencies,
  quote text not null references public.currencies,
  rate_date date not null,
  rate numeric(18, 8) not null check (rate > 0),
  primary key (base, quote, rate_date)
);
create index exchange_rates_quote_idx on public.exchange_rates (quote);
comment on table public.exchange_rates is 'How much of the quote currency one unit of the base currency buys on a day. Simulated.';

alter table public.exchange_rates enable row level security;
create policy "customers read the exchange rates" on public.exchange_rates for select to authenticated using (true);
grant select on public.exchange_rates to authenticated, service_role;

create function bank.wave(day integer, period integer) returns numeric language sql immutable strict as $$
  -- 4x(1 - |x|) runs through -1, 0 and 1 like a sine, in whole numbers.
  select 4 * x * (1 - abs(x)) from (select 2 * (mod(day, period)::numeric / period) - 1 as x) as phase
$$;
comment on function bank.wave(integer, integer) is 'A smooth swing between -1 and 1 that comes back after so many days.';

create function bank.dollars_for(currency text, day date) returns numeric language sql immutable strict as $$
  select anchor * (1 + 0.035 * bank.wave(number + 7 * shift, 1461) + 0.018 * bank.wave(number + 3 * shift, 211)
    + 0.006 * bank.wave(number + shift, 37) + 0.003 * (get_byte(dice, 0) * 256 + get_byte(dice, 1) - 32768) / 32768.0)
  from (values ('EUR', 1.085, 61), ('GBP', 1.265, 149)) as known (code, anchor, shift),
    (select day - date '2000-01-01' as number, sha256(convert_to(currency || to_char(day, 'YYYYMMDD'), 'UTF8')) as dice) as drawn
  where code = currency
  union all select 1 where currency = 'USD'
$$;
comment on function bank.dollars_for(text, date) is 'What one unit of a currency costs in dollars on a day; nothing for a currency without a simulated price.';

create function bank.fill_exchange_rates(through date) returns void language sql volatile as $$
  with prices as materialized (
    select day::date as day, code, bank.dollars_for(code, day::date) as dollars
    from generate_series(coalesce((select max(rate_date) + 1 from public.exchange_rates), date '2023-01-01'), through, interval '1 day') as day,
      public.currencies
  )
  insert into public.exchange_rates (base, quote, rate_date, rate)
  select b.code, q.code, b.day, round(b.dollars / q.dollars, 6)
  from prices b join prices q on q.day = b.day and q.code <> b.code
  where b.dollars is not null and q.dollars is not null
  on conflict do nothing
$$;
comment on function bank.fill_exchange_rates(date) is 'Writes the rates of every day that is still missing, up to and including this one.';

create function bank.rate_on(base text, quote text, day date) returns numeric language plpgsql volatile as $$
declare
  found_rate numeric;
begin
  if base = quote then
    return 1;
  end if;
  select r.rate into found_rate from public.exchange_rates r
    where r.base = rate_on.base and r.quote = rate_on.quote and r.rate_date = day;
  if found_rate is null and day > (select max(r.rate_date) from public.exchange_rates r) then
    perform bank.fill_exchange_rates((day + interval '12 months')::date);
    select r.rate into found_rate from public.exchange_rates r
      where r.base = rate_on.base and r.quote = rate_on.quote and r.rate_date = day;
  end if;
  if found_rate is null then
    raise exception using errcode = 'NORAT', message = format('There is no rate from %s to %s on %s.', base, quote, day),
      detail = jsonb_build_object('base', base, 'quote', quote, 'date', day)::text;
  end if;
  return found_rate;
end
$$;
comment on function bank.rate_on(text, text, date) is
  'The rate of a day, written down first when the simulated clock has run past the table. A missing rate is a refusal (NORAT), never 1:1.';

do $$ begin perform bank.fill_exchange_rates((current_date + interval '2 years')::date); end $$;
