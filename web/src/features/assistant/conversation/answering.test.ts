import type { Proposal, StreamEvent } from '@assistant/parts.ts';
import { expect, test } from 'vitest';
import { getLatestProposal } from '../answer-parts/proposal';
import { announced, startAnswer, withEvent } from './answering';

const initial = startAnswer({ requestId: 'r', question: 'How much?', conversation: null, place: 'p' });
const text = (value: string): StreamEvent => ({ event: 'part', part: { kind: 'text', text: value } });
const proposal: Proposal = {
  id: '1',
  kind: 'transfer',
  title: 'Move $5.00',
  changes: [],
  warnings: [],
  undoable: true,
  state: 'proposed',
  outcome: null,
  href: null,
};

test('an answer grows with its stream, is announced when complete, and then stays the same', () => {
  const started = withEvent(initial, { event: 'started', conversation: 'c', message: 'm' });
  const half = withEvent(withEvent(started, text('You spent ')), text('$5.00.'));
  expect(half).toMatchObject({ conversation: 'c', parts: [{ kind: 'text', text: 'You spent $5.00.' }] });
  expect(announced(half)).toBe('Answering');
  const whole = withEvent(withEvent(half, { event: 'part', part: { kind: 'proposal', proposal } }), {
    event: 'done',
    message: 'm',
  });
  expect(announced(whole)).toBe('Answer: You spent $5.00. Confirm or dismiss: Move $5.00.');
  expect(withEvent(whole, text('More.'))).toBe(whole);
});

test("a failed answer states the reason in the bank's words", () => {
  const failed = withEvent(initial, { event: 'failed', text: 'Ask a little later.' });
  expect([failed.state, announced(failed)]).toEqual(['failed', 'Ask a little later.']);
});

test('a proposal shows its latest known state, whichever arrived first', () => {
  const done = { ...proposal, state: 'done' as const };
  const undone = { ...proposal, state: 'undone' as const };
  const changed = { ...proposal, warnings: ['It has changed.'] };
  expect(getLatestProposal(proposal, done, undefined)).toBe(done);
  expect(getLatestProposal(undone, done)).toBe(undone);
  expect(getLatestProposal(proposal, changed)).toBe(changed);
});
