import { parseDay } from '../../../engine/calendar/calendar.ts';
import { getFundName } from '../../../engine/investments/funds.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { fromMinor, markMinor, toMinor } from '../../../engine/money/minor.ts';
import { computeFiledReturn } from '../../../engine/pay/tax-return.ts';
import { getTaxTable } from '../../../engine/pay/tax-tables.ts';
import { EARLY_WITHDRAWAL_PERCENT, TAX_TREATMENT_NAMES } from '../../../engine/pay/tax-treatments.ts';
import type {
  Form1098,
  Form1099B,
  Form1099Div,
  Form1099G,
  Form1099Int,
  Form1099R,
  Form1099Sa,
  FormW2,
  PayStub,
  TaxReturnDocument,
} from './facts.ts';
import { formatDocumentDate } from './format.ts';
import { amountColumn, Paper, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

const SIMPLIFIED = `${NOT_A_BANK}. Simplified. Not tax advice.`;
const FILING_STATUS = {
  single: 'Single',
  joint: 'Married filing jointly',
  head_of_household: 'Head of household',
} as const;
const FREQUENCIES = { WEEKLY: 'Weekly', BIWEEKLY: 'Biweekly', MONTHLY: 'Monthly' } as const;

const money = (amount: number) => moneyText(toMinor(amount), 'USD');

type Row = [label: string, ...amounts: number[]];

/** Adds a table of labels and amounts in major units. */
function addLines(paper: Paper, columns: readonly string[], rows: readonly Row[], total?: Row): void {
  const [first = '', ...others] = columns;
  const format = ([label, ...amounts]: Row) => [label, ...amounts.map(money)];
  paper.table(
    [textColumn(first, 4), ...others.map((title) => amountColumn(title, 2))],
    rows.map(format),
    total ? [format(total)] : [],
  );
}

/** Renders a pay stub with its year-to-date totals. */
export function payStubPaper({ issued_at, terms }: PayStub): Paper {
  const paper = new Paper({
    title: `Pay stub, ${terms.employer}, ${formatDocumentDate(terms.pay_date)}`,
    label: 'Pay stub',
    at: new Date(issued_at),
    heading: terms.employer,
    subtitle: `Pay stub for ${terms.holder}, paid ${formatDocumentDate(terms.pay_date)}`,
  });
  paper.amount('Net pay', money(terms.net));
  paper.facts(
    [
      ['Frequency', FREQUENCIES[terms.frequency]],
      ['Filing status', FILING_STATUS[terms.filing_status]],
      ['Federal wages', money(terms.federal_wages)],
    ],
    3,
  );
  paper.heading('From gross to net');
  addLines(
    paper,
    ['Item', 'This paycheck', 'Year to date'],
    [
      ['Gross pay', terms.gross, terms.gross_to_date],
      ['401(k)', -terms.retirement, -terms.retirement_to_date],
      ['Health insurance', -terms.health, -terms.health_to_date],
      ['Health savings account (HSA)', -terms.hsa, -terms.hsa_to_date],
      ['Federal income tax', -terms.federal_tax, -terms.federal_tax_to_date],
      ['Social Security', -terms.social_security, -terms.social_security_to_date],
      ['Medicare', -terms.medicare, -terms.medicare_to_date],
      ['State income tax', -terms.state_tax, -terms.state_tax_to_date],
    ],
    ['Net pay', terms.net, terms.net_to_date],
  );
  if (terms.employer_match_to_date > 0)
    paper.paragraph(
      `Your employer added ${money(terms.employer_match)} to your 401(k), ${money(terms.employer_match_to_date)} this year.`,
    );
  if (terms.saves_outside) paper.paragraph('Your 401(k) is an account outside Sandbank.');
  paper.note(SIMPLIFIED);
  return paper;
}

/** Renders a Form W-2 with the boxes that apply. */
export function w2Paper({ issued_at, terms }: FormW2): Paper {
  const paper = getFormPaper('Form W-2', `Wages from ${terms.employer}`, issued_at, terms);
  paper.heading('Wages and taxes');
  addLines(
    paper,
    ['Box', 'Amount'],
    [
      ['1  Wages, tips, other compensation', terms.wages],
      ['2  Federal income tax withheld', terms.federal_tax],
      ['3  Social Security wages', terms.social_security_wages],
      ['4  Social Security tax withheld', terms.social_security],
      ['5  Medicare wages and tips', terms.medicare_wages],
      ['6  Medicare tax withheld', terms.medicare],
      ...(terms.retirement > 0 ? [['12  Code D: 401(k) contributions', terms.retirement] as Row] : []),
      ...(terms.hsa > 0 ? [['12  Code W: HSA contributions', terms.hsa] as Row] : []),
      ['16  State wages', terms.wages],
      ['17  State income tax', terms.state_tax],
    ],
  );
  if (terms.retirement > 0)
    paper.paragraph(
      'Your pay stubs say if the 401(k) contributions went to an account outside Sandbank. They count in either case.',
    );
  paper.note(SIMPLIFIED);
  return paper;
}

/** Renders a Form 1099-INT: the interest that the customer's accounts earned. */
export function form1099IntPaper({ issued_at, terms }: Form1099Int): Paper {
  const paper = getFormPaper('Form 1099-INT', 'Interest income', issued_at, terms);
  paper.heading('Interest by account');
  addLines(
    paper,
    ['Account', 'Interest'],
    terms.accounts.map(({ name, amount }): Row => [name, amount]),
    ['1  Interest income', terms.interest],
  );
  paper.note(SIMPLIFIED);
  return paper;
}

/** Renders a Form 1099-DIV: the dividends of funds. */
export function form1099DivPaper({ issued_at, terms }: Form1099Div): Paper {
  const paper = getFormPaper('Form 1099-DIV', 'Dividends', issued_at, terms);
  paper.heading('Dividends by account');
  addLines(
    paper,
    ['Account', '1a  Ordinary', '1b  Qualified'],
    terms.accounts.map(({ name, amount, qualified }): Row => [name, amount, qualified]),
    ['Total', terms.dividends, terms.qualified],
  );
  paper.note(
    `${SIMPLIFIED} Ordinary dividends include qualified ones. All dividends of stock funds count as qualified. Reinvested dividends are included.`,
  );
  return paper;
}

/** Renders a Form 1099-B: the sales of funds with their cost basis. */
export function form1099BPaper({ issued_at, terms }: Form1099B): Paper {
  const paper = getFormPaper('Form 1099-B', 'Sales of funds', issued_at, terms);
  paper.heading('Totals');
  addLines(
    paper,
    ['Item', 'Amount'],
    [
      ['1d  Proceeds', terms.proceeds],
      ['1e  Cost basis', terms.basis],
      ['Short-term gain or loss', terms.short_term],
      ['Long-term gain or loss', terms.long_term],
    ],
  );
  paper.heading('Sales');
  addLines(
    paper,
    ['Fund and day of sale', 'Proceeds', 'Cost basis', 'Short-term', 'Long-term'],
    terms.sales.map(
      (sale): Row => [
        `${getFundName(sale.fund)}, ${formatDocumentDate(sale.sold_on)}`,
        sale.proceeds,
        sale.basis,
        sale.short_term,
        sale.long_term,
      ],
    ),
  );
  paper.note(
    `${SIMPLIFIED} Gains on units held for more than a year are long-term. Wash sales aren't modeled.`,
  );
  return paper;
}

/** Renders a Form 1099-R: the withdrawals from a retirement account. */
export function form1099RPaper({ issued_at, terms }: Form1099R): Paper {
  const kind = TAX_TREATMENT_NAMES[terms.tax_treatment];
  const paper = getFormPaper('Form 1099-R', `Withdrawals from ${terms.name} (${kind})`, issued_at, terms);
  paper.heading('Withdrawals');
  addLines(
    paper,
    ['Box', 'Amount'],
    [
      ['1  Gross distribution', terms.gross],
      ['2a  Taxable amount', terms.taxable],
      ['4  Federal income tax withheld', 0],
      ['Part with the additional tax on early withdrawals', terms.early],
    ],
  );
  const { converted = 0, rolled_over: rolledOver = 0 } = terms;
  paper.facts([['7  Distribution codes', getDistributionCodes(terms)]], 1);
  if (converted > 0) {
    paper.heading('Roth conversion');
    addLines(
      paper,
      ['Box', 'Amount'],
      [
        ['1  Gross distribution', converted],
        ['2a  Taxable amount', converted],
      ],
    );
  }
  if (rolledOver > 0) {
    paper.heading('Direct rollover');
    addLines(
      paper,
      ['Box', 'Amount'],
      [
        ['1  Gross distribution', rolledOver],
        ['2a  Taxable amount', 0],
      ],
    );
  }
  paper.note(`${SIMPLIFIED} The return adds ${EARLY_WITHDRAWAL_PERCENT}% of early withdrawals to the tax.`);
  return paper;
}

/** Returns the codes of box 7 with their meaning (Instructions for Forms 1099-R and 5498). */
function getDistributionCodes(terms: Form1099R['terms']): string {
  const isRoth = terms.tax_treatment === 'roth_ira';
  const isPlan = terms.tax_treatment === '401k';
  const codes = [
    terms.gross > 0 &&
      (terms.early > 0
        ? `${isRoth ? 'J' : '1'} (early withdrawal)`
        : `${isRoth ? (terms.is_young ? 'J' : 'Q') : '7'} (${isRoth ? 'from a Roth IRA' : 'withdrawal'})`),
    (terms.converted ?? 0) > 0 &&
      `${isPlan ? 'G' : terms.is_young ? '2' : '7'} (${isPlan ? 'direct rollover to a Roth IRA' : 'Roth conversion'})`,
    (terms.rolled_over ?? 0) > 0 && 'G (direct rollover)',
  ];
  return codes.filter(Boolean).join(', ');
}

/** Renders a Form 1099-SA: the withdrawals from a health savings account, with the lines of Form 8889. */
export function form1099SaPaper({ issued_at, terms }: Form1099Sa): Paper {
  const paper = getFormPaper('Form 1099-SA', `Withdrawals from ${terms.name} (HSA)`, issued_at, terms);
  paper.heading('Withdrawals');
  addLines(paper, ['Box', 'Amount'], [['1  Gross distribution', terms.gross]]);
  paper.facts([['3  Distribution code', '1 (normal distribution)']], 1);
  paper.heading('Form 8889');
  addLines(
    paper,
    ['Line', 'Amount'],
    [
      ['2  Your contributions', terms.contributed],
      ['9  Employer contributions, which include those from your pay', terms.paycheck],
      ['14a  Distributions', terms.gross],
      ['15  Qualified medical expenses', terms.gross],
      ['16  Taxable distributions', 0],
    ],
  );
  paper.note(`${SIMPLIFIED} We assume that all withdrawals pay for medical costs, so they are tax-free.`);
  return paper;
}

/** Renders a Form 1099-G: unemployment benefits. */
export function form1099GPaper({ issued_at, terms }: Form1099G): Paper {
  const paper = getFormPaper('Form 1099-G', 'Unemployment benefits', issued_at, terms);
  paper.heading('Benefits');
  addLines(
    paper,
    ['Box', 'Amount'],
    [
      ['1  Unemployment compensation', terms.unemployment],
      ['4  Federal income tax withheld', 0],
    ],
  );
  paper.note(SIMPLIFIED);
  return paper;
}

/** Renders a Form 1098: the interest on a mortgage. */
export function form1098Paper({ issued_at, terms }: Form1098): Paper {
  const paper = getFormPaper('Form 1098', `Interest on ${terms.name}`, issued_at, terms);
  paper.heading('Interest');
  addLines(paper, ['Box', 'Amount'], [['1  Mortgage interest', terms.interest]]);
  paper.note(`${SIMPLIFIED} The return uses the standard deduction, so this interest doesn't change it.`);
  return paper;
}

/** Renders a filed return on one page. */
export function taxReturnPaper({ issued_at, terms }: TaxReturnDocument): Paper {
  const filed = {
    year: terms.tax_year,
    filingStatus: terms.filing_status,
    wages: toMinor(terms.wages),
    interest: toMinor(terms.interest),
    withheld: toMinor(terms.withheld),
    shortTermGain: toMinor(terms.short_term_gain ?? 0),
    longTermGain: toMinor(terms.long_term_gain ?? 0),
    dividends: toMinor(terms.dividends ?? 0),
    qualifiedDividends: toMinor(terms.qualified_dividends ?? 0),
    children: terms.children ?? 0,
    distributions: toMinor(terms.distributions ?? 0),
    earlyDistributions: toMinor(terms.early_distributions ?? 0),
    deductions: toMinor(terms.deductions ?? 0),
    unemployment: toMinor(terms.unemployment ?? 0),
    missedDistributions: toMinor(terms.missed_distributions ?? 0),
    correctedDistributions: toMinor(terms.corrected_distributions ?? 0),
    isSenior: terms.is_senior ?? false,
    inflation: terms.inflation,
    filedOn: parseDay(terms.filed_on),
  };
  const lines = computeFiledReturn(filed);
  const major = (amount: number) => fromMinor(markMinor(amount));
  const paper = new Paper({
    title: `Tax return ${terms.tax_year}`,
    label: `Tax return, ${terms.tax_year}`,
    at: new Date(issued_at),
    heading: `Tax return ${terms.tax_year}`,
    subtitle: `For ${terms.holder}, filed ${formatDocumentDate(terms.filed_on)}`,
  });
  paper.amount(lines.due < 0 ? 'Refund' : 'Amount due', money(major(Math.abs(lines.due))));
  paper.facts([['Filing status', FILING_STATUS[terms.filing_status]]], 2);
  addLines(
    paper,
    ['Line', 'Whole dollars'],
    [
      ['Wages', major(lines.wages)],
      ...(lines.unemployment === 0 ? [] : [['Unemployment benefits', major(lines.unemployment)] as Row]),
      ['Taxable interest', major(lines.interest)],
      ...(lines.dividends === 0 ? [] : [['Dividends', major(lines.dividends)] as Row]),
      ...(lines.distributions === 0 ? [] : [['Retirement withdrawals', major(lines.distributions)] as Row]),
      ...(lines.gain === 0 ? [] : [['Capital gain or loss', major(lines.gain)] as Row]),
      ...(lines.adjustments === 0
        ? []
        : [['Retirement and HSA contributions', -major(lines.adjustments)] as Row]),
      ['Adjusted gross income', major(lines.agi)],
      ['Standard deduction', -major(lines.deduction)],
      ['Taxable income', major(lines.taxable)],
      ['Tax', major(lines.tax)],
      ...(lines.childCredit === 0 ? [] : [['Child tax credit', -major(lines.childCredit)] as Row]),
      ...(lines.earlyTax === 0
        ? []
        : [['Additional tax on early withdrawals', major(lines.earlyTax)] as Row]),
      ...(lines.missedTax === 0
        ? []
        : [['Excise tax on missed required distributions', major(lines.missedTax)] as Row]),
      ['Federal income tax withheld', -major(lines.withheld)],
      ...(lines.refundableCredit === 0
        ? []
        : [['Refundable child tax credit', -major(lines.refundableCredit)] as Row]),
    ],
    [lines.due < 0 ? 'Refund' : 'Amount due', major(Math.abs(lines.due))],
  );
  const { isEstimated } = getTaxTable(terms.tax_year, terms.inflation);
  paper.note(
    `${SIMPLIFIED} Tax follows the brackets. The IRS Tax Table can differ by a few dollars.${
      isEstimated ? ` Tax amounts for ${terms.tax_year} are estimated.` : ''
    }`,
  );
  return paper;
}

function getFormPaper(
  form: string,
  heading: string,
  issued: string,
  { year, holder }: { year: number; holder: string },
): Paper {
  return new Paper({
    title: `${form} ${year}`,
    label: `${form}, ${year}`,
    at: new Date(issued),
    heading: `${form} ${year}`,
    subtitle: `${heading}, for ${holder}`,
  });
}
