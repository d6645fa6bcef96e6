import { z } from 'zod';

const LONGEST_SUBJECT = 120;
const LONGEST_WORDS = 4000;

export const wordsField = z
  .string()
  .trim()
  .min(1, 'Say it in a few words.')
  .max(LONGEST_WORDS, `Use at most ${LONGEST_WORDS.toLocaleString('en-US')} characters.`);

export const ticketSchema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Say in a line what it is about.')
    .max(LONGEST_SUBJECT, `Use at most ${LONGEST_SUBJECT} characters.`),
  words: wordsField,
  topic: z.string(),
  /** The row, account, card or debt; empty for nothing in particular. */
  about: z.string(),
});

export type TicketFields = z.input<typeof ticketSchema>;
export type TicketDetails = z.output<typeof ticketSchema>;
