import { expect, it } from 'vitest';
import cases from './debt-category.cases.json' with { type: 'json' };
import { debtCategory } from './debt-category.ts';

it.each(cases)(
  'payments on the $product "$name" get the category $category',
  ({ product, name, category }) => {
    expect(debtCategory({ product: product === 'loan' ? 'loan' : 'mortgage', name })).toBe(category);
  },
);
