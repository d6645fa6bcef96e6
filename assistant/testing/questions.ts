/** Questions about the ledger and the current state: text → intent. */
export const QUESTIONS = `
How much did I spend on food last month? → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
Why is my interest $17.42? → why what=interest amount=17.42
What's my balance? → balance of=accounts
how much is in savings → balance of=place Rainy Day Savings
what is my net worth → balance of=net_worth
how much do I owe → balance of=debts
when will my car loan be paid off → debt debt=Car loan ask=payoff_date
when is rent due → upcoming direction=out about=Rent ask=next
when do I get paid → upcoming direction=in ask=next
what bills are coming up next week → upcoming direction=out 2026-11-23..2026-11-29 ask=list
when did I last pay Netflix? → rows which=last direction=out [at Netflix]
show purchases over $100 in March → rows which=list direction=out [above 100, 2026-03-01..2026-03-31]
show me my last 5 transactions → rows which=list limit=5
what did i spend at starbucks this year → flow direction=out measure=total [at Starbucks, 2026-01-01..2026-12-31]
top 5 merchants this year → flow direction=out measure=by_merchant [2026-01-01..2026-12-31] limit=5
where does my money go → flow direction=out measure=by_category [2026-10-01..2026-10-31] (period)
how often did I go to Starbucks last month → flow direction=out measure=count [at Starbucks, 2026-10-01..2026-10-31]
average monthly grocery spending → flow direction=out measure=average_month [at Corner Grocer | Hillside Market, 2026-05-01..2026-10-31] (merchant period)
did I spend more on food this month than last month → flow direction=out measure=total [Food, 2026-11-01..2026-11-30] against 2026-10-01..2026-10-31
compare september and october → flow direction=out measure=total [2026-09-01..2026-09-30] against 2026-10-01..2026-10-31 (direction)
largest purchase this year → flow direction=out measure=largest [2026-01-01..2026-12-31]
what subscriptions do I have → subscriptions ask=list
how much is left in my food budget → budget category=Food ask=left
am I over budget → budget ask=standing
when will I reach my emergency fund → goal goal=Emergency fund ask=when
safe to spend → safe_to_spend
how much can I spend today → safe_to_spend
what's my credit score → credit_score ask=score
why did my score drop → credit_score ask=why
what's my apr on tide → card card=Tide Card ask=apr
how much interest did I pay this year → interest direction=paid 2026-01-01..2026-12-31
hey, could you tell me how much I've spent on restaurants so far this month please → flow direction=out measure=total [at Juniper Kitchen, 2026-11-01..2026-11-30] (merchant)
what did I pay for electricity in the last 3 months? → rows which=list direction=out [at City Power & Light, 2026-08-23..2026-11-22] (merchant)
how much did I spend at amazon and starbucks → flow direction=out measure=total [at Amazon | Starbucks, 2026-10-01..2026-10-31] (period)
spent at amazon over the past year → flow direction=out measure=total [at Amazon, 2025-11-23..2026-11-22]
what did i spend on food in the past month → flow direction=out measure=total [Food, 2026-10-24..2026-11-22]
grocery damage for october? → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant)
annual income approx → flow direction=in measure=total [2025-11-23..2026-11-22] (period)
how much can i blow on black friday without wrecking anything → safe_to_spend
monthly on 25k for 5 yrs at 7 percent → calculate of=loan 25000 7 60
total spend at amazon in 2026 → flow direction=out measure=total [at Amazon, 2026-01-01..2026-12-31]
how much have I earned this year → flow direction=in measure=total [2026-01-01..2026-12-31]
how much did I make in september → flow direction=in measure=total [2026-09-01..2026-09-30]
what's my average income → flow direction=in measure=average_month [2026-05-01..2026-10-31] (period)
how much did I save last month → flow direction=net measure=total [2026-10-01..2026-10-31]
show me everything I bought at Corner Grocer since June → rows which=list direction=out [at Corner Grocer, 2026-06-01..]
list all payments to Maya → rows which=list [with Maya Patel]
did I pay rent this month? → rows which=list direction=out [at Linden Street Apartments, 2026-11-01..2026-11-30]
when was the last time I bought coffee → rows which=last direction=out [at Blackbird Coffee | Starbucks] (merchant)
what was my biggest expense last month → flow direction=out measure=largest [2026-10-01..2026-10-31]
what are my three largest purchases this year → flow direction=out measure=largest [2026-01-01..2026-12-31] limit=3
find the transaction for 42.17 → rows which=list [from 42.17 to 42.17]
transactions between 20 and 50 dollars last week → rows which=list [from 20 to 50, 2026-11-09..2026-11-15]
show transactions tagged holiday → rows which=list [#holiday]
spending by category last quarter → flow direction=out measure=by_category [2026-07-01..2026-09-30]
how much do I spend on gas per month → flow direction=out measure=average_month [at Bayside Fuel, 2026-05-01..2026-10-31] (merchant period)
break down my october spending → flow direction=out measure=by_category [2026-10-01..2026-10-31]
did i spend less on transport than last month → flow direction=out measure=total [Transportation, 2026-11-01..2026-11-30] against 2026-10-01..2026-10-31 (category period)
did i earn more than last year → flow direction=in measure=total [2026-01-01..2026-12-31] against 2025-01-01..2025-12-31 (period)
am i spending more than in the last 30 days → beyond not_understood
did i spend over 100 at amazon in october → flow direction=out measure=total [at Amazon, 2026-10-01..2026-10-31]
did I spend more in september than in august? → flow direction=out measure=total [2026-09-01..2026-09-30] against 2026-08-01..2026-08-31
how does this month compare to last month → flow direction=out measure=total [2026-11-01..2026-11-30] against 2026-10-01..2026-10-31 (direction)
what do I spend the most on → flow direction=out measure=by_category [2026-10-01..2026-10-31] (period)
how many times did I eat out in october → flow direction=out measure=count [at Juniper Kitchen, 2026-10-01..2026-10-31] (merchant)
how much cash do I have → balance of=accounts
how many euros do I have → balance of=accounts EUR
balance of my euro account → balance of=place Travel Euros
what's in everyday checking → balance of=place Everyday Checking
show me all my balances → balance of=accounts
what's the total in my accounts → balance of=accounts
what was my balance on october 1st → balance of=accounts on=2026-10-01
how much do I owe on my mortgage → debt debt=Mortgage ask=owed
how much is left on the car loan → debt debt=Car loan ask=owed
what's my mortgage rate → debt debt=Mortgage ask=rate
when is my next mortgage payment → debt debt=Mortgage ask=next_payment
how much interest did my savings earn last year → interest direction=earned Rainy Day Savings 2025-01-01..2025-12-31
what's my credit limit on Tide → card card=Tide Card ask=limit
how much available credit do I have → cards ask=available
what's my utilization → cards ask=utilization
how much do I owe on reef card → card card=Reef Card ask=balance
do I have any rewards → cards ask=rewards
how many points do I have on tide → card card=Tide Card ask=rewards
statement balance for tide? → card card=Tide Card ask=statement
min payment on reef → card card=Reef Card ask=minimum
is my tide card frozen → card card=Tide Card ask=frozen
what bills do I have to pay before the end of the month → upcoming direction=out 2026-11-30..2026-11-30 ask=list
what's due this week → upcoming direction=out 2026-11-22..2026-11-28 ask=list (period)
do I have any upcoming payments → upcoming direction=out 2026-11-22..2026-12-21 ask=list (period)
when is netflix charged next → upcoming direction=out about=Netflix ask=next
how much are my bills next month → upcoming direction=out 2026-12-01..2026-12-31 ask=total
when's payday → upcoming direction=in ask=next
how much do I pay for subscriptions a month → subscriptions ask=total per=month
how's my food budget doing → budget category=Food ask=standing
am I on track with my budget → budget ask=standing
how much can I still spend on groceries → budget category=Food ask=left (category)
what's my transport budget → budget category=Transportation ask=limit (category)
how much more do I need for Lisbon → goal goal=Two weeks in Lisbon ask=needed
are my goals on track → goal ask=progress
how close am I to my emergency fund → goal goal=Emergency fund ask=progress
why was I charged $29? → why what=amount amount=29
why is there a late fee on my reef card → why what=fee place=Reef Card [on Reef Card]
what's this 12.99 charge from Netflix → why what=amount amount=12.99 [at Netflix]
why is my mortgage interest so high → why what=interest place=Mortgage [on Mortgage]
why did I spend so much last month → why what=spending [2026-10-01..2026-10-31]
what's my fico → credit_score ask=score
how can I improve my credit score → credit_score ask=improve
what affects my credit score → credit_score ask=why
what's left of my entertainment budget? → budget category=Entertainment ask=left
how much did tom becker send me → rows which=list direction=in [with Tom Becker]
did maya pay me back → rows which=list direction=in [with Maya Patel]
who did I pay last month → rows which=list direction=out [2026-10-01..2026-10-31]
how much did I send to Maya this year → rows which=list direction=out [with Maya Patel, 2026-01-01..2026-12-31]
what was my last transaction → rows which=last
show me transactions from last week on my reef card → rows which=list [on Reef Card, 2026-11-09..2026-11-15]
any charges over 200 on tide this month? → rows which=list direction=out [on Tide Card, above 200, 2026-11-01..2026-11-30]
amazon purchases since september → rows which=list direction=out [at Amazon, 2026-09-01..]
how much have I paid in fees this year → flow direction=out measure=total [fees, 2026-01-01..2026-12-31]
what fees did I pay last month → flow direction=out measure=total [fees, 2026-10-01..2026-10-31]
how much did I pay Netflix this year → flow direction=out measure=total [at Netflix, 2026-01-01..2026-12-31]
mortgage → debt debt=Mortgage ask=overview
tide card → card card=Tide Card ask=overview
what about Tide → card card=Tide Card ask=overview
how's the reef card → card card=Reef Card ask=overview
tell me about my car loan → debt debt=Car loan ask=overview
money → balance of=accounts
do I owe anything → balance of=debts
what's my debt → balance of=debts
how much is my rent → upcoming direction=out about=Rent ask=next
how much is netflix → upcoming direction=out about=Netflix ask=next
when's the gym due → upcoming direction=out about=Gym ask=next
what comes out of my account tomorrow → upcoming direction=out 2026-11-23..2026-11-23 ask=list
what comes in next month → upcoming direction=in 2026-12-01..2026-12-31 ask=list
how much do I get paid → upcoming direction=in 2026-11-22..2026-12-21 ask=total (period)
how much will I get paid this month → upcoming direction=in 2026-11-01..2026-11-30 ask=total
how long until my mortgage is paid off → debt debt=Mortgage ask=payoff_date
what's my payoff date for the car loan → debt debt=Car loan ask=payoff_date
what's the monthly payment on the mortgage → debt debt=Mortgage ask=payment
explain my fee → why what=fee
how are my investments doing → topic topic=investment-gain values=            
how much is my index fund worth → balance of=place Index Fund
how much did I spend on food and transport last month → flow direction=out measure=total [Food, Transportation, 2026-10-01..2026-10-31] (category)
how much did I spend on bananas → flow direction=out measure=total [“bananas”, 2026-10-01..2026-10-31] (text period)
how much did I spend last christmas → flow direction=out measure=total [2025-12-25..2025-12-25]
how much did I spend 3 days ago → flow direction=out measure=total [2026-11-19..2026-11-19]
how much did I spend the day before yesterday → flow direction=out measure=total [2026-11-20..2026-11-20]
how much did I spend between 3 and 10 October → flow direction=out measure=total [2026-10-03..2026-10-10]
how much did I spend from 1 september to 15 october → flow direction=out measure=total [2026-09-01..2026-10-15]
how much did I spend since may 1st → flow direction=out measure=total [2026-05-01..]
how much did i spend in q3 → flow direction=out measure=total [2026-07-01..2026-09-30]
how much did I spend in 2024 → flow direction=out measure=total [2024-01-01..2024-12-31]
how much did I spend last weekend → flow direction=out measure=total [2026-11-14..2026-11-15]
Hi! Can you show me what I spent at Blackbird Coffee in the past two weeks? → flow direction=out measure=total [at Blackbird Coffee, 2026-11-09..2026-11-22]
gimme my biggest 3 expenses from october → flow direction=out measure=largest [2026-10-01..2026-10-31] limit=3
How does my food spending in October stack up against September? → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30
how much do I usually spend at amazon → flow direction=out measure=average_month [at Amazon, 2026-05-01..2026-10-31] (period)
What's my average daily spend this month? → flow direction=out measure=average_day [2026-11-01..2026-11-30]
how much rent have I paid this year → flow direction=out measure=total [at Linden Street Apartments, 2026-01-01..2026-12-31]
total income for 2025 → flow direction=in measure=total [2025-01-01..2025-12-31]
list my subscriptions → subscriptions ask=list
how much of my tide limit have I used → card card=Tide Card ask=utilization
Why did my balance go down? → why what=amount
Why was there interest on my Tide card last month? → why what=interest place=Tide Card [on Tide Card, 2026-10-01..2026-10-31]
why is my reef minimum payment so high → why what=payment place=Reef Card [on Reef Card]
Explain why I paid 17.42 in interest → why what=interest amount=17.42
how is my credit score calculated → credit_score ask=why
What's hurting my score? → credit_score ask=why
hw much did i spnd on groceris last mnth → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant spelling)
whats my blance → balance of=accounts
wat's my net wroth → balance of=net_worth
Which payments are coming up? → upcoming direction=out 2026-11-22..2026-12-21 ask=list (period)
Who did I pay last month? → rows which=list direction=out [2026-10-01..2026-10-31]
How are my goals doing? → goal ask=progress
How does Tide Card stand? → card card=Tide Card ask=overview
Tell me how much cash I've got across all my accounts → balance of=accounts
How many purchases did I make last week? → flow direction=out measure=count [2026-11-09..2026-11-15]
Show all transactions above 50 dollars at Amazon in the last 6 months → rows which=list [at Amazon, above 50, 2026-05-23..2026-11-22]
What did I spend yesterday? → flow direction=out measure=total [2026-11-21..2026-11-21]
How much went out of my everyday checking in October? → flow direction=out measure=total [on Everyday Checking, 2026-10-01..2026-10-31]
What came into my account last month? → flow direction=in measure=total [on Everyday Checking, on Travel Euros, on Rainy Day Savings, on Index Fund, 2026-10-01..2026-10-31] (place)
Total transport costs year to date → flow direction=out measure=total [Transportation, 2026-01-01..2026-11-22] (category)
Which merchant got most of my money last month? → flow direction=out measure=by_merchant [2026-10-01..2026-10-31]
Was my spending higher in October than September? → flow direction=out measure=total [2026-10-01..2026-10-31] against 2026-09-01..2026-09-30
Last three payments to City Power → rows which=list [at City Power & Light] limit=3
How much is coming out of my account this week? → upcoming direction=out 2026-11-22..2026-11-28 ask=total (period)
Do I have any bills tomorrow? → upcoming direction=out 2026-11-23..2026-11-23 ask=list
When is the gym payment? → upcoming direction=out about=Gym ask=next
When does my mortgage end? → debt debt=Mortgage ask=payoff_date
How much principal is left on my mortgage? → debt debt=Mortgage ask=owed
What APR am I paying on Reef? → card card=Reef Card ask=apr
Is my reef card blocked? → card card=Reef Card ask=frozen
Who sent me money last week? → rows which=list direction=in [2026-11-09..2026-11-15]
`;

/** Questions about the future. */
export const AHEAD = `
Can I afford a $900 laptop in March? → afford name=laptop amount=900 currency=USD on=2027-03-01 (on)
what if I lose my job in March → what_if name=Lose your job for 6 months shock 2027-03-01 shock=job_loss size=0 months=6 (months)
what if I lose my job for 3 months → what_if name=Lose your job for 3 months shock 2026-11-22 shock=job_loss size=0 months=3 (on)
how long until I have 10k in savings → how_long amount=10000 place=Rainy Day Savings
how much will I have on December 31 → forecast on=2026-12-31 ask=balance
will I run out of money → forecast on=2027-02-20 ask=lowest (on)
can i buy a bike for 600 next week → afford name=bike amount=600 on=2026-11-23 (on)
could I afford rent of $1800 → topic topic=what-if-rent values=     Rent   1800 USD     reading=What if my new rent were $1800?
can I afford to go on a trip to Japan for 4k in two years → afford name=go on a trip to Japan amount=4000 on=2028-11-22
when will I have five thousand in my rainy day account → how_long amount=5000 place=Rainy Day Savings
what will my balance be next friday → forecast on=2026-11-27 ask=balance
project my balance to the end of the year → forecast on=2026-12-31 ask=balance
will I be overdrawn before payday → forecast on=2026-11-29 ask=lowest
what's the lowest my balance will get next month → forecast on=2026-12-31 ask=lowest
what if rent goes up to 1600 → what_if name=Rent at 1,600.00 change_rule 2026-11-22 ruleId=Rent amount=160000 (on)
what if I cancel netflix → what_if name=Without Netflix stop_rule 2026-11-22 ruleId=Netflix (on)
what happens if I get a 10% raise → what_if name=Harbor Studio payroll rises by 10% change_rule 2026-11-22 ruleId=Harbor Studio payroll amount=451000 (amount on)
suppose I put an extra 150 a month towards the mortgage → what_if name=Pay 150.00 more on Mortgage extra_payment 2026-11-22 debtId=Mortgage monthly=15000 (on)
what if I pay 5000 off the mortgage → what_if name=Pay 5,000.00 on Mortgage once lump_payment 2026-11-22 debtId=Mortgage amount=500000 accountId=Everyday Checking (account frequency on)
what if I buy a house for 300k with 60k down → what_if name=Buy a home for 300,000.00 buy_home 2026-11-22 name=New home accountId=Rainy Day Savings price=30000000 downPayment=6000000 rate=6.5 years=30 propertyTax=270000 homeInsurance=156900 closingCosts=184500 (rate years account costs on)
what if the market drops 20% → what_if name=The market falls by 20% shock 2026-11-22 shock=market_fall size=20 (on)
what if my car breaks down and it costs 1200 → what_if name=A car repair of 1,200.00 shock 2026-11-22 shock=car_repair size=120000 (on)
what if I pay the mortgage every two weeks → what_if name=Pay Mortgage every two weeks biweekly 2026-11-22 debtId=Mortgage (on)
what happens if I start a biweekly plan on my car loan? → what_if name=Pay Car loan every two weeks biweekly 2026-11-22 debtId=Car loan (on)
what if I switch everyday checking to the classic plan → what_if name=Choose the Classic plan choose_plan 2026-11-22 accountId=Everyday Checking plan=classic (on)
what if I move my mortgage payment to the 20th → what_if name=Pay Mortgage on day 20 payment_day 2026-11-22 debtId=Mortgage day=20 (on)
what if my car loan were due on the 5th → what_if name=Pay Car loan on day 5 payment_day 2026-11-22 debtId=Car loan day=5 (on)
what if I raise my car insurance deductible to 1000 → what_if name=Car insurance with a 1,000.00 deductible change_coverage 2026-11-22 insurance=car deductible=100000 (on)
what if I cancel my car insurance → what_if name=Cancel car insurance cancel_insurance 2026-11-22 insurance=car (on)
what if I get renters insurance → what_if name=Get renters insurance add_insurance 2026-11-22 insurance=renters deductible=50000 accountId=Everyday Checking (account deductible on)
what if I have a car accident that costs 4200 → what_if name=A collision that costs 4,200.00 shock 2026-11-22 shock=collision size=420000 (on)
what if my furnace breaks and costs 3000 → what_if name=A home repair that costs 3,000.00 shock 2026-11-22 shock=home_repair size=300000 (on)
what if my house floods and it costs 9000 → what_if name=Home damage that costs 9,000.00 shock 2026-11-22 shock=home_damage size=900000 (on)
what if I save 300 a month more → what_if name=Save 300.00 into Rainy Day Savings save 2026-11-22 from=Everyday Checking to=Rainy Day Savings amount=30000 frequency=MONTHLY (to account on)
what if I take a loan of 10000 at 7% over 5 years → what_if name=Borrow 10,000.00 at 7% take_loan 2026-11-22 name=New loan accountId=Everyday Checking amount=1000000 rate=7 months=60 (account on)
if I pay an extra 100 a month on my car loan, when is it paid off? → what_if name=Pay 100.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=10000 (on)
what if I win 10000 → what_if name=Unexpected money of 10,000.00 shock 2026-11-22 shock=windfall size=1000000 (on)
how much money will I have left at the end of the month → forecast on=2026-11-30 ask=balance
what will I have in savings in six months → forecast on=2027-05-22 place=Rainy Day Savings ask=balance
how much will i have in two years → forecast on=2028-11-22 ask=balance
do I have enough for a 300 dollar coat → afford name=coat amount=300 currency=USD on=2026-11-22 (on)
could i buy a 25k car next summer → topic topic=what-if-car values=  Car loan      25000    2027-06-01 2027-08-31 from Jun 1, 2027 to Aug 31, 2027 reading=What if I buy a car for 25k?
how long would it take to save 2000 → how_long amount=2000 (place)
what if interest rates go up 2% → what_if name=Rates rise by 2% shock 2026-11-22 shock=rate_change size=2 (on)
what if inflation hits 6% → what_if name=Prices rise by 6% shock 2026-11-22 shock=inflation size=6 (on)
what if I get a medical bill of 3000 → what_if name=A medical bill of 3,000.00 shock 2026-11-22 shock=medical_bill size=300000 (on)
what if my pay drops by 500 → what_if name=Harbor Studio payroll falls by 500.00 change_rule 2026-11-22 ruleId=Harbor Studio payroll amount=360000 (amount on)
what if I quit my job in two months → what_if name=Lose your job for 6 months shock 2027-01-22 shock=job_loss size=0 months=6 (months)
what if I stop paying the gym → what_if name=Without Gym stop_rule 2026-11-22 ruleId=Gym (on)
what if I move 500 a month into the index fund → what_if name=Save 500.00 into Index Fund save 2026-11-22 from=Everyday Checking to=Index Fund amount=50000 frequency=MONTHLY (account on)
what if I pay 50 more a month on reef → what_if name=Pay 50.00 more on Reef Card extra_payment 2026-11-22 debtId=Reef Card monthly=5000 (on)
what if I use the snowball method with 300 a month → what_if name=Snowball: smallest debt first debt_strategy 2026-11-22 strategy=snowball monthly=30000 accountId=Everyday Checking (account on)
snowball or avalanche? → debt_strategies
which debt should I pay first → debt_strategies
what if I buy a car for 20000 in june → what_if name=Buy car for 20,000.00 purchase 2027-06-01 name=Car accountId=Everyday Checking amount=2000000 (account)
what if daycare costs 800 a month → what_if name=Pay 800.00 for daycare new_bill 2026-11-22 name=Daycare accountId=Everyday Checking amount=80000 frequency=MONTHLY (account on)
what if I inherit 20k next year → what_if name=Unexpected money of 20,000.00 shock 2027-01-01 shock=windfall size=2000000
if I lose my job, how long will my money last → runway
how much faster would I pay off the car loan with an extra 100 a month? → what_if name=Pay 100.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=10000 (on)
could i buy a 25k car in june → topic topic=what-if-car values=  Car loan      25000    2027-06-01 2027-06-30 in June 2027 reading=What if I buy a car for 25k?
Suppose I lose my job in January for four months. → what_if name=Lose your job for 4 months shock 2027-01-01 shock=job_loss size=0 months=4
If I overpay the mortgage by $250 each month, what happens? → what_if name=Pay 250.00 more on Mortgage extra_payment 2026-11-22 debtId=Mortgage monthly=25000 (on)
what would happen if rent rose by 10% → what_if name=Rent at 1,595.00 change_rule 2026-11-22 ruleId=Rent amount=159500 (amount on)
What if I got a second job paying 600 a month? → what_if name=Earn 600.00 more new_income 2026-11-22 name=More pay accountId=Everyday Checking amount=60000 frequency=MONTHLY (account on)
Can I afford to spend 1200 on a couch next month? → afford name=couch amount=1200 on=2026-12-01 (on)
is a $2,500 vacation in July affordable? → afford name=vacation amount=2500 currency=USD on=2027-07-01 (on)
I want to buy a $1,500 bike on December 10. Can I? → afford name=bike amount=1500 currency=USD on=2026-12-10
How long will it take me to save $5,000? → how_long amount=5000 currency=USD (place)
when will my rainy day savings hit 10000 → how_long amount=10000 place=Rainy Day Savings
what will be left on payday → forecast on=2026-11-30 ask=balance
What's my projected balance on January 15? → forecast on=2027-01-15 ask=balance
Can I afford $900 next month? → afford name=the purchase amount=900 currency=USD on=2026-12-01 (on)
What if the market falls by 20%? → what_if name=The market falls by 20% shock 2026-11-22 shock=market_fall size=20 (on)
How much will I have in Everyday Checking in a month? → forecast on=2026-12-22 place=Everyday Checking ask=balance
Can I spend $200 today? → afford name=the purchase amount=200 currency=USD on=2026-11-22
Can I spend $50 on dinner tonight? → afford name=dinner amount=50 currency=USD on=2026-11-22
What if my rent increases by $150 in June? → what_if name=Rent at 1,600.00 change_rule 2027-06-01 ruleId=Rent amount=160000 (amount)
What if I pay off my Reef card now? → what_if name=Pay off Reef Card lump_payment 2026-11-22 debtId=Reef Card amount=129000 accountId=Everyday Checking (account amount on)
`;
