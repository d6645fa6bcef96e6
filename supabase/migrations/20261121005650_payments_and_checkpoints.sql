-- Payments with other customers outlast a return to a checkpoint. Every leg of such a payment is recorded here, apart from
-- the ledger of the household, which a return replaces. After the return, the legs made since the checkpoint are posted again.
create table bank.peer_legs (
  household_id uuid not null references public.customers on delete cascade,
  event_key text not null,
  payment_id uuid not null,
  way text not null,
  amount bank.money not null,
  currency text not null,
  account_amount bank.money not null,
  account_currency text not null,
  account_number text,
  counterparty text,
  description text,
  payment jsonb,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (household_id, event_key)
);
create index peer_legs_payment_id_idx on bank.peer_legs (payment_id, household_id);
alter table bank.peer_legs enable row level security;
comment on table bank.peer_legs is 'One side of each payment between customers: out to clearing, in from clearing, or back to the sender.';
comment on column bank.peer_legs.event_key is 'The key of its journal entry: each leg is in the ledger of a household at most once.';
comment on column bank.peer_legs.account_number is 'The account on which it was first posted. Numbers outlast a return; ids do not.';
comment on column bank.peer_legs.payment is 'The customer''s record of the payment, once it was completed.';
comment on column bank.peer_legs.recorded_at is 'Real time: a return posts again what was recorded after its checkpoint.';

create function bank.record_peer_payment() returns trigger language plpgsql
security definer -- legs are private
set search_path = '' as $$
begin
  update bank.peer_legs l set payment = to_jsonb(new) - '{id,entry_id}'::text[]
    where l.payment_id = new.letter_id and l.household_id = new.user_id and l.way = new.direction;
  return null;
end
$$;
comment on function bank.record_peer_payment() is 'Keeps the record of a completed payment with its leg.';
create trigger record_peer_payment after insert or update on public.person_payments
  for each row when (new.state = 'completed') execute function bank.record_peer_payment();

create function bank.clearing_of(household uuid) returns jsonb language sql stable as $$
  -- Its legs in clearing less its open transfers: what other households have already received, or have sent.
  select coalesce(jsonb_object_agg(net.currency, net.amount), '{}') from (
    select moved.currency, sum(moved.amount) as amount from (
      select p.currency, p.amount from bank.postings p join bank.entries e on e.id = p.entry_id
        where p.ledger_id = bank.clearing() and e.household_id = household
      union all
      select l.currency, -l.amount from public.person_letters l
        where l.user_id = household and l.kind = 'payment' and l.state = 'pending') as moved
    group by moved.currency having sum(moved.amount) <> 0) as net
$$;
comment on function bank.clearing_of(uuid) is 'Returns what the settled payments of a household add up to in clearing, by currency.';

create function bank.settle_clearing(household uuid, before jsonb) returns void language plpgsql volatile as $$
declare
  gap record;
  after jsonb := bank.clearing_of(household);
begin
  for gap in
    select c.currency, coalesce((before ->> c.currency)::numeric, 0) - coalesce((after ->> c.currency)::numeric, 0) as amount
    from (select jsonb_object_keys(before) union select jsonb_object_keys(after)) as c (currency) order by 1
  loop
    continue when gap.amount = 0;
    perform bank.post(null, 'clearing_settlement', 'Payments of a household that was replaced or erased', clock_timestamp(), clock_timestamp(),
      'system', array[bank.clearing(), bank.closed()], array[gap.currency, gap.currency], array[gap.amount, -gap.amount]);
  end loop;
end
$$;
comment on function bank.settle_clearing(uuid, jsonb) is
  'Takes over in the bank''s own ledger what a replaced or erased household had in clearing, so that clearing equals open transfers.';

create function bank.peer_legs_since(household uuid, since timestamptz) returns setof bank.peer_legs language sql stable as $$
  -- A payment that came back, or that nobody has accepted yet, is settled with its letter.
  select l.* from bank.peer_legs l
  where l.household_id = household and l.recorded_at > since and l.way in ('in', 'out')
    and not exists (select from bank.peer_legs back where back.household_id = household and back.payment_id = l.payment_id and back.way = 'back')
    and not exists (select from public.person_letters open where open.id = l.payment_id and open.state <> 'completed')
    and not exists (select from bank.entries e where e.household_id = household and e.event_key = l.event_key)
  order by l.way, l.recorded_at, l.event_key
$$;
comment on function bank.peer_legs_since(uuid, timestamptz) is
  'Returns the payments to and from other customers that a household has made since an instant and that are not in its ledger, incoming ones first.';

create function bank.peer_leg_account(leg bank.peer_legs) returns public.accounts language sql volatile as $$
  select a.* from public.accounts a
  where a.user_id = leg.household_id and a.closed_at is null and a.currency = leg.account_currency
  order by a.account_number = leg.account_number desc nulls last, a.balance desc, a.id limit 1 for no key update
$$;
comment on function bank.peer_leg_account(bank.peer_legs) is
  'Returns the account on which a payment is posted again: the one it was made from or to, else the largest in its currency.';

create function bank.post_peer_leg(leg bank.peer_legs, account public.accounts) returns void language plpgsql volatile as $$
declare
  move bank.person_move := bank.move_person_money(account, leg.payment_id, leg.way, leg.amount, leg.currency, leg.counterparty,
    leg.description, leg.account_amount);
  payment public.person_payments;
begin
  delete from public.person_payments p where p.user_id = leg.household_id and p.letter_id = leg.payment_id;
  payment := jsonb_populate_record(null::public.person_payments, leg.payment);
  payment.id := gen_random_uuid();
  payment.account_id := account.id;
  payment.entry_id := move.entry_id;
  payment.at := move.at;
  payment.closed_at := move.at;
  payment.day := bank.today_for(leg.household_id);
  if payment.letter_id is not null then
    insert into public.person_payments select payment.*;
  end if;
end
$$;
comment on function bank.post_peer_leg(bank.peer_legs, public.accounts) is 'Posts a payment between customers again in the household to which its customer returned. Refuses: INSUF.';

create function bank.reapply_peer_payments(household uuid, since timestamptz) returns integer language plpgsql volatile as $$
declare
  leg bank.peer_legs;
  account public.accounts;
  legs bank.peer_legs[] := array(select l from bank.peer_legs_since(household, since) as l);
  uncovered boolean := false;
begin
  foreach leg in array legs loop
    account := bank.peer_leg_account(leg);
    begin
      if account.id is null then
        raise exception using errcode = 'INSUF', message = 'There is no account for it.';
      end if;
      perform bank.post_peer_leg(leg, account);
    exception when sqlstate 'INSUF' then
      uncovered := true;
    end;
  end loop;
  if uncovered then
    perform bank.refuse_return(legs);
  end if;
  return cardinality(legs);
end
$$;
comment on function bank.reapply_peer_payments(uuid, timestamptz) is
  'Posts the payments to and from other customers made since an instant again, right after the restored state. Refuses (INSUF, with the list) when its balances do not cover them.';

create function bank.refuse_return(legs bank.peer_legs[]) returns void language plpgsql stable as $$
begin
  raise exception using errcode = 'INSUF',
    message = 'You can''t return to this checkpoint: its balance does not cover the payments that you have made to other customers since. '
      || (select string_agg(format('%s %s %s', bank.money_words(l.account_amount, l.account_currency),
          case l.way when 'out' then 'to' else 'from' end, coalesce(l.counterparty, 'another customer')), ', ' order by l.recorded_at)
        from unnest(legs) as l) || '.',
    detail = jsonb_build_object('payments', (select jsonb_agg(jsonb_build_object('direction', l.way, 'name', l.counterparty,
        'amount', l.account_amount, 'currency', l.account_currency, 'day', l.payment ->> 'day') order by l.recorded_at)
      from unnest(legs) as l))::text;
end
$$;
comment on function bank.refuse_return(bank.peer_legs[]) is 'Refuses (INSUF) a return to a checkpoint and lists the payments that it does not cover.';
