import { z } from 'zod';
import { buildCardFacts, decideCard } from '../../../engine/credit/card-policy.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { CARD_PRODUCT_IDS, CARD_PRODUCTS } from '../../../engine/products/cards/card-catalog.ts';
import { forCustomers } from '../access.ts';
import { readBody, refuse, respond } from '../responses.ts';

/** All cards of the catalog are in US dollars. */
const CURRENCY = 'USD';
const STATUSES = { BADAP: 422, LIMIT: 422, RQDIF: 409, CLOCK: 409 };
const HIGHEST_AMOUNT = 999_999_999.99;
const amount = z
  .number()
  .min(0)
  .max(HIGHEST_AMOUNT)
  .refine((value) => Number(value.toFixed(2)) === value);
const requestSchema = z.object({
  product: z.enum(CARD_PRODUCT_IDS),
  annual_income: amount,
  employment_status: z.enum(['EMPLOYED', 'SELF_EMPLOYED', 'UNEMPLOYED', 'RETIRED', 'STUDENT']),
  monthly_debt: amount.default(0),
  request_id: z.string().min(1).max(200),
});

/**
 * Decides on the caller's application for a card of the catalog, and returns the application with the
 * decision. The body has the product, the annual income before tax, the employment status, and the monthly
 * payments to other lenders, in dollars. A repeated request_id returns the first decision.
 */
export default forCustomers(
  async ({ request, bank, customer }) => {
    const body = await readBody(request, requestSchema);
    if (body === null)
      return refuse(
        { code: 'BADAP', message: 'Choose a card, and enter your income and employment.' },
        STATUSES.BADAP,
      );
    const { product, annual_income, employment_status, monthly_debt, request_id } = body;
    const { data: credit } = await bank
      .rpc('credit_facts', { customer_id: customer.id, currency: CURRENCY })
      .throwOnError();
    const facts = buildCardFacts(credit as CreditFacts, {
      annualIncome: toMinor(annual_income),
      monthlyDebt: toMinor(monthly_debt),
      employment: employment_status,
    });
    const { data } = await bank
      .rpc('record_card_application', {
        customer_id: customer.id,
        product,
        annual_income,
        employment_status,
        monthly_debt,
        // The range of a security deposit, from which the customer chooses when the card is opened.
        decision: { ...decideCard(facts, product), deposit: CARD_PRODUCTS.anchor_secured.limits },
        request_id,
      })
      .single()
      .throwOnError();
    return respond(data);
  },
  { statuses: STATUSES },
);
