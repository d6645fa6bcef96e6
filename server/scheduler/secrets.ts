import type { ServerContext } from '../http/context.ts';

/** Tells ours from what a migration or the operator stored under the same name, which stays as it is. */
const KEPT = 'Kept by the server.';

/**
 * Keeps the address and the keys in the vault by the names Supabase's guide for scheduling functions uses, so that a job
 * finds them here as there. A real vault is filled by its operator.
 */
export async function keepSecrets({ database, keys, settings }: ServerContext): Promise<void> {
  const { owner } = database;
  const [vault] = await owner`
    select from pg_class where oid = to_regclass('vault.secrets')
      and not exists (select from pg_extension where extname = 'supabase_vault')`;
  if (!vault) return;
  const secrets = Object.entries({
    project_url: settings.publicUrl,
    anon_key: keys.anonKey,
    publishable_key: keys.anonKey,
    service_role_key: keys.serviceKey,
  }).map(([name, secret]) => ({ name, secret, description: KEPT }));
  await owner`
    insert into vault.secrets ${owner(secrets)} on conflict (name) do update
    set secret = excluded.secret, updated_at = now()
    where secrets.description = ${KEPT} and secrets.secret <> excluded.secret`;
}

/** The addresses at which requests from SQL mean this bank: ours, and the one in the vault, which several servers share. */
export async function ownAddresses({ database, settings }: ServerContext): Promise<string[]> {
  const [vault] = await database.owner`select to_regclass('vault.decrypted_secrets') is not null as exists`;
  if (!vault?.exists) return [settings.publicUrl];
  const [secret] = await database.owner`
    select decrypted_secret as url from vault.decrypted_secrets where name = 'project_url'`;
  return [settings.publicUrl, secret?.url].filter((url) => URL.canParse(url));
}
