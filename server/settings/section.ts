import { z } from 'zod';

/**
 * Returns the schema of a table in config.toml. A missing table gets the defaults of its keys, and unknown
 * keys are preserved.
 */
export const section = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).prefault({} as never);
