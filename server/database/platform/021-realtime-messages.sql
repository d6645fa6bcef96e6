-- Messages that SQL sends to channels, and the policies for private channels. realtime.topic() returns the
-- name of the channel for which a policy is evaluated. The select policies decide who can receive messages,
-- and the insert policies decide who can send them.

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  -- In UTC, as in Supabase. Uses the time of the call, so that messages sent in one transaction keep their
  -- order.
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
comment on table realtime.messages is 'Messages to channels, stored for 72 hours. The policies on this table '
  'decide who can join and use private channels.';

-- Publishes only inserts, because clients don't need to know when old messages are deleted.
create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert');

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is
  'Returns the name of the channel for which a policy is evaluated, omitting the prefix `realtime:`.';

-- Errors become warnings, because a message that can't be sent must not roll back the transaction. The
-- functions are invoker functions, so that the policies on realtime.messages apply to the caller.
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
  'Sends a row change from a trigger to a private channel.';

-- Evaluates the policies of a private channel for 'read' or 'write'. Returns the extensions that the policies
-- allow (`broadcast`, `presence`), and policy errors as `!code`. Raises the result as an exception, which
-- rolls back the test rows, the role, and the claims. This is an invoker function, because a definer function
-- can't change the role. The caller, service_role, bypasses row-level security and can therefore insert the
-- test rows.
create function realtime.get_channel_rights(access text, caller_role text, claims text, headers text, channel text) returns text
language plpgsql volatile as $$
declare
  rights text := '';
  extension_name text;
  test_row uuid;
  is_allowed boolean;
  test_rows jsonb := jsonb_build_object('broadcast', gen_random_uuid(), 'presence', gen_random_uuid());
begin
  begin
    if access = 'read' then
      insert into realtime.messages (id, topic, extension, private)
      select value::uuid, channel, key, true from jsonb_each_text(test_rows);
    end if;
    perform
      set_config('realtime.topic', channel, true),
      set_config('request.jwt.claims', claims, true),
      set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
      set_config('request.jwt.claim.role', caller_role, true),
      set_config('request.headers', headers, true),
      set_config('role', caller_role, true);
    for extension_name, test_row in select key, value::uuid from jsonb_each_text(test_rows) order by key loop
      begin
        if access = 'read' then
          is_allowed := exists (select from realtime.messages where id = test_row);
        else
          insert into realtime.messages (topic, extension, private) values (channel, extension_name, true);
          is_allowed := true;
        end if;
      exception
        when insufficient_privilege then
          is_allowed := false;
        when others then
          is_allowed := false;
          rights := rights || ' !' || sqlstate;
      end;
      if is_allowed then
        rights := rights || ' ' || extension_name;
      end if;
    end loop;
    raise exception using errcode = 'RTPRB', message = rights;
  exception when sqlstate 'RTPRB' then
    return trim(sqlerrm);
  end;
end
$$;
comment on function realtime.get_channel_rights(text, text, text, text, text) is
  'Returns a caller''s rights on a private channel.';
revoke all on function realtime.get_channel_rights(text, text, text, text, text) from public;
grant execute on function realtime.get_channel_rights(text, text, text, text, text) to service_role;

-- Granted explicitly, because the bank's default privileges might not allow the execution of new functions.
grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
to public;
