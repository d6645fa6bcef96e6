import { z } from 'zod';

/** A table of config.toml. Missing tables get the defaults of their keys, and unknown keys are kept. */
export const section = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).prefault({} as never);
