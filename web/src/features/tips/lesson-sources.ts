/**
 * Where a claim of a lesson can be read. The address is that of a page which was read and says so; where the publisher's
 * own page could not be read, it is one that repeats or quotes it, and `from` names whose it is.
 */
export type Source = {
  title: string;
  publisher: string;
  /** When it was written or last changed; null where the page does not say. */
  year: number | null;
  address: string;
  /** Who keeps the page, where that is not the publisher. */
  from?: string;
};

/** Everything that lessons rest on, once. Each was read in November 2026. */
export const SOURCES = {
  payrollTax: {
    title: 'Publication 80, section 7: How to figure social security and Medicare taxes',
    publisher: 'Internal Revenue Service',
    year: 2014,
    address: 'http://taxmap.ntis.gov/taxmap/pubs/p80-007.htm',
  },
  withholding: {
    title: 'About Publication 505, Tax Withholding and Estimated Tax',
    publisher: 'Internal Revenue Service',
    year: 2023,
    address: 'https://irs.gov/vi/forms-pubs/about-publication-505',
  },
  selfEmployment: {
    title: 'Understanding Taxes, module 14: Self-employment income and self-employment tax',
    publisher: 'Internal Revenue Service',
    year: null,
    address:
      'https://apps.irs.gov/app/understandingTaxes/hows/tax_tutorials/mod14/tt_mod14_glossary.jsp?backPage=tt_mod14_01.jsp',
  },
  estimatedTax: {
    title: 'How do I make estimated tax payments?',
    publisher: 'AARP Foundation Tax-Aide',
    year: null,
    address: 'https://taxaideqa.aarp.org/hc/en-us/articles/208481837-How-do-I-make-estimated-tax-payments',
  },
  consumerPrices: {
    title: 'What is the Consumer Price Index (CPI)?',
    publisher: 'Bureau of Labor Statistics',
    year: 2008,
    address: 'http://data.bls.gov/cgi-bin/print.pl/dolfaq/bls_ques28.htm',
  },
  inflationGoal: {
    title: 'What is the statement on longer-run goals and monetary policy strategy?',
    publisher: 'Board of Governors of the Federal Reserve System',
    year: 2017,
    address:
      'https://www.federalreserve.gov/faqs/statement-on-longer-run-goals-monetary-policy-strategy-FOMC.htm',
  },
  wages: {
    title: 'Occupational Employment and Wages, May 2012',
    publisher: 'Bureau of Labor Statistics',
    year: 2013,
    address: 'https://www.bls.gov/news.release/archives/ocwage_03292013.htm',
  },
  expenditures: {
    title: 'Consumer Expenditures in 2022',
    publisher: 'Bureau of Labor Statistics',
    year: 2023,
    address: 'https://www.bls.gov/news.release/archives/cesan_09082023.htm',
  },
  moneyAndGoals: {
    title: 'Your Money, Your Goals: A financial empowerment toolkit',
    publisher: 'Consumer Financial Protection Bureau',
    year: 2020,
    address: 'https://info.5y1.org/budgeting-tools-free_1_09cbeb.html',
    from: 'info.5y1.org',
  },
  spendingTracker: {
    title: 'Spending tracker',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://info.5y1.org/financial-tracker-printable_1_3e9ff8.html',
    from: 'info.5y1.org',
  },
  negativeOption: {
    title: 'Restore Online Shoppers’ Confidence Act, section 4 (15 U.S.C. 8403)',
    publisher: 'United States Congress',
    year: 2010,
    address: 'https://deceptive-design-2023.webflow.io/laws/section-4-of-rosca-15-u-s-c-ss-8403',
    from: 'Deceptive Patterns',
  },
  stopPayment: {
    title: 'Regulation E, 12 CFR 1005.10: Preauthorized transfers',
    publisher: 'Consumer Financial Protection Bureau',
    year: 2016,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1005/2016-11-14/10/',
  },
  buyNowPayLater: {
    title: 'Should you buy now and pay later?',
    publisher: 'Consumer Financial Protection Bureau',
    year: 2021,
    address: 'https://www.financeandbankruptcylawblog.com/?p=2412',
    from: 'Finance and Bankruptcy Law Blog',
  },
  liquidSavings: {
    title: 'Assessing Families’ Liquid Savings using the Survey of Consumer Finances',
    publisher: 'Board of Governors of the Federal Reserve System',
    year: 2018,
    address:
      'https://www.federalreserve.gov/econres/notes/feds-notes/assessing-families-liquid-savings-using-the-survey-of-consumer-finances-20181119.htm',
  },
  automaticTransfers: {
    title: 'Automatic funds transfer',
    publisher: 'Bank of America, Better Money Habits',
    year: null,
    address: 'https://bettermoneyhabits.bankofamerica.com/en/saving-budgeting/automatic-funds-transfer',
  },
  truthInSavings: {
    title: 'Annual percentage yield (Regulation DD, appendix A)',
    publisher: 'TimeValue Software',
    year: null,
    address: 'http://www.tvaluehelp.com/node/130',
  },
  ruleOf72: {
    title: 'Savings law: the Truth in Savings Act and the rule of 72',
    publisher: 'garipla.blog',
    year: 2013,
    address: 'https://garipla.blog/2013/01/16/savings-law/',
  },
  interestReceived: {
    title: 'Topic 403, Interest received',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'http://www.irs.gov/taxtopics/tc403.html',
  },
  assetAllocation: {
    title: 'Beginners’ Guide to Asset Allocation, Diversification, and Rebalancing',
    publisher: 'U.S. Securities and Exchange Commission',
    year: null,
    address:
      'https://docslib.org/doc/3004703/beginners-guide-to-asset-allocation-diversification-and-rebalancing',
    from: 'docslib.org',
  },
  allocationOfState: {
    title: 'Asset Allocation',
    publisher: 'Wyoming Secretary of State',
    year: null,
    address: 'http://soswy.state.wy.us/Investing/AssetAllocation.aspx',
  },
  brokerFailure: {
    title: 'What SIPC Protects',
    publisher: 'Securities Investor Protection Corporation',
    year: null,
    address: 'https://www.sipc.org/for-investors/what-sipc-protects',
  },
  fees: {
    title: 'Understanding Fees',
    publisher: 'U.S. Securities and Exchange Commission, Investor.gov',
    year: 2020,
    address:
      'https://webarchive.library.unt.edu/web/20201218054415/https://www.investor.gov/introduction-investing/getting-started/understanding-fees',
    from: 'the web archive of the University of North Texas',
  },
  indexFund: {
    title: 'Index Fund',
    publisher: 'U.S. Securities and Exchange Commission, Investor.gov',
    year: null,
    address: 'https://www.investor.gov/introduction-investing/investing-basics/glossary/index-fund',
  },
  indexFundGuide: {
    title: 'Guide to Low-Cost Index Funds',
    publisher: 'WTOP News',
    year: 2020,
    address: 'https://wtop.com/news/2020/04/guide-to-low-cost-index-funds/',
  },
  gracePeriod: {
    title: 'What is a grace period? How does it work?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/askcfpb/47/what-is-a-grace-period-how-does-it-work.html',
  },
  minimumWarning: {
    title: 'What is the “Minimum Payment Warning” on my credit card statement?',
    publisher: 'Consumer Action',
    year: null,
    address: 'https://www.consumer-action.org/helpdesk/articles/minimum_payment_warning',
  },
  scoreWeights: {
    title: 'Your FICO Score',
    publisher: 'Lourdes University',
    year: null,
    address: 'https://www.lourdes.edu/costs-financial-aid/financial-literacy/your-fico-score/',
  },
  creditScore: {
    title: 'What is my credit score?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'http://www.consumerfinance.gov/askcfpb/315/what-is-my-credit-score.html',
  },
  freeReports: {
    title: 'The new year begins for the free annual credit report program',
    publisher: 'Federal Trade Commission',
    year: 2006,
    address:
      'https://ftc.gov/news-events/press-releases/2006/09/new-year-begins-free-annual-credit-report-program',
  },
  inquiries: {
    title: 'Check your credit report without hurting your credit score',
    publisher: 'Barclays US',
    year: null,
    address:
      'https://moneybasics.barclaycardus.com/improving-credit/check-your-credit-report-without-hurting-your-credit-score',
  },
  sevenYears: {
    title: 'The Fair Credit Reporting Act',
    publisher: 'United States Bankruptcy Court, District of Wyoming',
    year: null,
    address: 'http://www.wyb.uscourts.gov/book/export/html/101',
  },
  payingDown: {
    title: 'Amortization and paying off your mortgage',
    publisher: 'Citi',
    year: null,
    address: 'https://citi.com/mortgage/amortization',
  },
  prepayment: {
    title: 'Prepayment penalties on residential mortgage loans',
    publisher: 'National Mortgage Professional',
    year: 2010,
    address: 'https://issuu.com/nmpmag/docs/momp_sep10/32',
  },
  mortgageDeduction: {
    title: 'Publication 936, Home Mortgage Interest Deduction',
    publisher: 'Internal Revenue Service',
    year: 2012,
    address: 'http://www.irs.ustreas.gov/uac/Publication-936,-Home-Mortgage-Interest-Deduction-2',
  },
  unemployment: {
    title: 'Unemployment Benefits',
    publisher: 'The George Washington University',
    year: null,
    address: 'https://hr.gwu.edu/node/3471',
  },
  unemploymentBasics: {
    title: 'Learn the basics of unemployment benefits',
    publisher: 'Women Deserve Better',
    year: null,
    address: 'https://www.womendeservebetter.com/learn-the-basics-of-unemployment-benefits',
  },
  disability: {
    title: 'SSDI and SSI: Definition of “disabled”',
    publisher: 'FindLaw',
    year: 2023,
    address:
      'https://www.findlaw.com/socialsecurity/disability/how-is-social-security-disability-defined.html',
  },
  outOfPocket: {
    title: 'Out-of-pocket maximum',
    publisher: 'North Carolina Healthcare Association',
    year: null,
    address: 'https://www.ncha.org/glossary/out-of-pocket-maximum/',
  },
  healthSavings: {
    title: 'Health Savings Accounts (report R45277)',
    publisher: 'Congressional Research Service',
    year: 2020,
    address:
      'https://www.everycrsreport.com/changes/20180731_R45277_c6d61b91e51eced634946f1bcb5bacdf506d967f__2020-08-13_R45277_ac15e365c5c5a6f8db96094e4f4d65b8c5c4ccd9.html',
    from: 'EveryCRSReport.com',
  },
  flood: {
    title: 'National Flood Insurance Program: Frequently asked questions',
    publisher: 'Federal Emergency Management Agency',
    year: null,
    address: 'https://www.floodsmart.gov/faqs',
  },
  depositInsurance: {
    title: 'FDIC Insurance Coverage',
    publisher: 'Federal Deposit Insurance Corporation',
    year: null,
    address: 'https://paperzz.com/doc/8882248/fdic-insurance-coverage',
    from: 'paperzz.com',
  },
  depositLimits: {
    title: 'FDIC Insurance',
    publisher: 'Primary Bank, New Hampshire',
    year: null,
    address: 'https://www.primarybanknh.com/fdic-insurance',
  },
  shareInsurance: {
    title: 'Share Insurance',
    publisher: 'WEPCO Federal Credit Union',
    year: null,
    address: 'https://www.wepcofcu.com/about-us/share-insurance/',
  },
  unauthorized: {
    title: 'Regulation E, 12 CFR 1005.6: Liability of consumer for unauthorized transfers',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1005/6/',
  },
} as const satisfies Record<string, Source>;
