import { z } from 'zod';

const LONGEST_NAME = 80;

export const checkpointSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a checkpoint name.')
    .max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`),
});
