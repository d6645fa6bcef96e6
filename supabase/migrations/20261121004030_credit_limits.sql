-- Asking for another credit limit: decided at once by a policy with a version, with reasons in numbers (docs/credit-cards.md).
create table public.card_limit_requests (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  requested numeric not null,
  granted numeric not null,
  previous numeric not null,
  currency text not null references public.currencies,
  decision text not null check (decision in ('approved', 'countered', 'declined')),
  reasons jsonb not null,
  facts jsonb not null,
  policy text not null,
  decided_at timestamptz not null
);
create index card_limit_requests_card_id_idx on public.card_limit_requests (card_id, decided_at desc);
create index card_limit_requests_user_id_idx on public.card_limit_requests (user_id, decided_at desc);
create index card_limit_requests_currency_idx on public.card_limit_requests (currency);
comment on table public.card_limit_requests is 'Requests for another credit limit, and what was decided.';
comment on column public.card_limit_requests.granted is 'The limit that held from then on: the previous one when it was declined.';
comment on column public.card_limit_requests.reasons is 'Sentences with the numbers that decided.';
comment on column public.card_limit_requests.facts is 'The numbers that the policy looked at.';
comment on column public.card_limit_requests.policy is 'The version of the policy.';
comment on column public.card_limit_requests.decided_at is 'The simulated instant of it.';
alter table public.card_limit_requests enable row level security;
create policy "customers read limit requests of their own cards" on public.card_limit_requests for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.card_limit_requests to authenticated, service_role;
call bank.broadcast('public.card_limit_requests');

create function bank.money_words(amount numeric, currency text) returns text language sql stable as $$
  select case when amount < 0 then '-' else '' end || c.symbol || to_char(abs(amount), 'FM999,999,999,990.00')
  from public.currencies c where c.code = money_words.currency
$$;
comment on function bank.money_words(numeric, text) is 'An amount as it stands in a sentence: $1,200.00.';

create function bank.income_since(household uuid, currency text, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(t.amount), 0)
  from public.transactions t left join public.categories c on c.id = t.category_id
  where t.user_id = household and t.currency = income_since.currency and t.date >= since and t.direction = 'in'
    and (t.kind = 'auto_deposit' or (t.kind = 'deposit' and c.kind = 'income' and c.name not in ('Interest', 'Refund', 'Gift')))
$$;
comment on function bank.income_since(uuid, text, timestamptz) is
  'Income that the ledger has seen: what arrived by a rule, and deposits in a category of income other than interest, refunds and gifts.';

create function bank.late_payments_since(household uuid, since timestamptz) returns bigint language sql stable as $$
  select count(*) from public.happenings h
  where h.user_id = household and h.at >= since and (h.kind = 'payment_missed' or (h.kind = 'payment_failed' and (
    exists (select from public.loans l where l.id::text = h.subject) or exists (select from public.mortgages m where m.id::text = h.subject))))
$$;
comment on function bank.late_payments_since(uuid, timestamptz) is 'How many payments on cards, loans and mortgages were not made when they were due.';

create function bank.limit_facts(card public.credit_cards, requested numeric, at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'requested', requested, 'previous', card.credit_limit, 'balance', card.balance, 'currency', card.currency,
    'income', bank.income_since(card.user_id, card.currency, at - interval '90 days'),
    'other_limits', (select coalesce(sum(c.credit_limit), 0) from public.credit_cards c
      where c.user_id = card.user_id and c.currency = card.currency and c.id <> card.id),
    'used', round(100 * greatest(card.balance, 0) / card.credit_limit),
    'late', bank.late_payments_since(card.user_id, at - interval '12 months'),
    'days_since_raise', (select extract(day from at - max(r.decided_at))::integer from public.card_limit_requests r
      where r.card_id = card.id and r.granted > r.previous))
$$;
comment on function bank.limit_facts(public.credit_cards, numeric, timestamptz) is
  'What the policy of credit limits looks at: income of 90 days, limits of other cards, use in percent, late payments of 12 months, days since the last raise.';

create function bank.limit_reasons(facts jsonb, step numeric) returns jsonb language sql stable as $$
  select jsonb_agg(words order by ordinal) from (values
    (1, format('Income of %s came in within 90 days: the limits of all your cards may add up to that. Your other cards have %s.',
      bank.money_words((facts ->> 'income')::numeric, facts ->> 'currency'), bank.money_words((facts ->> 'other_limits')::numeric, facts ->> 'currency'))),
    (2, format('%s percent of the limit is in use; a raise takes at most 80 percent.', facts ->> 'used')),
    (3, case facts ->> 'late' when '0' then 'No payment was late in the last 12 months.'
      when '1' then '1 payment was late in the last 12 months.' else format('%s payments were late in the last 12 months; a raise takes at most 1.', facts ->> 'late') end),
    (4, case when facts ->> 'days_since_raise' is not null
      then format('The last raise was %s days ago; 90 days lie between two.', facts ->> 'days_since_raise') end),
    (5, case when step > 0 then format('One raise goes up to %s.', bank.money_words((facts ->> 'previous')::numeric * step, facts ->> 'currency')) end)
  ) as reasons (ordinal, words) where words is not null
$$;
comment on function bank.limit_reasons(jsonb, numeric) is 'The sentences in which a decision about a higher limit is told.';

create function bank.decide_limit(facts jsonb, out decision text, out granted numeric, out reasons jsonb) language plpgsql stable as $$
declare
  -- Version limits-1. Change the version in request_credit_limit together with anything here.
  requested numeric := (facts ->> 'requested')::numeric;
  previous numeric := (facts ->> 'previous')::numeric;
  balance numeric := (facts ->> 'balance')::numeric;
  late integer := (facts ->> 'late')::integer;
  step numeric := case late when 0 then 2 when 1 then 1.25 else 0 end;
  most numeric;
begin
  if requested <= previous then
    reasons := jsonb_build_array(format('A lower limit is always granted, down to what is owed: %s.',
      bank.money_words(balance, facts ->> 'currency')));
    granted := least(greatest(requested, balance), previous);
  else
    reasons := bank.limit_reasons(facts, step);
    most := least(previous * step, (facts ->> 'income')::numeric - (facts ->> 'other_limits')::numeric);
    granted := case when requested <= most then requested else floor(most / 100) * 100 end;
    if granted <= previous or (facts ->> 'used')::numeric > 80 or (facts ->> 'days_since_raise')::integer < 90 then
      granted := previous;
    end if;
  end if;
  granted := round(granted, 2);
  decision := case when granted = requested then 'approved' when granted = previous then 'declined' else 'countered' end;
end
$$;
comment on function bank.decide_limit(jsonb) is
  'Decides about a credit limit from its facts alone. A lower one is granted down to what is owed. A higher one: up to double (1.25 times after one late payment in 12 months, none after two), as far as all limits stay within the income of 90 days, with at most 80 percent in use and 90 days since the last raise; what is less than asked for is rounded down to hundreds.';

create function public.request_credit_limit(card_id uuid, credit_limit numeric, request_id text default null)
returns public.card_limit_requests language plpgsql volatile
security definer -- reads the household's history and writes the decision
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'request_credit_limit', 'card', card_id, 'limit', trim_scale(credit_limit)::text);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  facts jsonb;
  decided record;
  request public.card_limit_requests;
  at timestamptz;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.card_limit_requests, answer);
  end if;
  perform bank.check_amount(credit_limit);
  card := bank.lock_card(card_id);
  at := bank.now_for(card.user_id);
  if (select count(*) from public.card_limit_requests r where r.card_id = card.id and r.decided_at > at - interval '365 days') >= 50 then
    raise exception using errcode = 'LIMIT', message = 'You have asked for another limit as often as the bank answers within a year.',
      detail = jsonb_build_object('highest', 50)::text;
  end if;
  facts := bank.limit_facts(card, round(credit_limit, 2), at);
  decided := bank.decide_limit(facts);
  insert into public.card_limit_requests (card_id, user_id, requested, granted, previous, currency, decision, reasons, facts, policy, decided_at)
    values (card.id, card.user_id, round(request_credit_limit.credit_limit, 2), decided.granted, card.credit_limit, card.currency,
      decided.decision, decided.reasons, facts, 'limits-1', at)
    returning * into request;
  if request.granted <> request.previous then
    update public.credit_cards c set credit_limit = request.granted where c.id = card.id;
  end if;
  perform bank.tell_of_card(card, at, 'limit_decided', case decided.decision
      when 'declined' then card.name || ' keeps its limit of ' || bank.money_words(card.credit_limit, card.currency)
      else card.name || ' has a limit of ' || bank.money_words(decided.granted, card.currency) end, card.id, 'limit:' || request.id,
    jsonb_build_object('decision', decided.decision, 'requested', bank.minor(request.requested), 'granted', bank.minor(request.granted),
      'previous', bank.minor(request.previous)));
  perform bank.remember(request_id, params, to_jsonb(request));
  return request;
end
$$;
comment on function public.request_credit_limit(uuid, numeric, text) is
  'Asks for another limit of one of the caller''s cards; it is decided at once, applied as far as it is granted, and returned with its reasons. Refuses: BADAM, NTFND, LIMIT, RQDIF.';
grant execute on function public.request_credit_limit(uuid, numeric, text) to authenticated;
