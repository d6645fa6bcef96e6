import { z } from 'zod';

/** Converts a typed phone number to the bank's format: `+12125550100`. */
export const phoneField = z
  .string()
  .overwrite((text) => text.replace(/[\s().-]/g, '').replace(/^00/, '+'))
  .regex(/^\+[1-9]\d{6,14}$/, 'Enter a phone number with its country code, such as +1 212 555 0100.');
