/**
 * Sixty sentences written without knowledge of the parser. They measure how well it handles new phrasings. On
 * the first run, the parser understood 30 correctly and 3 incorrectly. It refused the other 27 or asked a
 * question. It still refuses or asks about 4.
 */
export const HOLD_OUT = `
hey how much did i blow on starbucks last month lol → flow direction=out measure=total [at Starbucks, 2026-10-01..2026-10-31]
grocery spend since september → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-09-01..] (merchant)
top 5 places my money went this year → flow direction=out measure=by_merchant [2026-01-01..2026-12-31] limit=5
how many times did we go to Blackbird in Octobr → flow direction=out measure=count [at Blackbird Coffee, 2026-10-01..2026-10-31]
average weekly spend on transport over the last three months → flow direction=out measure=average_week [Transportation, 2026-08-23..2026-11-22] (category)
did i spend more on food this month than last → flow direction=out measure=total [Food, 2026-11-01..2026-11-30] against 2026-10-01..2026-10-31 (compare)
How much did I make in October? → flow direction=in measure=total [2026-10-01..2026-10-31]
did more come in than go out last month → beyond not_understood
break down my october spending by category → flow direction=out measure=by_category [2026-10-01..2026-10-31]
what've the kids cost me so far this year (i tag everything kids) → flow direction=out measure=total [#kids, 2026-01-01..2026-12-31]
show me everything over $100 from Amazon → rows which=list [at Amazon, above 100]
when was the last time i filled up at bayside → rows which=last direction=out [at Bayside Fuel]
what's the single biggest thing i bought in september → flow direction=out measure=largest [2026-09-01..2026-09-30]
transactions from Nov 3 to Nov 9 → rows which=list [2026-11-03..2026-11-09]
whats in my checking rn → balance of=place Everyday Checking
if i sold everything and paid off everyone what would i be worth → balance of=net_worth reading=What is my net worth?
how deep in debt am I, all together → balance of=debts
how much did i have in savings on the 1st of october → balance of=place Rainy Day Savings on=2026-10-01
what bills are hitting before dec 5? → upcoming direction=out ..2026-12-04 ask=list
when's rent due → upcoming direction=out about=Rent ask=next
When do I get paid next? → upcoming direction=in ask=next
what subs am i paying for → subscriptions ask=list
total for all my subscriptions per month pls → subscriptions ask=total per=month
Could you please tell me what I have left in the food budget? → budget category=Food ask=left
am i over on entertainment → budget category=Entertainment ask=standing
how far along is the lisbon trip → goal goal=Two weeks in Lisbon ask=progress
how much a month do i need to put away to finish the emergency fund in time → goal goal=Emergency fund ask=needed
how much room is left on my Reef card? → card card=Reef Card ask=available
min payment reef → card card=Reef Card ask=minimum
what percent of my credit am i using overall → cards ask=utilization
when will the car be paid off → debt debt=Car loan ask=payoff_date
how much do I still owe on the house → debt debt=Mortgage ask=owed
why was i charged interest on the reef card?? → why what=interest place=Reef Card [on Reef Card]
how much intrest have i earned so far this year → interest direction=earned 2026-01-01..2026-12-31
So my sister's birthday is coming up and I was thinking of getting her a watch for $180 on December 10th, can I afford that? → afford name=sister's birthday is coming up and I was thinking of getting her a watch amount=180 currency=USD on=2026-12-10
how long til my savings hit 10k → how_long amount=10000 place=Rainy Day Savings
what will my checking look like on christmas day → forecast on=2026-12-25 place=Everyday Checking ask=balance
how much can i safely spend before payday → safe_to_spend
ugh why did my credit score drop → credit_score ask=why
what if i threw an extra $300 a month at the car loan → what_if name=Pay 300.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=30000 (on)
snowball or avalanche? → debt_strategies
wtf is APR → explain term=APR
where do i change my password → fact fact=password
250 euros in dollars → exchange amount=250 from=EUR to=USD
move two hundred bucks from checking to rainy day → transfer from=Everyday Checking to=Rainy Day Savings 200 USD
trasnfer 1.5k to savings from evryday cheking → transfer from=Everyday Checking to=Rainy Day Savings 1500 (spelling spelling)
pay off the whole reef card from checking → pay_card card=Reef Card from=Everyday Checking share 1
put $500 extra toward my mortgage from checking → pay_debt product=mortgage debt=Mortgage from=Everyday Checking 500 USD
shoot maya 25 bucks for pizza from checking → pay_person contact=Maya Patel from=Everyday Checking 25 USD note=pizza
set up a monthly payment of $60 to Spotify from checking starting dec 1 → schedule to=Spotify from=Everyday Checking 60 USD frequency=MONTHLY on=2026-12-01 name=Spotify
omg i lost my tide card lock it → freeze card=Tide Card frozen=true
cap shopping at 250 a month → set_budget category=Shopping amount=250
send tom $40 → missing pay_person contact: Tom Becker / Tom Baker
can you move some money to savings for me → missing transfer amount
should I put my savings in tesla stock → beyond investment_advice
what's my neighbor's account balance → beyond another_person
book me a flight to lisbon with the tide card → beyond outside_bank
how much did i spend on food last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ and the month before that? → flow direction=out measure=total [Food, 2026-09-01..2026-09-30]
show my transactions at Amazon → rows which=list [at Amazon]
+ only the ones over 50 → rows which=list [at Amazon, above 50]
send tom $40 from checking → missing pay_person contact: Tom Becker / Tom Baker
+ the baker one → pay_person contact=Tom Baker from=Everyday Checking 40 USD
`;
