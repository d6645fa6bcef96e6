-- A retry or a double click moves money once: the result of a verb is remembered under the id the client gave it.
create table bank.requests (
  user_id uuid not null,
  request_id text not null,
  params_hash bytea not null,
  result jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, request_id)
);
comment on table bank.requests is 'What a verb answered to a request, so that the same request again gets the same answer.';
comment on column bank.requests.user_id is 'Whose request it was. No reference: it would lock the customer''s row in every verb.';
comment on column bank.requests.params_hash is 'Fingerprint of verb and parameters: the same id for something else is an error.';
alter table bank.requests enable row level security;

create function bank.replay(request_id text, params jsonb) returns jsonb language plpgsql volatile as $$
declare
  remembered bank.requests;
begin
  if request_id is null then
    return null;
  end if;
  if char_length(request_id) not between 1 and 200 then
    raise exception using errcode = 'BADTX', message = 'A request_id has 1 to 200 characters.',
      detail = jsonb_build_object('field', 'request_id', 'longest', 200)::text;
  end if;
  -- Two at once: the second waits here until the first is done. Before any row is locked, so nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended(bank.caller()::text || request_id, 2));
  select * into remembered from bank.requests r where r.user_id = auth.uid() and r.request_id = replay.request_id;
  if not found then
    return null;
  end if;
  if remembered.params_hash <> sha256(convert_to(params::text, 'UTF8')) then
    raise exception using errcode = 'RQDIF', message = 'This request_id was already used for something else.';
  end if;
  return remembered.result;
end
$$;
comment on function bank.replay(text, jsonb) is
  'What this request was answered before, null when it is new. Call it first, before rows are locked. Refuses the same id for other parameters (RQDIF).';

create function bank.remember(request_id text, params jsonb, result jsonb) returns void language plpgsql volatile as $$
begin
  if request_id is not null then
    insert into bank.requests (user_id, request_id, params_hash, result)
    values (auth.uid(), remember.request_id, sha256(convert_to(params::text, 'UTF8')), remember.result);
  end if;
end
$$;
comment on function bank.remember(text, jsonb, jsonb) is
  'Keeps the answer to a request. Refused attempts are not kept: they are rolled back.';
