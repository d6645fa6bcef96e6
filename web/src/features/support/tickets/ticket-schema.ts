import { z } from 'zod';

const LONGEST_SUBJECT = 120;
const LONGEST_MESSAGE = 4000;

export const messageField = z
  .string()
  .trim()
  .min(1, 'Enter a message.')
  .max(LONGEST_MESSAGE, `Use ${LONGEST_MESSAGE.toLocaleString('en-US')} characters or fewer.`);

export const ticketSchema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Enter a subject.')
    .max(LONGEST_SUBJECT, `Use ${LONGEST_SUBJECT} characters or fewer.`),
  message: messageField,
  topic: z.string(),
  /** The related transaction, account, card, or debt; empty if there is none. */
  about: z.string(),
});

export type TicketFields = z.input<typeof ticketSchema>;
export type TicketDetails = z.output<typeof ticketSchema>;
