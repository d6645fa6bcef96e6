// `npm run bench -- advance`: fast-forwards the demo household by one month and by 30 years through the
// server function, including all postings.
import { createClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { openDatabase } from '../../server/database/database.ts';
import { serve, withPostgres } from './comparison.ts';

const DURATIONS = ['P1M', 'P1M', 'P1M', 'P1Y', 'P30Y'];

export function benchAdvance(): Promise<void> {
  return withPostgres(async (url) => {
    const ours = await serve('ours', url);
    const database = await openDatabase(url);
    const { anonKey } = await (await fetch(`${ours.address}/config.json`)).json();
    const client = createClient(ours.address, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
    const { data, error } = await client.auth.signUp({
      email: 'a@example.com',
      password: 'correct horse battery',
    });
    if (error) throw error;
    const loaded = await client.functions.invoke('demo', { body: { time_zone: 'America/New_York' } });
    if (loaded.error) throw loaded.error;
    for (const by of DURATIONS) {
      const entries = async () =>
        (
          await database.owner`select count(*)::int as count from bank.entries where household_id = ${data.user?.id ?? ''}`
        )[0]?.count;
      const before = await entries();
      const began = performance.now();
      const fastForward = await client.functions.invoke('advance', { body: { by } });
      const ms = performance.now() - began;
      if (fastForward.error) throw new Error(await fastForward.error.context.text());
      const posted = (await entries()) - before;
      console.table([
        {
          by,
          ms: Math.round(ms),
          entries: posted,
          'entries /s': Math.round((posted * 1000) / ms),
          whole: fastForward.data.whole,
        },
      ]);
    }
    await database.close();
    ours.end();
  });
}
