-- What happens without anybody asking. The schedule is pg_cron's, or the server's own under the same name; where there
-- is neither, clocks stand still until their customers move them.
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null or to_regclass('vault.decrypted_secrets') is null then
    raise notice 'There is no schedule here: payments fall due only when customers move their clocks.';
    return;
  end if;
  perform cron.schedule('advance-due', '* * * * *', $job$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/advance-due',
      headers := jsonb_build_object('Content-Type', 'application/json',
        'Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')),
      body := '{}'::jsonb, timeout_milliseconds := 60000)
    where exists (select from bank.clocks where due_at <= clock_timestamp())
  $job$);
  perform cron.schedule('forget-requests', '37 3 * * *',
    $job$ delete from bank.requests where created_at < clock_timestamp() - interval '30 days' $job$);
end
$$;
