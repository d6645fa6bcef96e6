import type { TopicAnswers } from '../topics.ts';
import { CERTIFICATE_ANSWERS } from './bank-certificates.ts';
import { PRODUCT_ANSWERS } from './bank-products.ts';
import { TAX_ANSWERS } from './bank-taxes.ts';

export const BANK_ANSWERS: TopicAnswers = { ...CERTIFICATE_ANSWERS, ...PRODUCT_ANSWERS, ...TAX_ANSWERS };
