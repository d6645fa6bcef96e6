-- Messages that SQL sends to channels, and who may use private channels: a private channel is open to those who may
-- select from this table (to hear) or insert into it (to speak) while realtime.topic() names the channel.

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  -- UTC, as all of Supabase's realtime: time of the call, so that what one transaction sends keeps its order.
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
create index messages_inserted_at on realtime.messages (inserted_at);
create index messages_replay on realtime.messages (topic, inserted_at desc)
  where private and extension = 'broadcast';
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
comment on table realtime.messages is
  'Messages to channels, kept for 72 hours; its policies decide who may join and use private channels.';

-- Deleting what is old must not travel through the log.
create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert');

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel a policy is asked about, without the prefix `realtime:`.';

-- A message must never break the transaction that sends it: what goes wrong is a warning. Invoker functions, so that
-- the policies on realtime.messages hold for whoever calls them.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', coalesce(topic, ''), true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(payload) = 'object' and not payload ? 'id' then payload || jsonb_build_object('id', message_id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Sends a message to a channel when the transaction commits.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  perform set_config('realtime.topic', coalesce(topic, ''), true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Sends raw bytes to a channel when the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'Sends the row change of a trigger to a private channel.';

-- Asks the policies what a caller may do on a private channel: 'read' or 'write', answered with the extensions
-- (`broadcast`, `presence`) for which they say yes, and errors of the policies as `!code`. Rows are only tried: the
-- exception that carries the answer takes them back, and with them the role and the claims.
-- An invoker function, because a definer function may not change the role; service_role, which calls it, passes row
-- rules and so can put down the rows that are to be seen or not.
create function realtime.allowed(wish text, caller_role text, claims text, headers text, channel text) returns text
language plpgsql volatile as $$
declare
  answer text := '';
  tried text;
  tried_row uuid;
  seen boolean;
  rows_to_see jsonb := jsonb_build_object('broadcast', gen_random_uuid(), 'presence', gen_random_uuid());
begin
  begin
    if wish = 'read' then
      insert into realtime.messages (id, topic, extension, private)
      select value::uuid, channel, key, true from jsonb_each_text(rows_to_see);
    end if;
    perform
      set_config('realtime.topic', channel, true),
      set_config('request.jwt.claims', claims, true),
      set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
      set_config('request.jwt.claim.role', caller_role, true),
      set_config('request.headers', headers, true),
      set_config('role', caller_role, true);
    for tried, tried_row in select key, value::uuid from jsonb_each_text(rows_to_see) order by key loop
      begin
        if wish = 'read' then
          seen := exists (select from realtime.messages where id = tried_row);
        else
          insert into realtime.messages (topic, extension, private) values (channel, tried, true);
          seen := true;
        end if;
      exception
        when insufficient_privilege then
          seen := false;
        when others then
          seen := false;
          answer := answer || ' !' || sqlstate;
      end;
      if seen then
        answer := answer || ' ' || tried;
      end if;
    end loop;
    raise exception using errcode = 'RTPRB', message = answer;
  exception when sqlstate 'RTPRB' then
    return trim(sqlerrm);
  end;
end
$$;
comment on function realtime.allowed(text, text, text, text, text) is
  'Returns the rights of a caller on a private channel.';
revoke all on function realtime.allowed(text, text, text, text, text) from public;
grant execute on function realtime.allowed(text, text, text, text, text) to service_role;

-- Said aloud, because the bank's default privileges may give new functions to nobody.
grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
to public;
