/**
 * Parses a table of phrases and maps each phrase to its concept. Each line contains one concept. `_` replaces
 * the spaces within a phrase.
 */
export function readTable(table: string): ReadonlyMap<string, string> {
  return new Map(
    table
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [concept = '', phrases = ''] = line.split(': ');
        return readPhrases(phrases).map((phrase): [string, string] => [phrase, concept]);
      }),
  );
}

const readPhrases = (list: string) => list.match(/\S+/g)?.map((phrase) => phrase.replaceAll('_', ' ')) ?? [];

/**
 * Maps phrases to concepts: "spent" and "outgoings" map to `spend`. Longer phrases take precedence. An intent
 * applies only if it matches every word.
 */
export const CONCEPTS = readTable(`
transfer: relocate shove transfer transfers transferring transferred transfered move moving moved shift sweep
send: send sending sent wire zelle venmo shoot
put: put putting stick throw threw throwing toss chuck drop_in contribute
take: take_out take
pay: pay paying pays repay settle pay_back paying_back make_a_payment make_payment make_payments
paid: paid
payoff: pay_off payoff paying_off pays_off clear wipe_out pay_down paying_down pay_in_full
cleared: paid_off debt_free debt-free out_of_debt free_of_debt done_paying finish_paying finished_paying
schedule: add schedule scheduled scheduling set_up setup standing_order arrange automate create start plan
addup: add_up adds_up adding_up sum_up
once: once one-off one_time one-time lump lump_sum single at_once
autodeposit: auto_deposit auto-deposit auto_deposits auto-deposits automatic_deposit automatic_deposits autodeposit
deposit: deposit deposits depositing deposited
withdraw: withdraw withdrawal withdrawals withdrew
freeze: freeze freezing lock lock_down lock_up block disable deactivate suspend turn_off switch_off
frozen: frozen locked blocked
unfreeze: unfreeze unfreezing un-freeze unlock unblock reactivate enable defrost thaw turn_on switch_on activate
gone: stolen missing misplaced
budget: budget budgets budgeted budgeting allowance
set: set change adjust update cap allocate
raise: raise rose increase bump bigger rises rise increases goes_up go_up went_up raised going_up
lower: lower decrease reduce cut drop drops dropped decreases falls fall fell lowered go_down goes_down went_down crash crashes
forward: ffwd fast_forward fast_fwd fast-forward fastforward skip jump advance go_forward move_forward time_travel leap skip_ahead jump_ahead skip_forward jump_forward wait go_ahead_to move_time move_the_clock forward ahead
undo: undo revert reverse roll_back rollback reverse_movement take_it_back take_that_back unsend
yes: yes yeah yep yup sure ok okay confirm confirmed do_it go_ahead go_for_it sounds_good looks_good that's_right thats_right correct proceed approve accept please_do agreed absolutely
no: no nope nah cancel never_mind nevermind dismiss forget_it forget_that stop do_not_do_it do_not abort reject discard don't skip_it leave_it not_now
spend: spend damage lay_out burn burned burning burn_through burned_through shell_out spent spending spendings spends expense expenses outgoings expenditure expenditures blow blew splurge money_go_out went_out going_out outflow
goes: money_go money_going money_went money_goes
buy: filled_up filled buy bought buying purchased get_myself
purchase: purchase purchases
earn: earn earned earning earnings income incomes inflow take_home came_in came_into coming_in make_money
receive: receive received get_paid got_paid getting_paid paid_me
make: make made making
cost: cost costs costing price priced
charge: charge charged charges charging billed
balance: balance balances
have: have has had
money: money cash funds
networth: net_worth networth worth wealth total_wealth
owe: owe owed owing owes debt debts
left: left remaining remain remains leftover left_over
over_budget: over_budget overspent over_my_budget over_the_budget under_budget overspending overspend on_track within_budget
goal: goal goals savings_goal savings_goals target targets
due: due due_date due_dates payable
minimum: minimum minimum_payment min min_payment minimum_due minimum_amount
statement: statement statements statement_balance last_statement current_statement
limit: limit limits credit_limit credit_limits spending_limit
available: available room headroom available_credit credit_left credit_available
utilization: utilization utilisation credit_utilization credit_utilisation credit_usage usage maxed maxing max_out maxing_out used using
rate: rate rates apr apy interest_rate interest_rates annual_percentage_rate
rewards: rewards reward points cashback cash_back cash-back reward_points miles
interest: interest
fee: fee fees late_fee late_fees penalty overdraft_fee
next: next
last: last last_time the_last_time latest previous most_recent recent newest
first: first earliest
upcoming: upcoming hitting comes_in come_in comes_out come_out comes_off coming_up coming_due coming scheduled_payments scheduled_payment planned going_to_be_paid
bill: bill bills
subscription: subscription subscriptions subs subscribed recurring recurring_payments recurring_charges memberships
salary: salary paycheck paychecks wage wages payroll pay_cheque paycheque pay_check
payday: payday pay_day paydays
payment: payment payments instalment instalments installment installments
transaction: transaction transactions activity history entries entry rows row movements tx txns txn
afford: afford affordable swing handle cover
reach: reach reached hit get_to be_reached reaching complete completed
save: stash stashing sock_away tuck_away squirrel_away save saving saved saves set_aside put_aside putting_aside put_away putting_away
forecast: forecast forecasts project predict prediction projected projection expect expected estimate
will: will would going_to shall
runout: run_out_of_money run_out run_dry go_broke be_broke am_i_broke overdrawn overdraw below_zero go_negative in_the_red run_short short_of_money
safe: safe_to_spend safely_spend safe_to_spend_today spend_safely spending_money free_to_spend
score: credit_score credit_rating score fico credit_scores
improve: improve better boost
faster: faster sooner earlier quicker quickly
whatif: what_if what_happens_if what_would_happen_if what_happens_when suppose imagine how_about_if say_i
if: if
lose: lose losing lost laid_off fired get_fired get_laid_off made_redundant unemployed
job: job jobs
extra: extra overpay overpaying additional on_top
explain: explain define definition meaning mean means stand_for stands_for explained
convert: convert swap exchange_rate exchange exchange_rates conversion rate_of_exchange
happened: what_happened what_happens what_did_i_miss catch_me_up whats_new what_is_new what_has_happened what_changed recap digest summary summarise summarize anything_new anything_happen did_anything_happen happened
notification: notification notifications alert alerts messages inbox
howto: how_do_i how_can_i how_to how_would_i how_should_i how_do_you how_does_one where_do_i where_can_i where_would_i where_is where_are where_do how_is_it_possible_to show_me_how show_me_where steps_to way_to is_it_possible_to is_there_a_way_to
can: what_can_you_do what_can_i_ask what_can_you_help_with what_do_you_do how_can_you_help what_are_you_able_to_do who_are_you what_are_you capabilities what_else_can_you_do what_can_i_do_here what_can_i_say how_do_you_work
help: help
greeting: hi hello hey good_morning good_afternoon good_evening howdy hiya yo greetings how_are_you
thanks: thanks thank_you thx cheers ty thank appreciated much_appreciated thank_you_so_much
goodbye: bye goodbye see_you see_ya good_night later
praise: great awesome perfect nice cool brilliant excellent well_done good_job amazing love_it good_bot lovely the_best you_rock legend
complaint: wrong useless stupid terrible bad incorrect not_right not_true that_is_wrong rubbish nonsense
average: average averages avg typical typically mean_of usually on_average normally averaging
count: how_many how_often number_of how_many_times count times
largest: big single_biggest single_largest largest biggest highest most_expensive top maximum max priciest
smallest: smallest lowest cheapest least minimum_amount_of
most: most
category: category categories breakdown broken_down break_down split
merchant: merchant merchants store stores shop shops places payees payee vendor vendors
compare: beat beats compare stack_up compared comparing comparison versus vs difference differ changed than
more: more higher
less: less fewer
above: over above more_than greater_than bigger_than larger_than higher_than exceeding in_excess_of upwards_of
from_amount: at_least no_less_than minimum_of or_more
below: under below less_than smaller_than lower_than cheaper_than fewer_than
to_amount: at_most up_to no_more_than or_less
find: find search look_for look_up search_for filter locate
when: when what_day what_date which_day on_what_day on_which_day
why: why how_come what_for reason explain_why
howlong: how_long how_soon how_many_months how_many_years how_many_weeks how_many_days
until: until till before_i
who: who whom
not: not never isn't
except: without except excluding exclude excludes except_for other_than aside_from apart_from besides but_not not_counting not_including minus leaving_out leave_out
usual: usual more_than_i_used_to more_than_we_used_to less_than_i_used_to than_i_used_to than_we_used_to than_usual normal usually_do than_normal typical_month normally_do
or: or
another: other another
only: only just exclusively solely
about: what_about how_about and_what_about and_how_about
tag: tag tagged tags labelled labeled
date: what_is_the_date_today what_day_is_it what_is_the_date what_is_today what_is_today's_date todays_date today's_date what_time_is_it what_date_is_it
raisepay: pay_rise pay_raise salary_increase get_a_raise get_a_rise
home: house home flat apartment condo
down: down_payment downpayment deposit_of down
borrow: borrow take_out_a_loan take_a_loan take_out_loan new_loan get_a_loan personal_loan
inflation: inflation
market: market markets stock_market
medical: medical_bill hospital_bill medical
carrepair: car_repair car_repairs car_breaks_down car_break_down repair_the_car fix_the_car
windfall: windfall inherit inheritance win bonus lottery tax_refund
snowball: snowball
avalanche: avalanche
strategy: strategy debt_strategy which_debt which_debt_first debt_plan
include: including include includes included
both: both
all: all everything
day: day days
stopit: quit end kill killed cancelled canceled dropped ditch axe get_rid_of drop_my give_up
should: should ought advise advice recommend recommended suggestion suggest recommendation worth_it good_idea wise smart
split: split
request: request hit_up request_from bill_out ask_for ask requesting
postpone: postpone push reschedule delay
pause: pause pausing
open: open opening
close: close closing
delete: delete remove erase
low: low high expensive
credit: credit
on_time: on_time late missed overdue
someone: his her he she him hers their theirs
relative: wife husband partner mum mom mother dad father brother sister son daughter boyfriend girlfriend neighbour neighbor colleague coworker boss roommate flatmate landlord spouse friends friend's kid kids child children parents
`);

/** Synonyms of the ten spending categories and of the income categories. */
export const CATEGORIES = readTable(`
Food: food groceries grocery eating_out eat_out dining dining_out restaurants restaurant takeaway takeaways takeout take-out meals lunch lunches dinner dinners breakfast coffee coffees supermarket supermarkets snacks delivery food_delivery bars drinks cafes cafe
Transportation: transportation transport travel_to_work gas fuel petrol gasoline taxi taxis bus buses train trains metro subway parking commuting commute car_expenses transit public_transport tolls
Housing: housing rent home_costs household property maintenance home_repairs
Utilities: phone_company power_company electric_company utilities utility electricity electric power water heating internet broadband wifi phone_bill phone cell_phone mobile_phone energy gas_bill electric_bill trash
Healthcare: healthcare health health_care medical_costs doctor doctors dentist medicine medicines pharmacy prescriptions hospital therapy glasses
Entertainment: entertainment fun movies cinema games gaming concerts concert streaming nights_out going_out_for_fun hobbies hobby theatre theater music leisure
Shopping: shopping clothes clothing shoes electronics gadgets furniture
Personal: personal personal_care haircut haircuts barber beauty gym fitness cosmetics self-care
Savings: savings_category
Other: other_category miscellaneous misc
Salary: salary wages paycheck pay_from_work
Refund: refunds refund
Gift: gifts_received
`);

/**
 * Words for things that people buy, and the words in the names of the merchants that sell them. A merchant's
 * name takes precedence over a category, because "coffee" is narrower than the Food category.
 */
export const SOLD_ITEMS: ReadonlyMap<string, RegExp> = new Map(
  [
    [
      'coffee coffees espresso latte lattes',
      'coffee|espresso|caf[eé]|cafes|roasters?|roastery|starbucks|dunkin',
    ],
    [
      'groceries grocery supermarket supermarkets',
      'grocer|grocery|groceries|market|supermarket|foods|grocers',
    ],
    [
      'restaurant restaurants eating_out eat_out ate_out dining dining_out takeout take-out takeaway takeaways',
      'kitchen|restaurant|grill|diner|bistro|pizza|pizzeria|noodle|sushi|taco|burger|trattoria|tavern|pan|bbq|ramen|cantina|steakhouse|eatery',
    ],
    ['gas fuel petrol gasoline gas_station gas_stations', 'fuel|gas|petrol|gasoline|shell|chevron|exxon'],
    ['taxi taxis cab cabs rideshare rideshares', 'taxi|uber|lyft|cab|cabs'],
    [
      'bus buses train trains metro subway transit public_transport',
      'transit|metro|rail|railway|bus|trains?|subway',
    ],
    ['electricity electric electric_bill power power_bill electricity_bill', 'electric|electricity|power'],
    ['water water_bill', 'water'],
    ['internet broadband wifi internet_bill', 'internet|fiber|broadband|cable'],
    [
      'phone cell_phone mobile_phone phone_bill cell mobile cell_phone_bill phone_company',
      'phone|mobile|wireless|telecom|verizon|t-mobile',
    ],
    ['streaming streaming_service streaming_services', 'streaming|netflix|hulu|disney'],
    ['gym gyms fitness', 'gym|fitness'],
    ['insurance', 'insurance'],
    ['movies cinema cinemas movie', 'cinema|cinemas|movies'],
    ['pharmacy medicine medicines prescriptions', 'pharmacy|drugstore'],
    ['haircut haircuts barber', 'barber|salon|hair'],
    ['books', 'books|bookstore'],
  ].flatMap(([words = '', names = '']) =>
    readPhrases(words).map((word): [string, RegExp] => [
      word,
      new RegExp(`(?<![\\p{L}])(?:${names})(?![\\p{L}])`, 'iu'),
    ]),
  ),
);

/** Brands whose names consist of words with another meaning. */
export const BRANDS: ReadonlySet<string> = new Set(
  readPhrases(`whole_foods home_depot best_buy old_navy dollar_general family_dollar dollar_tree five_guys trader_joes
burger_king pizza_hut taco_bell dairy_queen circle_k apple_music apple_store cash_app prime_video home_goods`),
);

/** Brands that are recognized only after "at", such as "at Target". */
export const BRANDS_AFTER_AT: ReadonlySet<string> = new Set(
  readPhrases('target shell gap subway apple chase'),
);

export type GenericKind = 'card' | 'loan' | 'mortgage' | 'account' | 'CHECKING' | 'SAVINGS' | 'INVESTMENT';

/** Generic words for each kind of product. */
export const GENERIC_NAMES = readTable(`
card: card cards credit_card credit_cards plastic
loan: loan loans
mortgage: mortgage mortgages home_loan house_loan
account: account accounts bank_account bank_accounts
CHECKING: checking checking_account chequing current_account checking_accounts current_accounts checkings main_account
SAVINGS: savings savings_account savings_accounts saving_account
INVESTMENT: investment investments investment_account brokerage portfolio investment_accounts brokerage_account
`) as ReadonlyMap<string, GenericKind>;

/** Words that don't affect the meaning: articles, auxiliaries, and polite words. */
export const STOP_PHRASES: ReadonlySet<string> = new Set(
  readPhrases(`a an the my our i me we us you your it its this that these those there here is are am was were be been being do does did
done doing can could may might must please pls plz kindly just now right actually really exactly currently today's then too also
and but so tell show give list let know see want need like to_know id hey um uh er well dear quickly quick altogether overall
total totals in_total all_together added_together combined much many how what which where whats get got getting gets getting any some of amount amounts figure
been currently presently yet already still far as well kind sort 's ve ll re again once_more up out off back per each every say
things thing stuff something anything one ones them they mine myself own entire whole full
look looking check view display bring pull would could going wondering wonder think believe guess hope exact status
somewhere this_time
bank details detail info information deets alright man dude bro fam hm hmm lol lmao haha tbh honestly basically literally btw tho kinda sorta buddy mate friend assistant sandbank bot question quickly asap immediately straight away moment roughly approximately about around approx completely entirely fully soon
usd_please thanks_in_advance if_possible when_you_can for_me by_the_way btw so_far at_the_moment right_now as_of_now these_days nowadays
do_you_know can_you_tell_me could_you_tell_me i_would_like_to_know i_want_to_know i_need_to_know i_was_wondering let_me_know
could_you_please can_you_please would_you_kindly could_you_kindly would_you_mind would_you_please i_would_like_to i_want_to i_need_to i_have_to i_would_like help_me could_you can_you will_you please_can_you can_i_please
with via etc & ? " \u201c \u201d`),
);

export const PREPOSITIONS: ReadonlySet<string> = new Set(
  readPhrases(
    'from to into onto in on at for with of by out_of using via towards toward against between through inside within among off across',
  ),
);

const PHRASES = [...CONCEPTS.keys(), ...STOP_PHRASES, ...PREPOSITIONS, ...BRANDS];

/** The length in words of the longest phrase that starts with each word. */
export const PHRASE_LENGTHS: ReadonlyMap<string, number> = PHRASES.reduce((lengths, phrase) => {
  const [first = '', ...others] = phrase.split(' ');
  return lengths.set(first, Math.max(others.length + 1, lengths.get(first) ?? 0));
}, new Map<string, number>());

const TIMES_AND_NUMBERS = `january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays whenever paydays mon tue tues wed thu thur thurs fri sat sun today tonight yesterday tomorrow
week weeks month months quarter quarters year years weekend day days fortnight since during between after before ago end beginning christmas
daily weekly biweekly monthly quarterly yearly annually fortnightly annual hourly hour hours past current next this coming following ytd mtd every each
zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million grand dollar dollars euro euros
pound pounds buck bucks quid percent cent cents half third quarter couple few usd eur gbp sterling all everything`;

/** All words in the vocabulary. Misspelled words are corrected to one of these. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  [
    ...PHRASES,
    ...CATEGORIES.keys(),
    ...SOLD_ITEMS.keys(),
    ...GENERIC_NAMES.keys(),
    ...readPhrases(TIMES_AND_NUMBERS),
  ].flatMap((phrase) => phrase.split(' ')),
);

/** Ordinary words that are never treated as misspellings. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  readPhrases(`
pending season seasons seasonal debit even ever evening found holidays often order other others around away bring come does done down each else enough feel give gone good
great hand hard here idea into keep know late like line list long look made many maybe might must name near none note
past plan play point pretty quite rather said seem self send sense side some soon stuff such sure talk than them then
they though took true turn upon very wait walk were while wish would your yours theirs guys guy mean meant means met
move moved party dinner lunch groceries dad dads mom moms later lower total tonight dollar wine beer game games gift

accountant airport along apple avail ball band base bass beat beer bell belong bend best bike bird birds
bitcoin black boat bode boiler book books bread brick building burger burst butter cage call camera capital
cars case cast chain chair chance chart city clearly coast coat code codes color colour comment console
couch country county course cruise crust crypto curse dare deal deals desk desktop detail details dine dish
dream dress drink drive driving dust early earth east easter email event export exports face fail fair
family feel feet fight fill fine fish flack flight flood floods flooded flights flower flowers fool force gate gift giving goat
gold guest guitar hail hair hall hard having head heal heard heart heat height hell herd hill hive hole
holiday honey horse hotel import imports invent invest investing investor invests jacket japan joke kill
kitchen kitten lace laptop lately launch lend letter light line live lives living locks london loving mail
male mall master matter meal meat meet mend mode mole monkey mood mouse mouth movie nail nearly nest node
north note notes nurse page pail paint pair pairs paper parent paris parts party passport people pepper
person piano pill pizza place plane plant pocket poem point pole poll pool ports president pride print prize
part portion bit same thing puppy purse quest race rail real recipe rental renting report reports rest retail ring rocks rode role rolls
roof rust sail sale same sand saver seal seat sell share shares sheep sheet shirt shoe shore sight slack
slick small smooth snake sock socks sofa song source south space sport sports spot stage stair stairs stakes
steak steal steel step sticks sting stocks stone story string strong support table tablet tail tall taxes
tent tesla test tests text thick ticket tickets tires tool tools tooth tower trail trick trip trips trust
truth tyres vacation vast vest vote wall watch weather wedding weekends weight west wheel while white wind
wine wish wood wool word world write youth
`),
);

/** Synonyms of glossary terms. */
export const TERMS = readTable(`
APR: annual_percentage_rate
APY: annual_percentage_yield
Compound interest: compounding compound
Credit score: fico credit_rating
Utilization: utilisation credit_utilization credit_utilisation credit_usage
Minimum payment: minimum
Statement balance: statement
Billing cycle: statement_cycle cycle
Amortization: Amortisation amortisation_schedule amortization_schedule
Home equity: Equity
Refinancing: refinance
Down payment: downpayment
Term: loan_term
Adjustable rate: Variable_rate variable_rate_mortgage
Debt-to-income ratio: debt-to-income dti debt_to_income
Budget: budgeting
Zero-based budget: zero_based_budgeting zero_based_budget
Emergency fund: rainy_day_fund
Cash flow: cashflow
Gross pay: gross_income
Net pay: net_income take-home_pay
401(k): 401k
Consumer price index: cpi
Recurring payment: standing_order
Round-up: round_up round_ups roundup
Daily rate: daily_periodic_rate
FDIC insurance: fdic deposit_insurance
Stock: stocks share
Bond: bonds
Dispute: Chargeback
Hard inquiry: hard_enquiry credit_inquiry
Snowball: debt_snowball snowball_method
Avalanche: debt_avalanche avalanche_method
Hardship plan: hardship forbearance
Hold: authorization_hold
Pending transaction: pending_charge pending_purchase pending_payment pending_deposit
NSF fee: nsf nonsufficient_funds non-sufficient_funds insufficient_funds nonsufficient_funds_fee insufficient_funds_fee
Certificate of deposit: cd cd_account
Cash limit for checks: cash_limit_of_checks cash_limit_on_checks check_cash_limit
ACH: ach_transfer automated_clearing_house
Same-day ACH: same_day_ach same-day_ach_transfer
Escrow: escrow_account
PMI: private_mortgage_insurance mortgage_insurance
Points: mortgage_points discount_points point
Penalty APR: penalty_rate penalty_interest
HELOC: home_equity_line_of_credit home_equity_line
Pay stub: paystub payslip pay_slip paycheck_stub
Form W-2: w_2 w2 form_w2
Form W-4: w_4 w4 form_w4
Coinsurance: co_insurance
Copayment: copay
Out-of-pocket maximum: out-of-pocket_limit out_of_pocket_limit out-of-pocket_max out_of_pocket_max
Required minimum distribution (RMD): rmd required_minimum_distribution
`);
