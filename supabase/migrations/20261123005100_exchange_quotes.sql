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
  fixed_side text not null check (fixed_side in ('source', 'target')),
  price bank.exchange_price not null,
  rate_date date not null,
  expires_at timestamptz not null
);
create index exchange_quotes_household_id_idx on bank.exchange_quotes (household_id, expires_at);
alter table bank.exchange_quotes enable row level security;
comment on table bank.exchange_quotes is 'The prices that the bank offered for transfers between currencies.';
comment on column bank.exchange_quotes.currencies is
  'The currencies of both accounts, the source first. They can change before the transfer.';
comment on column bank.exchange_quotes.fixed_side is
  'The side whose amount the customer chose: source for a sale, target for a purchase.';
comment on column bank.exchange_quotes.expires_at is 'Real time, not simulated time.';

create function bank.exchange_margin(household uuid) returns numeric language sql stable as $$
  select coalesce((select (k.carryover ->> 'exchangeMargin')::numeric from bank.clocks k
    where k.household_id = exchange_margin.household), 0)
$$;
comment on function bank.exchange_margin is
  'Returns the margin of a household''s transfers between currencies, in percent.';

create function bank.compute_exchange(amount numeric, mid numeric, margin_percent numeric,
  fixed_side text default 'source') returns bank.exchange_price language sql immutable as $$
  select case fixed_side
    when 'target' then (mid, priced.rate, round(amount * priced.rate, 2), round(amount, 2),
      round(amount * priced.rate, 2) - round(amount * mid, 2), fixed_side)::bank.exchange_price
    else (mid, priced.rate, round(amount, 2), round(amount * priced.rate, 2),
      round(amount * mid, 2) - round(amount * priced.rate, 2), fixed_side)::bank.exchange_price end
  from (select case margin_percent when 0 then mid else round(mid * (1
    + case fixed_side when 'target' then margin_percent else -margin_percent end / 100), 6) end as rate)
    as priced
$$;
comment on function bank.compute_exchange is 'Returns the price of selling an amount at a mid-market rate '
  'less a margin in percent, or of buying it (target) at that rate plus the margin. The customer''s rate has '
  'six decimals, and the other amount is rounded half away from zero to cents.';

create function bank.check_fixed_side(fixed_side text) returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if((fixed_side in ('source', 'target')) is not true,
    'BADTY', 'Choose source or target as the side of the amount.');
end $$;
comment on function bank.check_fixed_side is 'Refuses (BADTY) an unknown side of a transfer.';

create function bank.exchange_price(household uuid, source text, target text, amount numeric, day date,
  fixed_side text default 'source') returns bank.exchange_price language plpgsql volatile as $$
declare
  margin_percent numeric := bank.exchange_margin(household);
  -- Markets are closed on weekends, so Friday's rate applies with a wider margin.
  days_after_friday integer := case margin_percent when 0 then 0
    else greatest(0, extract(isodow from day)::integer - 5) end;
  mid numeric := bank.rate_on(case fixed_side when 'target' then target else source end,
    case fixed_side when 'target' then source else target end, day - days_after_friday);
begin
  return bank.compute_exchange(amount, mid, case when days_after_friday > 0 then 1 else margin_percent end,
    fixed_side);
end $$;
comment on function bank.exchange_price is 'Returns the price of a transfer between currencies on a day: '
  '0.60% from the mid-market rate, or 1.00% from Friday''s rate on a weekend. Without the household''s '
  'setting, the mid-market rate. Refuses: NORAT.';

create function bank.quote_exchange(source public.accounts, target public.accounts, amount numeric,
  fixed_side text) returns bank.exchange_quotes language plpgsql volatile as $$
declare
  today date := bank.today_for(source.user_id);
  quote bank.exchange_quotes;
begin
  delete from bank.exchange_quotes q where q.id in (select o.id from bank.exchange_quotes o
    where o.household_id = source.user_id order by o.expires_at desc, o.id offset 200);
  insert into bank.exchange_quotes (household_id, from_account_id, to_account_id, currencies, amount,
      fixed_side, price, rate_date, expires_at)
    select c.id, source.id, target.id, array[source.currency, target.currency], quote_exchange.amount,
      quote_exchange.fixed_side, bank.exchange_price(c.id, source.currency, target.currency,
        quote_exchange.amount, today, quote_exchange.fixed_side), today,
      least(clock_timestamp() + interval '30 minutes',
        (today + 1)::timestamp at time zone c.time_zone - c.clock_offset)
    from public.customers c where c.id = source.user_id
    returning * into quote;
  return quote;
end $$;
comment on function bank.quote_exchange is 'Offers a price for a transfer between two currencies, and keeps '
  'the last 200 quotes of a household.';

create function bank.find_quote(household uuid, quote_id uuid, from_id uuid, to_id uuid, amount numeric,
  fixed_side text) returns bank.exchange_quotes language plpgsql stable as $$
declare
  quote bank.exchange_quotes;
begin
  select * into quote from bank.exchange_quotes q where q.id = find_quote.quote_id
    and q.household_id = household and q.from_account_id = from_id and q.to_account_id = to_id
    and q.amount = find_quote.amount and q.fixed_side = find_quote.fixed_side;
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
  price := bank.exchange_price(quote.household_id, source, target, quote.amount, today, quote.fixed_side);
  perform bank.refuse('QTEXP', 'The price has expired. Review the new price to continue.',
    case quote.fixed_side
      when 'target' then jsonb_build_object('old', (quote.price).sent, 'new', price.sent, 'currency', source)
      else jsonb_build_object('old', (quote.price).arriving, 'new', price.arriving, 'currency', target) end
    || jsonb_build_object('fixed_side', quote.fixed_side));
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
