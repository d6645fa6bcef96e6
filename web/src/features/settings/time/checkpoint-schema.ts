import { z } from 'zod';

const LONGEST_NAME = 80;

export const checkpointSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the checkpoint a name.')
    .max(LONGEST_NAME, `Use at most ${LONGEST_NAME} characters.`),
});
