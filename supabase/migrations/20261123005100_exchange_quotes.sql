set check_function_bodies = off;

-- Exchange quotes. A transfer between currencies costs a margin if the household has turned it on. A quote
-- holds its price for 30 minutes of real time or until the simulated day ends, whichever comes first.
create table bank.exchange_quotes (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.customers on delete cascade,
  from_account_id uuid not null,
  to_account_id uuid not null,
  currencies text[] not null,
  amount numeric not null,
  price bank.exchange_price not null,
  rate_date date not null,
  expires_at timestamptz not null
);
create index exchange_quotes_household_id_idx on bank.exchange_quotes (household_id, expires_at);
alter table bank.exchange_quotes enable row level security;
comment on table bank.exchange_quotes is 'The prices that the bank offered for transfers between currencies.';
comment on column bank.exchange_quotes.currencies is
  'The currencies of both accounts, the source first. They can change before the transfer.';
comment on column bank.exchange_quotes.expires_at is 'Real time, not simulated time.';

create function bank.exchange_margin(household uuid) returns numeric language sql stable as $$
  select coalesce((select (k.carryover ->> 'exchangeMargin')::numeric from bank.clocks k
    where k.household_id = exchange_margin.household), 0)
$$;
comment on function bank.exchange_margin is
  'Returns the margin of a household''s transfers between currencies, in percent.';

create function bank.compute_exchange(amount numeric, mid numeric, margin_percent numeric)
returns bank.exchange_price language sql immutable as $$
  select (mid, sold.rate, round(amount * sold.rate, 2),
    round(amount * mid, 2) - round(amount * sold.rate, 2))::bank.exchange_price
  from (select case margin_percent when 0 then mid
    else round(mid * (1 - margin_percent / 100), 6) end as rate) as sold
$$;
comment on function bank.compute_exchange is 'Returns the price of selling an amount at a mid-market rate '
  'less a margin in percent. The customer''s rate has six decimals.';

create function bank.exchange_price(household uuid, source text, target text, amount numeric, day date)
returns bank.exchange_price language plpgsql volatile as $$
declare
  margin_percent numeric := bank.exchange_margin(household);
  -- Markets are closed on weekends, so Friday's rate applies with a wider margin.
  days_after_friday integer := greatest(0, extract(isodow from day)::integer - 5);
begin
  if margin_percent = 0 or days_after_friday = 0 then
    return bank.compute_exchange(amount, bank.rate_on(source, target, day), margin_percent);
  end if;
  return bank.compute_exchange(amount, bank.rate_on(source, target, day - days_after_friday), 1);
end $$;
comment on function bank.exchange_price is 'Returns the price of a transfer between currencies on a day: '
  '0.60% below the mid-market rate, or 1.00% below Friday''s rate on a weekend. Without the household''s '
  'setting, the mid-market rate. Refuses: NORAT.';

create function bank.quote_exchange(source public.accounts, target public.accounts, amount numeric)
returns bank.exchange_quotes language plpgsql volatile as $$
declare
  today date := bank.today_for(source.user_id);
  quote bank.exchange_quotes;
begin
  delete from bank.exchange_quotes q where q.id in (select o.id from bank.exchange_quotes o
    where o.household_id = source.user_id order by o.expires_at desc, o.id offset 200);
  insert into bank.exchange_quotes (household_id, from_account_id, to_account_id, currencies, amount, price,
      rate_date, expires_at)
    select c.id, source.id, target.id, array[source.currency, target.currency], quote_exchange.amount,
      bank.exchange_price(c.id, source.currency, target.currency, quote_exchange.amount, today), today,
      least(clock_timestamp() + interval '30 minutes',
        (today + 1)::timestamp at time zone c.time_zone - c.clock_offset)
    from public.customers c where c.id = source.user_id
    returning * into quote;
  return quote;
end $$;
comment on function bank.quote_exchange is 'Offers a price for a transfer between two currencies, and keeps '
  'the last 200 quotes of a household.';

create function bank.find_quote(household uuid, quote_id uuid, from_id uuid, to_id uuid, amount numeric)
returns bank.exchange_quotes language plpgsql stable as $$
declare
  quote bank.exchange_quotes;
begin
  select * into quote from bank.exchange_quotes q where q.id = find_quote.quote_id
    and q.household_id = household and q.from_account_id = from_id and q.to_account_id = to_id
    and q.amount = find_quote.amount;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that price. Review the transfer again.');
  return quote;
end $$;
comment on function bank.find_quote is
  'Returns a household''s quote for exactly this transfer. Refuses: NTFND.';

create function bank.take_quote(quote bank.exchange_quotes, source text, target text)
returns bank.exchange_price language plpgsql volatile as $$
declare
  today date := bank.today_for(quote.household_id);
  price bank.exchange_price;
begin
  perform bank.refuse_if(quote.currencies <> array[source, target], 'NTFND',
    'The currency of an account has changed. Review the transfer again.');
  if quote.expires_at > clock_timestamp() and quote.rate_date = today then return quote.price; end if;
  price := bank.exchange_price(quote.household_id, source, target, quote.amount, today);
  perform bank.refuse('QTEXP', 'The price has expired. Review the new price to continue.',
    jsonb_build_object('old', (quote.price).arriving, 'new', price.arriving, 'currency', target));
end $$;
comment on function bank.take_quote is 'Returns the price of a quote. Refuses a quote for other '
  'currencies (NTFND), and an expired one (QTEXP).';

create function public.set_exchange_margin(charged boolean) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if(charged is null, 'BADTY', 'Choose whether exchanges have a margin.');
  perform bank.set_rule('exchangeMargin', case when charged then '0.6'::jsonb end);
  return charged;
end $$;
comment on function public.set_exchange_margin is 'Sets whether the caller''s transfers between currencies '
  'have a margin: 0.60% below the mid-market rate, and 1.00% on weekends. Refuses: BADTY, NTFND, CLOCK, '
  'NOUSR.';

grant execute on function public.set_exchange_margin to authenticated;
