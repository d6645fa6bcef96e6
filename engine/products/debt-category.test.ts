import { expect, it } from 'vitest';
import cases from './debt-category.cases.json' with { type: 'json' };
import { debtCategory } from './debt-category.ts';

it.each(cases)('files payments on the $product "$name" under $category', ({ product, name, category }) => {
  expect(debtCategory({ product: product === 'loan' ? 'loan' : 'mortgage', name })).toBe(category);
});
