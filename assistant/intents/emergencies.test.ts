import { describe, expect, it } from 'vitest';
import type { CustomerContext, Turn } from '../intent.ts';
import { parseMessage } from '../parser/parsed-message.ts';
import { cleanText } from '../parser/text.ts';
import { CUSTOMER } from '../testing/customer-context.ts';
import { matchEmergency } from './emergencies.ts';

const match = (text: string, customer: CustomerContext = CUSTOMER, before: readonly Turn[] = []) =>
  matchEmergency(parseMessage(cleanText(text), customer), before);

describe('the warning about scams', () => {
  it.each([
    'a man from the bank says i must move my savings',
    'someone from the bank called, i should send him money',
    'she says she is with the police and i need to pay the fee',
    'got an email from microsoft, they want remote access',
    'send money to the guy from the bank',
    'send her money, the police told me to, she is from the government',
    'transfer my savings to the safe account, he is from the bank',
  ])('is shown for “%s”', (text) => expect(match(text)).toMatchObject({ fact: 'scam' }));

  it.each([
    'send 20 to Sam, she is with the police',
    'send 20 to her, she is with the police',
    'please pay him the fee, he is with the government',
    'transfer money from the bank account',
    'transfer money from the bank account to Sam, she is with the police',
    'send money to someone from my bank account',
    'can i send money to a person with the bank app',
  ])('isn’t shown for “%s”', (text) => expect(match(text)).toBeNull());
});

describe('a request to freeze the card after fraud', () => {
  const before: Turn[] = [
    { text: 'someone is using my card', meaning: { kind: 'fact', fact: 'block-everything', assumed: [] } },
  ];

  it('asks which of several cards', () =>
    expect(match('freeze it first', CUSTOMER, before)).toMatchObject({ kind: 'missing', of: 'freeze' }));

  it('proposes to freeze the only card', () =>
    expect(
      match('freeze it first', { ...CUSTOMER, cards: CUSTOMER.cards.slice(0, 1) }, before),
    ).toMatchObject({ kind: 'freeze', card: { name: 'Tide Card' } }));
});
