import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './file.ts';
import { SCENARIO_TOPICS, type Scenario } from './scenario.ts';

const ROOT = new URL('../../', import.meta.url);
const MAX_DAYS_WITHOUT_A_DECISION = 62;
/**
 * The minimum notice for bills, in days. Players fast-forward a month at a time, so they couldn't respond to
 * a bill on shorter notice.
 */
const DAYS_AHEAD = 30;

const PACKS = readdirSync(new URL('content/scenarios/', ROOT)).map((name) => ({
  name,
  read: parseScenario(readFileSync(new URL(`content/scenarios/${name}`, ROOT), 'utf8')),
}));
const packs = PACKS.flatMap(({ read }) => ('pack' in read ? [read.pack] : []));

describe('the included scenarios', () => {
  it('are valid, named like their files, and at least eight', () => {
    expect(PACKS.flatMap(({ name, read }) => ('pack' in read ? [] : [{ name, read }]))).toEqual([]);
    expect(packs.map(({ id }) => `${id}.json`)).toEqual(PACKS.map(({ name }) => name));
    expect(packs.length).toBeGreaterThanOrEqual(8);
  });

  it('cover the six topics of the national standards', () => {
    expect(new Set(packs.flatMap(({ topics }) => topics))).toEqual(new Set(SCENARIO_TOPICS));
  });

  it.each(packs)('$title requires a decision every two months', ({ months, events, checkpoints }) => {
    const days = [...events, ...checkpoints].map(({ day }) => day).sort((left, right) => left - right);
    const gaps = [...days, months * 30].map((day, index) => day - (days[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_DAYS_WITHOUT_A_DECISION);
  });

  it.each(packs)('$title announces its bills a month ahead', ({ events, checkpoints, start }: Scenario) => {
    for (const event of events.filter(({ kind }) => kind === 'bill')) {
      const describing = checkpoints.filter(({ text }) => text.includes(`{event.${event.id}.amount}`));
      expect(Math.min(...describing.map(({ day }) => day))).toBeLessThanOrEqual(event.day - DAYS_AHEAD);
      const accountId = 'account' in event ? event.account : undefined;
      expect(start.accounts.find(({ id }) => id === accountId)?.type).toBe('SAVINGS');
    }
  });

  it('link to existing lessons', () => {
    const lessons = packs.flatMap(({ checkpoints }) => checkpoints.flatMap(({ lessons = [] }) => lessons));
    const isThere = (id: string) => existsSync(new URL(`content/lessons/${id}.md`, ROOT));
    expect(lessons.filter((id) => !isThere(id))).toEqual([]);
  });

  it('have a documentation page whose example is valid', () => {
    const [, small = ''] = readFileSync(new URL('docs/scenarios.md', ROOT), 'utf8')
      .split(/```json\n|\n```\n/)
      .slice(2);
    expect(parseScenario(small)).toHaveProperty('pack');
  });
});
