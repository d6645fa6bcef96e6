-- The loader learns to read what household_file writes. A household that was made up (without `version`) is checked as
-- before; one that was lived comes back as it was, also where it is odder than anybody would make up: entries that were
-- written down late, accounts that changed their currency, rules of closed accounts, rates that were reset.
create table bank.loadings (
  household_id uuid primary key,
  transaction_id xid8 not null default pg_current_xact_id()
);
comment on table bank.loadings is 'Which household is being loaded from a file, by which transaction. Empty at all other times.';
alter table bank.loadings enable row level security;

create function bank.is_being_loaded(household uuid) returns boolean language sql volatile as $$
  select exists (select from bank.loadings where household_id = household and transaction_id = pg_current_xact_id_if_assigned())
$$;
comment on function bank.is_being_loaded(uuid) is 'Whether this very transaction loads the household from a file.';

create or replace function bank.is_for_another(user_id uuid) returns boolean language sql volatile as $$
  select (auth.uid() is not null and user_id is distinct from auth.uid()) or bank.is_being_loaded(user_id)
$$;
comment on function bank.is_for_another(uuid) is
  'Whether a row is none that its customer writes: in another''s name, where the row rules will refuse it, or out of a file, which is checked as a whole.';

create or replace function bank.check_autopay() returns trigger language plpgsql
security definer -- reads the account whoever writes
set search_path = '' as $$
declare
  account public.accounts;
begin
  if new.autopay_account_id is not null and not bank.is_being_loaded(new.user_id) then
    account := bank.check_rule_account(new.user_id, new.autopay_account_id);
    if account.currency <> new.currency then
      raise exception using errcode = 'BADCU', message = 'Autopay draws from an account in the same currency.',
        detail = jsonb_build_object('currency', new.currency, 'account_currency', account.currency)::text;
    end if;
  end if;
  return new;
end
$$;

alter type bank.household_line add attribute value_at timestamptz, add attribute event_key text, add attribute shown jsonb,
  add attribute shown_category_id uuid, add attribute shown_counter_id uuid;
comment on column bank.household_line.shown is 'What the customer sees of it, where that is not what the entry says.';

create or replace function bank.household_ledgers(household jsonb)
returns table (ledger text, ledger_id uuid, product text, currency text, created_at timestamptz)
language sql immutable as $$
  select system.name, system.ledger_id, 'system', null, null from bank.system_pages() as system
  union all
  select lower(owned.row ->> 'id'), (owned.row ->> 'id')::uuid, kinds.product, coalesce(owned.row ->> 'currency', 'USD'),
    (owned.row ->> 'created_at')::timestamptz
  from (values ('account', 'accounts'), ('card', 'cards'), ('loan', 'loans'), ('mortgage', 'mortgages'), ('page', 'pages')) as kinds (product, list),
    lateral jsonb_array_elements(coalesce(household -> kinds.list, '[]')) as owned (row)
$$;

create or replace function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[]
language sql volatile as $$
  with sent as materialized (
    select e.ordinal, e.entry from jsonb_array_elements(coalesce(household -> 'entries', '[]')) with ordinality as e (entry, ordinal)
  ), numbers as materialized (
    -- In the order of the file, whatever order the numbers were drawn in.
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval(pg_get_serial_sequence('bank.entries', 'id')) as id from sent) as drawn
  ), ledgers as materialized (
    select * from bank.household_ledgers(household)
  ), categories as materialized (
    -- By name, and by name and kind.
    select distinct on (lower(c.name), kinds.kind) lower(c.name) as name, kinds.kind, c.id
    from public.categories c, lateral (values (c.kind), ('')) as kinds (kind)
    where c.user_id = household_lines.customer_id or c.user_id is null
    order by lower(c.name), kinds.kind, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(sent.ordinal, numbers.id, (sent.entry ->> 'at')::timestamptz, sent.entry ->> 'kind', sent.entry ->> 'description',
      sent.entry ->> 'merchant', c.id, ledgers.ledger_id, coalesce(line.currency, ledgers.currency, 'USD'), line.amount,
      line.type, ledgers.product, coalesce((sent.entry ->> 'value_at')::timestamptz, (sent.entry ->> 'at')::timestamptz),
      sent.entry ->> 'event_key', line.shown, s.id, counter.ledger_id)::bank.household_line order by sent.ordinal)
  from sent
    join numbers using (ordinal)
    cross join lateral jsonb_to_recordset(sent.entry -> 'lines') as line (ledger text, amount numeric, currency text, type text, shown jsonb)
    left join ledgers on ledgers.ledger = lower(line.ledger)
    left join categories c on c.name = lower(sent.entry ->> 'category') and c.kind = coalesce(sent.entry ->> 'category_kind', '')
    left join categories s on s.name = lower(line.shown ->> 'category') and s.kind = coalesce(line.shown ->> 'category_kind', '')
    left join ledgers counter on counter.ledger = lower(line.shown ->> 'counter_account_id') and counter.product = 'account'
$$;

create or replace function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  present timestamptz := bank.now_for(customer_id);
  wrong record;
begin
  select l.ordinal into wrong from unnest(lines) l
    where l.ledger_id is null or l.amount is null or l.amount = 0 or l.amount <> round(l.amount, 2) or abs(l.amount) > 999999999.99 limit 1;
  if found then
    perform bank.refuse_household('An entry names an unknown page or an impossible amount.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.kind into wrong from unnest(lines) l
    where (l.kind ~ '^[a-z_]{1,40}$') is not true or char_length(l.description) > 500 or char_length(l.merchant) > 120
      or coalesce(l.shown ->> 'type', l.type) not in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT')
      or char_length(l.shown ->> 'description') > 500 or char_length(l.shown ->> 'merchant') > 120 limit 1;
  if found then
    perform bank.refuse_household('An entry is of an impossible kind or says too much.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.currency into wrong from unnest(lines) l
    group by l.ordinal, l.currency having sum(l.amount) <> 0 limit 1;
  if found or jsonb_array_length(coalesce(household -> 'entries', '[]')) <> (select count(distinct l.ordinal) from unnest(lines) l) then
    perform bank.refuse_household('An entry does not sum to zero.', coalesce(to_jsonb(wrong), '{}'));
  end if;
  select l.ordinal, l.at into wrong from unnest(lines) l
    where l.at is null or l.at > present or (l.shown ->> 'date')::timestamptz > present limit 1;
  if found then
    raise exception using errcode = 'BADDT', message = 'An entry lies in the future or has no date.', detail = to_jsonb(wrong)::text;
  end if;
end
$$;
comment on function bank.check_household_entries(uuid, jsonb, bank.household_line[]) is
  'Refuses entries that do not sum to zero, name unknown pages or lie in the future. Refuses: HOUSE, BADDT.';

create function bank.check_household_order(household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
declare
  wrong record;
begin
  select l.ordinal, l.at into wrong from (
    select entry.ordinal, entry.at, entry.ledger_id, entry.product,
      lag(entry.at) over (order by entry.ordinal) as before,
      lag(entry.at) over (partition by entry.ledger_id order by entry.ordinal) as before_here
    from unnest(lines) entry) l
    join bank.household_ledgers(household) as ledger on ledger.ledger_id = l.ledger_id
    where l.at < l.before or (l.product = 'account' and l.at <= l.before_here) or l.at < ledger.created_at limit 1;
  if found then
    raise exception using errcode = 'BADDT', message = 'Entries are not in order of time, or begin before their product does.', detail = to_jsonb(wrong)::text;
  end if;
  select l.ordinal, l.currency into wrong from unnest(lines) l join bank.household_ledgers(household) as ledger using (ledger_id)
    where ledger.currency <> l.currency limit 1;
  if found then
    raise exception using errcode = 'BADCU', message = 'An entry is in another currency than its product.', detail = to_jsonb(wrong)::text;
  end if;
  perform bank.check_household_balances(lines);
end
$$;
comment on function bank.check_household_order(jsonb, bank.household_line[]) is
  'What a household that was made up must keep to besides: the order of time, the currencies of its products, no account below zero. Refuses: BADDT, BADCU, INSUF, OVPAY.';

create or replace function bank.load_books(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, category_id, event_key) overriding system value
  select distinct on (l.ordinal) l.entry_id, customer_id, l.at, l.value_at, l.kind, l.description, 'import', l.merchant, l.category_id, l.event_key
  from unnest(lines) l order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
  select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
$$;

create or replace function bank.load_transactions(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  with sides as materialized (
    select l.*, sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l where l.product = 'account'
  ), pairs as materialized (
    -- Between two own accounts: the other one, and what one unit of the source bought of its currency.
    select source.entry_id, source.ledger_id as source_id, target.ledger_id as target_id,
      case when source.currency <> target.currency then round(target.amount / -source.amount, 8) end as rate
    from sides source join sides target on target.entry_id = source.entry_id and source.amount < 0 and target.amount > 0
    where source.shown is null
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
    counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
  select s.ledger_id, customer_id, abs(s.amount),
    coalesce(s.shown ->> 'type', s.type, case when p.entry_id is not null then 'TRANSFER' when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end),
    case when s.shown is null then s.description else s.shown ->> 'description' end, coalesce((s.shown ->> 'date')::timestamptz, s.at), s.kind,
    case when s.amount > 0 then 'in' else 'out' end, s.currency,
    coalesce(s.shown_counter_id, case s.ledger_id when p.source_id then p.target_id when p.target_id then p.source_id end),
    case when s.shown is null then s.category_id else s.shown_category_id end,
    case when s.shown is null then s.merchant else s.shown ->> 'merchant' end, s.balance_after,
    coalesce((s.shown ->> 'exchange_rate')::numeric, p.rate), s.entry_id
  from sides s left join pairs p on p.entry_id = s.entry_id and s.ledger_id in (p.source_id, p.target_id)
  where s.kind <> 'currency_change'
  order by s.ordinal
$$;
