/** The source of a lesson's claim: always a page of the publishing agency or company. */
export type Source = {
  title: string;
  publisher: string;
  /** The year of a dated edition; null for a page that the publisher keeps up to date. */
  year: number | null;
  address: string;
};

/** The sources of all lessons. */
export const SOURCES = {
  payrollTax: {
    title: 'Topic no. 751, Social Security and Medicare withholding rates',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/taxtopics/tc751',
  },
  withholding: {
    title: 'About Publication 505, Tax Withholding and Estimated Tax',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/forms-pubs/about-publication-505',
  },
  selfEmployment: {
    title: 'Self-employment tax (Social Security and Medicare taxes)',
    publisher: 'Internal Revenue Service',
    year: null,
    address:
      'https://www.irs.gov/businesses/small-businesses-self-employed/self-employment-tax-social-security-and-medicare-taxes',
  },
  estimatedTax: {
    title: 'Estimated taxes',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/businesses/small-businesses-self-employed/estimated-taxes',
  },
  consumerPrices: {
    title: 'Consumer Price Index: Questions and answers',
    publisher: 'Bureau of Labor Statistics',
    year: null,
    address: 'https://www.bls.gov/cpi/questions-and-answers.htm',
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
    year: null,
    address: 'https://www.consumerfinance.gov/consumer-tools/educator-tools/your-money-your-goals/toolkit/',
  },
  spendingTracker: {
    title: 'Your Money, Your Goals toolkit: Spending tracker',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/consumer-tools/educator-tools/your-money-your-goals/toolkit/',
  },
  negativeOption: {
    title: 'Restore Online Shoppers’ Confidence Act, 15 U.S.C. 8403',
    publisher: 'Office of the Law Revision Counsel, U.S. House of Representatives',
    year: null,
    address:
      'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section8403&num=0&edition=prelim',
  },
  stopPayment: {
    title: 'Regulation E, 12 CFR 1005.10: Preauthorized transfers',
    publisher: 'Consumer Financial Protection Bureau',
    year: 2016,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1005/2016-11-14/10/',
  },
  buyNowPayLater: {
    title: 'What is a Buy Now, Pay Later (BNPL) loan?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/ask-cfpb/what-is-a-buy-now-pay-later-bnpl-loan-en-2119/',
  },
  liquidSavings: {
    title: 'Assessing Families’ Liquid Savings using the Survey of Consumer Finances',
    publisher: 'Board of Governors of the Federal Reserve System',
    year: 2018,
    address:
      'https://www.federalreserve.gov/econres/notes/feds-notes/assessing-families-liquid-savings-using-the-survey-of-consumer-finances-20181119.htm',
  },
  automaticTransfers: {
    title: 'An essential guide to building an emergency fund',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/an-essential-guide-to-building-an-emergency-fund/',
  },
  truthInSavings: {
    title: 'Regulation DD, 12 CFR 1030, appendix A: Annual percentage yield calculation',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1030/a/',
  },
  interestReceived: {
    title: 'Topic no. 403, Interest received',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/taxtopics/tc403',
  },
  assetAllocation: {
    title: 'Beginners’ Guide to Asset Allocation, Diversification, and Rebalancing',
    publisher: 'U.S. Securities and Exchange Commission, Investor.gov',
    year: null,
    address:
      'https://www.investor.gov/additional-resources/general-resources/publications-research/info-sheets/beginners-guide-asset',
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
    year: null,
    address: 'https://www.investor.gov/introduction-investing/getting-started/understanding-fees',
  },
  indexFund: {
    title: 'Index Fund',
    publisher: 'U.S. Securities and Exchange Commission, Investor.gov',
    year: null,
    address: 'https://www.investor.gov/introduction-investing/investing-basics/glossary/index-fund',
  },
  gracePeriod: {
    title: 'What is a grace period? How does it work?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/askcfpb/47/what-is-a-grace-period-how-does-it-work.html',
  },
  minimumWarning: {
    title: 'Regulation Z, 12 CFR 1026.7: Periodic statement',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1026/7/',
  },
  scoreWeights: {
    title: 'What’s in my FICO Scores?',
    publisher: 'Fair Isaac Corporation (FICO)',
    year: null,
    address: 'https://www.myfico.com/credit-education/whats-in-your-credit-score',
  },
  creditScore: {
    title: 'What is a credit score?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/ask-cfpb/what-is-a-credit-score-en-315/',
  },
  freeReports: {
    title: 'The new year begins for the free annual credit report program',
    publisher: 'Federal Trade Commission',
    year: 2006,
    address:
      'https://ftc.gov/news-events/press-releases/2006/09/new-year-begins-free-annual-credit-report-program',
  },
  inquiries: {
    title: 'What’s a credit inquiry?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/ask-cfpb/whats-a-credit-inquiry-en-1317/',
  },
  sevenYears: {
    title: 'Fair Credit Reporting Act, 15 U.S.C. 1681c',
    publisher: 'Office of the Law Revision Counsel, U.S. House of Representatives',
    year: null,
    address:
      'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section1681c&num=0&edition=prelim',
  },
  payingDown: {
    title: 'How does paying down a mortgage work?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/ask-cfpb/how-does-paying-down-a-mortgage-work-en-1943/',
  },
  prepayment: {
    title: 'What is a prepayment penalty?',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/ask-cfpb/what-is-a-prepayment-penalty-en-1957/',
  },
  mortgageDeduction: {
    title: 'About Publication 936, Home Mortgage Interest Deduction',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/forms-pubs/about-publication-936',
  },
  unemployment: {
    title: 'Unemployment insurance',
    publisher: 'U.S. Department of Labor',
    year: null,
    address: 'https://www.dol.gov/general/topic/unemployment-insurance',
  },
  disability: {
    title: 'Disability benefits: How you qualify',
    publisher: 'Social Security Administration',
    year: null,
    address: 'https://www.ssa.gov/benefits/disability/qualify.html',
  },
  outOfPocket: {
    title: 'Out-of-pocket maximum/limit',
    publisher: 'Centers for Medicare & Medicaid Services, HealthCare.gov',
    year: null,
    address: 'https://www.healthcare.gov/glossary/out-of-pocket-maximum-limit/',
  },
  healthSavings: {
    title: 'About Publication 969, Health Savings Accounts and Other Tax-Favored Health Plans',
    publisher: 'Internal Revenue Service',
    year: null,
    address: 'https://www.irs.gov/forms-pubs/about-publication-969',
  },
  flood: {
    title: 'National Flood Insurance Program: Frequently asked questions',
    publisher: 'Federal Emergency Management Agency',
    year: null,
    address: 'https://www.floodsmart.gov/faqs',
  },
  depositInsurance: {
    title: 'Deposit insurance',
    publisher: 'Federal Deposit Insurance Corporation',
    year: null,
    address: 'https://www.fdic.gov/resources/deposit-insurance/',
  },
  shareInsurance: {
    title: 'Share insurance coverage',
    publisher: 'National Credit Union Administration',
    year: null,
    address: 'https://ncua.gov/consumers/share-insurance-coverage',
  },
  unauthorized: {
    title: 'Regulation E, 12 CFR 1005.6: Liability of consumer for unauthorized transfers',
    publisher: 'Consumer Financial Protection Bureau',
    year: null,
    address: 'https://www.consumerfinance.gov/rules-policy/regulations/1005/6/',
  },
} as const satisfies Record<string, Source>;
