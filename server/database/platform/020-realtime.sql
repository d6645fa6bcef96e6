-- Row changes come from the write-ahead log, which knows nothing of row rules: for every change the database is
-- asked which of the listening customers may see the row.

-- Runs `statement` once per caller ({role, claims, keys}), as that caller, and returns the answers in their order.
-- The statement gets the caller's keys of changed rows as $1. One call serves many who listen: no round trip each.
-- A caller whose row rules raise an error sees nothing: the answer is the error's code after an exclamation mark.
-- An invoker function, because a definer function may not change the role; the login role of the API must hold the
-- roles it changes to.
create function realtime.seen_by(statement text, callers jsonb) returns jsonb
language plpgsql volatile as $$
declare
  caller jsonb;
  seen text;
  answers jsonb := '[]';
begin
  for caller in select value from jsonb_array_elements(callers) loop
    begin
      perform
        set_config('request.jwt.claims', caller ->> 'claims', true),
        set_config('role', caller ->> 'role', true);
      execute statement into seen using caller -> 'keys';
    exception when others then
      seen := '!' || sqlstate;
    end;
    answers := answers || jsonb_build_array(seen);
  end loop;
  return answers;
end
$$;
comment on function realtime.seen_by(text, jsonb) is
  'Which of the given rows each of the given callers may see.';
revoke all on function realtime.seen_by(text, jsonb) from public;
grant execute on function realtime.seen_by(text, jsonb) to service_role;
