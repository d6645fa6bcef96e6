-- What statements of the table interface need: a way to refuse from within a query, which undoes what the query
-- has written. It tells nothing and changes nothing, so every role may call it.
create function platform.refuse(code text, message text, detail text) returns text language plpgsql as $$
begin
  raise exception using errcode = code, message = message, detail = coalesce(detail, '');
end
$$;
comment on function platform.refuse(text, text, text) is 'Raises an error with the given code, message and detail.';
grant usage on schema platform to public;
grant execute on function platform.refuse(text, text, text) to public;
