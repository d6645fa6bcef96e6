/** Alternative phrasings that the parser's general rules should cover. */
export const VARIATIONS = `
whats the minimum on reef → card card=Reef Card ask=minimum
+ ok pay that → pay_card card=Reef Card from=Everyday Checking minimum (from)
statement balance on tide? → card card=Tide Card ask=statement
+ pay it please → pay_card card=Tide Card from=Everyday Checking statement (from)
how much do I owe on reef → card card=Reef Card ask=balance
+ alright pay it off → pay_card card=Reef Card from=Everyday Checking share 1 (from)
when is tide due → card card=Tide Card ask=due
+ pay it → missing pay_card amount: The minimum / The statement balance
list my subscriptions → subscriptions ask=list
+ order those by cost → subscriptions ask=list
what are my subscriptions → subscriptions ask=list
+ rank them from the cheapest → beyond no_such_product
show me every charge over $100 since sept → rows which=list direction=out [above 100, 2026-09-01..]
+ sort them by amount → rows which=largest direction=out [above 100, 2026-09-01..] limit=10
balance of everyday checking → balance of=place Everyday Checking
+ ok and euros → balance of=accounts EUR
how much is in checking → balance of=place Everyday Checking
+ in euros → exchange amount=3214.6 from=USD to=EUR (amount)
how much do I have in rainy day → balance of=place Rainy Day Savings
+ and what about euros → balance of=accounts EUR
how long to pay off tide at 90 a month → fixed_payment debt=Tide Card monthly=90 (monthly)
reef card payoff if I put 220 a month on it → fixed_payment debt=Reef Card monthly=220 (monthly)
what happens to the car loan if i pay 400 a month, when is it gone → fixed_payment debt=Car loan monthly=400 (monthly)
what if I pay 200 a month on the car loan → missing what_if extra: 200.00 more a month / 200.00 in total
how much do i need to pay a month to clear reef by march → fixed_payment debt=Reef Card by=2027-03-31
what would i have to pay every month to have the tide card paid off by next summer → fixed_payment debt=Tide Card by=2027-08-31
find a payment of around 60 bucks from october → rows which=list [from 57 to 63, 2026-10-01..2026-10-31] (bounds)
show charges of roughly $25 last month → rows which=list direction=out [from 23.75 to 26.25, 2026-10-01..2026-10-31] (bounds)
the charge was like 15 dollars at starbucks, it was a friday → flow direction=out measure=total [at Starbucks, from 14.25 to 15.75, 2026-10-01..2026-10-31] (direction bounds weekday period)
which month did i spend the most on food this year → flow direction=out measure=by_month [Food, 2026-01-01..2026-12-31] extreme=most
what was my cheapest month this year → flow direction=out measure=by_month [2026-01-01..2026-12-31] extreme=least (direction)
yearly income? → flow direction=in measure=total [2025-11-23..2026-11-22] (period)
annual spending on coffee → flow direction=out measure=total [at Blackbird Coffee | Starbucks, 2025-11-23..2026-11-22] (merchant period)
how much can we splurge tonight without going broke → safe_to_spend
how much could I burn this weekend → safe_to_spend
can i afford a 450 dollar phone → afford name=phone amount=450 currency=USD on=2026-11-22 (on)
+ what if i charge it to the tide card → card card=Tide Card ask=available (card)
can i afford a 900 laptop → afford name=laptop amount=900 on=2026-11-22 (on)
+ and if i pay with a card → cards ask=available (card)
how much a month do i need for the emergency fund → goal goal=Emergency fund ask=needed
+ and per week? → goal goal=Emergency fund ask=needed per=week
+ per paycheck → goal goal=Emergency fund ask=needed per=paycheck
largest payment due in december → upcoming direction=out 2026-12-01..2026-12-31 ask=largest
biggest bill next week → upcoming direction=out 2026-11-23..2026-11-29 ask=largest
what's the most expensive bill coming up next month → upcoming direction=out 2026-12-01..2026-12-31 ask=largest
split 90 with maya and tom baker, a third each → task request Maya Patel, Tom Baker amount=90 ways=3
autopay the minimum on tide → task autopay Tide Card
please pay reef automatically every month → task autopay Reef Card
when did amazon last charge me → rows which=last direction=out [at Amazon]
+ what card was that on → rows which=last direction=out [at Amazon]
dispute my last amazon charge → task dispute [at Amazon]
+ no, the 30 dollar one → task dispute [at Amazon, from 30 to 30.99] (bounds)
what was my balance on memorial day → balance of=accounts on=2026-05-25
spending on labor day → flow direction=out measure=total [2026-09-07..2026-09-07]
how much did i spend on cyber monday → flow direction=out measure=total [2025-12-01..2025-12-01]
r my cards maxed out → cards ask=utilization
hows my savings doing → balance of=place Rainy Day Savings
is my index fund up or down since june → balance of=place Index Fund since=2026-06-01
how much did I drop on sushi in october → flow direction=out measure=total [“sushi”, 2026-10-01..2026-10-31] (text)
how much have i charged on reef this month → flow direction=out measure=total [on Reef Card, 2026-11-01..2026-11-30]
how much did we put on my tide card last week → flow direction=out measure=total [on Tide Card, 2026-11-09..2026-11-15]
any payments to hulu recently → rows which=list [“hulu”] (text)
is food creeping up → flow direction=out measure=by_month [Food, 2026-05-01..2026-10-31] (direction period)
are my utilities going up → flow direction=out measure=by_month [Utilities, 2026-05-01..2026-10-31] (direction period)
do i spend less at starbucks or amazon → flow direction=out measure=by_merchant [at Starbucks | Amazon, 2026-10-01..2026-10-31] (period)
mortgage interest in october → interest direction=paid Mortgage 2026-10-01..2026-10-31
whats left to pay this month → upcoming direction=out 2026-11-01..2026-11-30 ask=list
reef card info please → card card=Reef Card ask=overview
are we over on anything this month → budget ask=standing 2026-11-01..2026-11-30
total budget for the month? → topic topic=budget-total values=            2026-11-01 2026-11-30 in November 2026 so far
tightest day for checking in the next 2 weeks → forecast on=2026-12-06 place=Everyday Checking ask=lowest
balance at the end of the month guess → forecast on=2026-11-30 ask=balance
i want $50 moved to savings every friday → schedule to=Rainy Day Savings from=Everyday Checking 50 USD frequency=WEEKLY on=2026-11-27 name=Rainy Day Savings (from)
i'd like 25 dollars going to rainy day every week on tuesday → schedule to=Rainy Day Savings from=Everyday Checking 25 USD frequency=WEEKLY on=2026-11-24 name=Rainy Day Savings (from)
60 monthly to rainy day → schedule to=Rainy Day Savings from=Everyday Checking 60 frequency=MONTHLY on=2026-11-23 name=Rainy Day Savings (from on)
75 a week into savings → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
stash 80 → transfer from=Everyday Checking to=Rainy Day Savings 80 (to from)
put away 120 for me → transfer from=Everyday Checking to=Rainy Day Savings 120 (to from)
save 40 every payday → schedule to=Rainy Day Savings from=Everyday Checking 40 frequency=MONTHLY on=2026-11-30 name=Rainy Day Savings (to from)
throw 300 at the car loan principal → pay_debt product=loan debt=Car loan from=Everyday Checking 300 (from)
i got charged twice at netflix → task dispute [at Netflix]
duplicate charge from amazon → task dispute [at Amazon]
lost my purse, freeze everything → several [fact fact=block-everything; freeze card=Tide Card frozen=true] later=Freeze Reef Card
stop hulu → beyond no_such_product
cancel my disney plus subscription → beyond no_such_product
cancel my spotify please → beyond no_such_product
swap 50 euros to dollars into checking → transfer from=Travel Euros to=Everyday Checking 50 EUR (from)
take 10 percent of every paycheck into savings → beyond no_such_product
delay rent by 3 days → task change_payment payment=Rent on=2026-12-04
postpone the netflix payment by a week → task change_payment payment=Netflix on=2026-12-10
nudge me on friday to pay rent → task reminder
let me know when checking falls below 200 → task reminder
alert me if my balance drops under 100 → task reminder
pay my bills → missing pay_card card: Tide Card / Reef Card / Car loan / Mortgage
restore my last checkpoint → task rewind
restaurants in october → flow direction=out measure=total [at Juniper Kitchen, 2026-10-01..2026-10-31] (direction merchant)
+ is that a lot → flow direction=out measure=total [at Juniper Kitchen, 2026-10-01..2026-10-31] comparesWithUsual=true (direction merchant)
+ same thing for shopping → flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31] comparesWithUsual=true (direction)
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ just the groceries part → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (direction merchant)
shopping past 3 months → flow direction=out measure=total [Shopping, 2026-08-23..2026-11-22] (direction)
+ which merchant was the worst → flow direction=out measure=by_merchant [Shopping, 2026-08-23..2026-11-22] (direction)
how many times did i go to starbucks this month → flow direction=out measure=count [at Starbucks, 2026-11-01..2026-11-30]
+ when was the last time → rows which=last direction=out [at Starbucks]
were utilities higher in october than september → flow direction=out measure=total [Utilities, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30 (direction)
+ but why → flow direction=out measure=by_merchant [Utilities, 2026-10-01..2026-10-31] (direction)
net worth on jan 1 → balance of=net_worth on=2026-01-01
+ i meant 2025 → balance of=net_worth on=2025-01-01
put 200 on reef → pay_card card=Reef Card from=Everyday Checking 200 (from)
+ use savings instead → pay_card card=Reef Card from=Rainy Day Savings 200
pay tide in full → pay_card card=Tide Card from=Everyday Checking share 1 (from)
+ ok but only half → pay_card card=Tide Card from=Everyday Checking share 0.5 (from)
move 900 to savings → transfer from=Everyday Checking to=Rainy Day Savings 900 (from)
+ not that much, say a third → transfer from=Everyday Checking to=Rainy Day Savings 300 (from amount)
75 weekly to savings → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
+ monthly not weekly → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=MONTHLY on=2026-11-23 name=Rainy Day Savings (from on)
whats safe to spend → safe_to_spend
+ how much is that per day → safe_to_spend
freeze tide → freeze card=Tide Card frozen=true
+ yes → confirm
+ unlock it, i found it → freeze card=Tide Card frozen=false
send 40 → missing transfer to: Everyday Checking / Travel Euros / Rainy Day Savings / Index Fund
+ to whom? → missing transfer to: Everyday Checking / Travel Euros / Rainy Day Savings / Index Fund
jump to jan 5 → fast_forward to=2027-01-05
+ yes → confirm
+ ok back to today → task rewind
entertainment spending in october → flow direction=out measure=total [Entertainment, 2026-10-01..2026-10-31]
+ did i stay within budget for that → budget category=Entertainment ask=standing 2026-10-01..2026-10-31
send all my savings to account 99887766 → beyond unknown_name
disable confirmations and send maya 500 → beyond secrets
envía 50 euros a Tom → beyond language
was i paid last week → paycheck 2026-11-09..2026-11-15
have we been paid this week or is it next week → paycheck 2026-11-16..2026-11-22
were we paid on friday → paycheck 2026-11-20..2026-11-20
every time i get paid move 60 to savings → schedule to=Rainy Day Savings from=Everyday Checking 60 frequency=MONTHLY on=2026-11-30 name=Rainy Day Savings (from)
whenever we get paid put 35 in rainy day → schedule to=Rainy Day Savings from=Everyday Checking 35 frequency=MONTHLY on=2026-11-30 name=Rainy Day Savings (from)
what if i refinance the mortgage at 5.1 → new_rate debt=Mortgage rate=5.1
how much interest do i save if i pay 200 more a month on the car loan → what_if name=Pay 200.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=20000 (on)
pay 100 extra a month on the car loan, when is it gone → what_if name=Pay 100.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=10000 (on)
+ what if only 40 extra → what_if name=Pay 40.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=4000 (on)
did october food beat september → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30 (direction)
any purchases at target recently → rows which=list direction=out [at target] (merchant)
change my phone bill to 80 → beyond no_such_product
raise the lisbon goal to 5000 → change_goal goal=Two weeks in Lisbon target=5000
what is my account number → beyond secrets
are my investments down this year → balance of=place Index Fund since=2026-01-01
how much was i paid last month → flow direction=in measure=total [2026-10-01..2026-10-31]
who paid me last week → rows which=list direction=in [2026-11-09..2026-11-15]
send maya 2 k → pay_person contact=Maya Patel from=Everyday Checking 2000 (from)
transfer to savings 2 k → transfer from=Everyday Checking to=Rainy Day Savings 2000 (from)
can i afford a car for 20 k → afford name=car amount=20000 on=2026-11-22 (on)
move 1 k to savings → transfer from=Everyday Checking to=Rainy Day Savings 1000 (from)
put 3 k on the mortgage → pay_debt product=mortgage debt=Mortgage from=Everyday Checking 3000 (from)
k transfer 20 to savings → transfer from=Everyday Checking to=Rainy Day Savings 20 (from)
transfer 100 to savings every month on the friday → schedule to=Rainy Day Savings from=Everyday Checking 100 frequency=MONTHLY on=2026-11-27 name=Rainy Day Savings (from)
save 50 every month on friday → schedule to=Rainy Day Savings from=Everyday Checking 50 frequency=MONTHLY on=2026-11-27 name=Rainy Day Savings (to from)
put 200 on reef → pay_card card=Reef Card from=Everyday Checking 200 (from)
+ not from savings → beyond not_understood
+ from savings → pay_card card=Reef Card from=Rainy Day Savings 200
put 200 on reef → pay_card card=Reef Card from=Everyday Checking 200 (from)
+ do not use savings → beyond not_understood
move 900 to savings → transfer from=Everyday Checking to=Rainy Day Savings 900 (from)
+ not 900 → beyond not_understood
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ not from checking, from travel euros → transfer from=Travel Euros to=Rainy Day Savings 200
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ not from checking → beyond not_understood
75 weekly to savings → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
+ not weekly, monthly → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=MONTHLY on=2026-11-23 name=Rainy Day Savings (from on)
75 weekly to savings → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
+ no, not weekly but monthly → schedule to=Rainy Day Savings from=Everyday Checking 75 frequency=MONTHLY on=2026-11-23 name=Rainy Day Savings (from on)
set a budget of 200 for shopping → set_budget category=Shopping amount=200
+ do not make it 300 → beyond not_understood
freeze tide → freeze card=Tide Card frozen=true
+ yes → confirm
+ don't unfreeze it → beyond not_understood
freeze tide → freeze card=Tide Card frozen=true
+ yes → confirm
+ when can i unfreeze it → beyond not_understood
freeze tide → freeze card=Tide Card frozen=true
+ yes → confirm
+ how do i unlock it → beyond not_understood
freeze tide → freeze card=Tide Card frozen=true
+ then unfreeze reef → freeze card=Reef Card frozen=false
how much do I owe on reef → card card=Reef Card ask=balance
+ i already pay it → beyond not_understood
when is tide due → card card=Tide Card ask=due
+ i can't pay it → beyond not_understood
when is tide due → card card=Tide Card ask=due
+ ok don't pay it → beyond not_understood
whats the minimum on reef → card card=Reef Card ask=minimum
+ pay it on friday → schedule to=Reef Card from=Everyday Checking minimum on=2026-11-27 name=Reef Card (from)
200 in savings → beyond not_understood
1000 on tide → beyond not_understood
200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
worst month for income this year → flow direction=in measure=by_month [2026-01-01..2026-12-31] extreme=least
what was my best month for spending → flow direction=out measure=by_month [2026-05-01..2026-10-31] extreme=least (period)
give balance of checking → balance of=place Everyday Checking
give net worth → balance of=net_worth
give transactions at amazon → rows which=list [at Amazon]
give spending by category → flow direction=out measure=by_category [2026-10-01..2026-10-31] (period)
give groceries a budget of 300 → set_budget category=Food amount=300 (category)
give details on tide → card card=Tide Card ask=overview
give maya 20 → pay_person contact=Maya Patel from=Everyday Checking 20 (from)
give tom becker 20 bucks → pay_person contact=Tom Becker from=Everyday Checking 20 USD (from)
how much did i spend in the month of october → flow direction=out measure=total [2026-10-01..2026-10-31]
food in the month of may → flow direction=out measure=total [Food, 2026-05-01..2026-05-31] (direction)
should i pay off tide or is it better to save → pay_or_save debt=Tide Card
was i paid this week, or is it next week → paycheck 2026-11-16..2026-11-22
how much did i spend on zoom last month → flow direction=out measure=total [“zoom”, 2026-10-01..2026-10-31] (text)
whats coming up this month → upcoming direction=out 2026-11-01..2026-11-30 ask=list
+ but what about netflix → upcoming direction=out 2026-11-01..2026-11-30 about=Netflix ask=list
whats coming up this month → upcoming direction=out 2026-11-01..2026-11-30 ask=list
+ but can i afford the gym → forecast on=2026-12-05 place=Everyday Checking ask=lowest (on)
whats coming up this month → upcoming direction=out 2026-11-01..2026-11-30 ask=list
+ everything but rent → beyond no_such_product
whats coming up this month → upcoming direction=out 2026-11-01..2026-11-30 ask=list
+ without rent → beyond no_such_product
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ and was i over budget in september → budget category=Food ask=standing 2026-09-01..2026-09-30
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ so which budgets am i over → budget ask=standing
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ and set a budget → missing set_budget category: Housing / Transportation / Food / Utilities / Healthcare / Entertainment
how many times did i go to starbucks this month → flow direction=out measure=count [at Starbucks, 2026-11-01..2026-11-30]
+ so when did i last pay rent → rows which=last direction=out [at Linden Street Apartments]
how many times did i go to starbucks this month → flow direction=out measure=count [at Starbucks, 2026-11-01..2026-11-30]
+ when was the last time → rows which=last direction=out [at Starbucks]
how much a month do i need for the emergency fund → goal goal=Emergency fund ask=needed
+ so how much do i spend a week → flow direction=out measure=average_week [2026-05-01..2026-10-31] (period)
whats safe to spend → safe_to_spend
+ and how much do i spend on food a day → flow direction=out measure=average_day [Food, 2026-05-01..2026-10-31] (period)
show transactions at amazon → rows which=list [at Amazon]
+ did i order that → beyond not_understood
show transactions at amazon → rows which=list [at Amazon]
+ which card should i use for that → card_choice
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ is that a lot more than september → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30 (direction)
turn off autopay on tide → task autopay Tide Card
cancel autopay on reef → task autopay Reef Card
pay rent automatically with tide → help topic=Set up autopay
cancel dispute → fact fact=dispute
stop emails → beyond not_understood
end chat → beyond not_understood
stop the clock → fact fact=simulated-clock
tell me if food is over budget → budget category=Food ask=standing
let me know if my checking is under 500 → beyond not_understood
did netflix notify me → beyond not_understood
do you alert me to fraud → fact fact=notifications
alert me if my balance drops under 100 → task reminder
turn off tide, i confirm → beyond not_understood
skip this and confirm → beyond not_understood
where is my tax return → fact fact=taxes
1,500 → beyond not_understood
how much principal will I pay on mortgage next year → beyond not_understood
have any of my subscriptions raised their price? → subscriptions ask=price_increases reading=Did any subscription get more expensive?
report stolen routing number on my checking → fact fact=freeze-card
my account number was stolen → fact fact=freeze-card
is it safe to share my account number → fact fact=share-account-number
what is my account number → beyond secrets
did i send money to account 98765 → beyond not_understood
what payment on reef has to be done by next week → upcoming direction=out 2026-11-23..2026-11-29 place=Reef Card ask=next
interest in december → beyond not_understood
credit card interest tomorrow → beyond not_understood
tell me about $20 charges → rows which=list direction=out [from 20 to 20]
show some $20 purchases → rows which=list direction=out [from 20 to 20]
how many payments are left on the car loan → topic topic=payments-left values=  Car loan          
what were my big purchases in october → flow direction=out measure=largest [2026-10-01..2026-10-31]
is my rent going up next month → topic topic=bill-increase values=     Rent       
was netflix charged twice as much → beyond not_understood
how much a month do i need for the emergency fund → goal goal=Emergency fund ask=needed
+ ok transfer 50 to savings every week → beyond not_understood
spending on mlk day → flow direction=out measure=total [2026-01-19..2026-01-19]
spending on martin luther king day → flow direction=out measure=total [2026-01-19..2026-01-19]
spending on columbus day → flow direction=out measure=total [2026-10-12..2026-10-12]
`;
