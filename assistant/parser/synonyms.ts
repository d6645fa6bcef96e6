/** Synonyms of the bank's ten spending categories and its income categories. */
const SYNONYMS = `
Food: food groceries grocery eating_out eat_out dining dining_out restaurants restaurant takeaway takeaways takeout take-out meals lunch lunches dinner dinners breakfast coffee coffees supermarket supermarkets snacks delivery food_delivery bars drinks cafes cafe
Transportation: transportation transport travel_to_work gas fuel petrol gasoline taxi taxis uber lyft bus buses train trains metro subway parking commuting commute car_expenses transit public_transport tolls
Housing: housing rent home_costs household property maintenance home_repairs
Utilities: utilities utility electricity electric power water heating internet broadband wifi phone_bill phone cell_phone mobile_phone energy gas_bill electric_bill trash
Healthcare: healthcare health health_care medical_costs doctor doctors dentist medicine medicines pharmacy prescriptions hospital therapy glasses
Entertainment: entertainment fun movies cinema games gaming concerts concert streaming nights_out going_out_for_fun hobbies hobby theatre theater music leisure
Shopping: shopping clothes clothing shoes electronics gadgets amazon furniture
Personal: personal personal_care haircut haircuts barber beauty gym fitness cosmetics self-care
Savings: savings_category
Other: other_category miscellaneous misc
Salary: salary wages paycheck pay_from_work
Refund: refunds refund
Gift: gifts_received
`;

/** The bank's categories by phrase. */
export const CATEGORY_SYNONYMS: ReadonlyMap<string, string> = new Map(
  SYNONYMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [category = '', words = ''] = line.split(': ');
      return words.split(' ').map((phrase): [string, string] => [phrase.replaceAll('_', ' '), category]);
    }),
);

/** Generic words for kinds of products. */
const GENERIC = `
card: card cards credit_card credit_cards plastic
loan: loan loans
mortgage: mortgage mortgages home_loan house_loan
account: account accounts bank_account bank_accounts
CHECKING: checking checking_account chequing current_account checking_accounts current_accounts checkings main_account
SAVINGS: savings savings_account savings_accounts saving_account
INVESTMENT: investment investments investment_account brokerage portfolio investment_accounts brokerage_account
`;
export type GenericKind = 'card' | 'loan' | 'mortgage' | 'account' | 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
const isGeneric = (word: string): word is GenericKind =>
  ['card', 'loan', 'mortgage', 'account', 'CHECKING', 'SAVINGS', 'INVESTMENT'].includes(word);

export const GENERIC_NAMES: ReadonlyMap<string, GenericKind> = new Map(
  GENERIC.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '', words = ''] = line.split(': ');
      return isGeneric(kind)
        ? words.split(' ').map((phrase): [string, GenericKind] => [phrase.replaceAll('_', ' '), kind])
        : [];
    }),
);
