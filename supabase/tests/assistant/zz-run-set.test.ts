import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../server/testing/server.ts';
import { openConversation } from '../support/assistant.ts';
it('asks', async () => {
  const server = await startTestServer();
  let demo = await openConversation(server, 'demo'); let asked = 0;
  const set = JSON.parse(readFileSync(process.env.SET ?? '', 'utf8'));
  const out: any[] = []; const times: number[] = [];
  for (const { id, messages, expect: want } of set) {
    if (asked + messages.length > 28) { demo = await openConversation(server, 'demo'); asked = 0; } asked += messages.length; let conversation: string | undefined; const replies: any[] = [];
    for (const m of messages) {
      const t = performance.now();
      try {
        const r = await demo.ask(m, conversation ? { conversation } : {});
        conversation ??= r.conversation;
        replies.push({ m, text: r.text, parts: r.parts.filter(p => p.kind !== 'text' && p.kind !== 'course').map((p: any) => p.kind === 'figures' ? { figures: p.figures.map((f: any) => `${f.label}: ${f.amount ?? f.value}`) } : p.kind === 'rows' ? { rows: p.rows.map((r: any) => `${r.at.slice(0,10)} ${r.title} ${r.amount}`), total: p.total } : p.kind === 'choices' ? { choices: p.choices.map((c: any) => c.label) } : p.kind === 'proposal' ? { proposal: p.proposal.title, changes: p.proposal.changes, warnings: p.proposal.warnings } : p.kind === 'how' ? { how: p.understood, query: p.query } : p.kind === 'link' ? { link: p.href } : p) });
      } catch (e: any) { replies.push({ m, error: String(e?.message ?? JSON.stringify(e)) }); }
      times.push(performance.now() - t);
    }
    out.push({ id, want, replies });
  }
  writeFileSync(process.env.OUT ?? '', JSON.stringify(out, null, 1));
  times.sort((a, b) => a - b); console.log('ms median', times[times.length >> 1], 'max', times.at(-1), 'n', times.length);
  await server.close(); expect(out.length).toBe(set.length);
}, 900_000);
