import { expect, it } from 'vitest';
import { CUSTOMER } from '../testing/customer-context.ts';
import { parseMessage } from './parsed-message.ts';
import { readReworded } from './rewordings.ts';
import { cleanText } from './text.ts';

const read = (text: string) => readReworded(parseMessage(cleanText(text), CUSTOMER));

it.each([
  'what if my rent goes up by 200 in june',
  'my rent went up to 1700, what would that do',
  'why is my credit score so low',
  'why was i charged so much interest',
  'how long would my savings last if i spent 3000 a month',
  'how can i save for a car',
  'how do i save a checkpoint',
  'how was my spending in 2025',
  'can i afford to pay off my car loan',
  'would a 500 charge on reef be declined',
  'how much have i paid on the car loan',
  'which subscriptions went up',
  'how much of my limit have i used',
  'do i spend more than usual on food',
  'what part of my pay should i save',
])('leaves “%s” to other rules', (text) => expect(read(text)).toBeNull());
