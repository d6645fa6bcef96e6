/** Conversations. A line that starts with + continues the conversation above it. */
export const TURNS = `
how much did i spend on grocries in september → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-09-01..2026-09-30] (merchant spelling)
+ and in October? → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant spelling)
+ what about eating out? → flow direction=out measure=total [at Juniper Kitchen, 2026-10-01..2026-10-31] (spelling merchant)
+ only the Tide card → flow direction=out measure=total [at Juniper Kitchen, on Tide Card, 2026-10-01..2026-10-31] (spelling merchant)
+ the other card → flow direction=out measure=total [at Juniper Kitchen, on Reef Card, 2026-10-01..2026-10-31] (spelling merchant)
transfer 200 → missing transfer to: Everyday Checking / Travel Euros / Rainy Day Savings / Index Fund
+ to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ from travel euros → transfer from=Travel Euros to=Rainy Day Savings 200
pay my card → missing pay_card card: Tide Card / Reef Card
+ the reef one → missing pay_card amount: The minimum payment / The statement balance / Everything owed
+ the minimum → pay_card card=Reef Card from=Everyday Checking minimum (from)
pay tom 20 → missing pay_person contact: Tom Becker / Tom Baker
+ Tom Becker → pay_person contact=Tom Becker from=Everyday Checking 20 (from)
+ no, 30 → pay_person contact=Tom Becker from=Everyday Checking 30 (from)
+ 40 instead → pay_person contact=Tom Becker from=Everyday Checking 40 (from)
what if I pay 200 more on the car loan → what_if name=Pay 200.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=20000 (frequency on)
+ yes → schedule to=Car loan from=Everyday Checking 200 frequency=MONTHLY on=2026-11-23 name=Extra on Car loan (from)
transfer 1.500 to savings → missing transfer amount: 1,500.00 / 1.50
+ 1,500 → transfer from=Everyday Checking to=Rainy Day Savings 1500 (from)
what's the due date on my reef card → card card=Reef Card ask=due
+ and the minimum payment? → card card=Reef Card ask=minimum
How much did I spend on food last month? → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ and in September? → flow direction=out measure=total [Food, 2026-09-01..2026-09-30]
+ what about transport? → flow direction=out measure=total [Transportation, 2026-09-01..2026-09-30] (category)
+ only the Tide card → flow direction=out measure=total [Transportation, on Tide Card, 2026-09-01..2026-09-30] (category)
+ the other card → flow direction=out measure=total [Transportation, on Reef Card, 2026-09-01..2026-09-30] (category)
+ and the average? → flow direction=out measure=average_month [Transportation, on Reef Card, 2026-09-01..2026-09-30] (category)
+ compared to august? → flow direction=out measure=average_month [Transportation, on Reef Card, 2026-09-01..2026-09-30] against 2026-08-01..2026-08-31 (category)
how much did I spend last month → flow direction=out measure=total [2026-10-01..2026-10-31]
+ and how much did I earn? → flow direction=in measure=total [2026-10-01..2026-10-31]
+ what about this month → flow direction=in measure=total [2026-11-01..2026-11-30]
+ the largest one? → flow direction=in measure=largest [2026-11-01..2026-11-30]
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ make it 300 → transfer from=Everyday Checking to=Rainy Day Savings 300 (from)
+ from Travel Euros instead → transfer from=Travel Euros to=Rainy Day Savings 300
+ yes → confirm
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ no, 250 → transfer from=Everyday Checking to=Rainy Day Savings 250 (from)
+ cancel → dismiss
freeze my tide card → freeze card=Tide Card frozen=true
+ the other one → freeze card=Reef Card frozen=true
+ go ahead → confirm
what if I pay 200 more on the car loan → what_if name=Pay 200.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=20000 (frequency on)
+ what about 300? → what_if name=Pay 300.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=30000 (frequency on)
+ from january → what_if name=Pay 300.00 more on Car loan extra_payment 2027-01-01 debtId=Car loan monthly=30000 (frequency)
what if I lose my job → what_if name=Lose your job for 6 months shock 2026-11-22 shock=job_loss size=0 months=6 (months on)
+ for 3 months → what_if name=Lose your job for 3 months shock 2026-11-22 shock=job_loss size=0 months=3 (on)
can I afford a $900 laptop in March → afford name=laptop amount=900 currency=USD on=2027-03-01 (on)
+ and in May? → afford name=laptop amount=900 currency=USD on=2027-05-01
+ what about $1,200 → afford name=laptop amount=1200 currency=USD on=2027-05-01
how much will I have on December 31 → forecast on=2026-12-31 ask=balance
+ and in savings? → forecast on=2026-12-31 place=Rainy Day Savings ask=balance
+ in a year? → forecast on=2027-11-22 place=Rainy Day Savings ask=balance
what's the balance of everyday checking → balance of=place Everyday Checking
+ and savings? → balance of=place Rainy Day Savings
+ the euro account? → balance of=place Travel Euros
how much is left in my food budget → budget category=Food ask=left
+ and transport? → budget category=Transportation ask=left (category)
+ last month? → budget category=Transportation ask=left 2026-10-01..2026-10-31 (category)
how much do I owe on tide → card card=Tide Card ask=balance
+ and reef? → card card=Reef Card ask=balance
+ when is it due? → card card=Reef Card ask=due
+ what about the limit? → card card=Reef Card ask=limit
my car loan → debt debt=Car loan ask=overview
+ what about the mortgage? → debt debt=Mortgage ask=overview
+ what's the rate? → debt debt=Mortgage ask=rate
pay my card → missing pay_card card: Tide Card / Reef Card
+ Reef → missing pay_card amount: The minimum payment / The statement balance / Everything owed
+ minimum → pay_card card=Reef Card from=Everyday Checking minimum (from)
+ do it → confirm
transfer 200 → missing transfer to: Everyday Checking / Travel Euros / Rainy Day Savings / Index Fund
+ savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
transfer 1.500 to savings → missing transfer amount: 1,500.00 / 1.50
+ the first → transfer from=Everyday Checking to=Rainy Day Savings 1500 (from)
pay tom 20 → missing pay_person contact: Tom Becker / Tom Baker
+ baker → pay_person contact=Tom Baker from=Everyday Checking 20 (from)
set budget for shopping → missing set_budget amount
+ 200 → set_budget category=Shopping amount=200
fast forward → missing fast_forward to: To the next payday / One week / One month
+ one month → fast_forward to=2026-12-22
+ ok → confirm
when is rent due → upcoming direction=out about=Rent ask=next
+ and netflix? → upcoming direction=out about=Netflix ask=next
what bills are due next week → upcoming direction=out 2026-11-23..2026-11-29 ask=list
+ and the week after? → beyond not_understood
convert 100 euros to dollars → exchange amount=100 from=EUR to=USD
+ and 250? → exchange amount=250 from=EUR to=USD
+ to pounds? → exchange amount=250 from=EUR to=GBP
why did my score drop → credit_score ask=why
+ how can I improve it → credit_score ask=improve
what's my credit score → credit_score ask=score
+ why? → credit_score ask=why
thanks → social what=thanks
+ what about it? → fact fact=unclear
banana → beyond not_understood
+ and in october? → beyond not_understood
schedule 100 to tide every month on the 5th → schedule to=Tide Card from=Everyday Checking 100 frequency=MONTHLY on=2026-12-05 name=Tide Card (from)
+ make it weekly → schedule to=Tide Card from=Everyday Checking 100 frequency=WEEKLY on=2026-12-05 name=Tide Card (from)
+ 200 → schedule to=Tide Card from=Everyday Checking 200 frequency=WEEKLY on=2026-12-05 name=Tide Card (from)
show transactions over $100 last month → rows which=list [above 100, 2026-10-01..2026-10-31]
+ only on reef → rows which=list [on Reef Card, above 100, 2026-10-01..2026-10-31]
+ over 500 → rows which=list [on Reef Card, above 500, 2026-10-01..2026-10-31]
how much interest did I pay this year → interest direction=paid 2026-01-01..2026-12-31
+ and last year? → interest direction=paid 2025-01-01..2025-12-31
transfer 50 to savings → transfer from=Everyday Checking to=Rainy Day Savings 50 (from)
+ thanks → social what=thanks
+ confirm → confirm
what is my interest rate → missing card place: Tide Card / Reef Card / Car loan / Mortgage
+ Car loan → debt debt=Car loan ask=rate
explain this charge → missing why amount
+ 17.42 → why what=amount amount=17.42
Pay Maya Patel → missing pay_person amount
+ 50 → pay_person contact=Maya Patel from=Everyday Checking 50 (from)
what's my credit score → credit_score ask=score
+ and why? → credit_score ask=why
transfer 100 to savings → transfer from=Everyday Checking to=Rainy Day Savings 100 (from)
+ make it 1,250.50 → transfer from=Everyday Checking to=Rainy Day Savings 1250.5 (from)
+ to the index fund instead → transfer from=Everyday Checking to=Index Fund 1250.5 (from)
pay the statement balance on tide → pay_card card=Tide Card from=Everyday Checking statement (from)
+ from savings → pay_card card=Tide Card from=Rainy Day Savings statement
+ yes please → confirm
what's my minimum payment → missing card card: Tide Card / Reef Card
+ Tide → card card=Tide Card ask=minimum
auto deposit 500 every week → missing auto_deposit account: Everyday Checking / Travel Euros / Rainy Day Savings / Index Fund
+ the first one → auto_deposit account=Everyday Checking amount=500 frequency=WEEKLY on=2026-11-23 name=Auto deposit (on)
show me purchases at amazon this year → rows which=list direction=out [at Amazon, 2026-01-01..2026-12-31]
+ and at starbucks? → rows which=list direction=out [at Starbucks, 2026-01-01..2026-12-31]
+ the largest → rows which=largest direction=out [at Starbucks, 2026-01-01..2026-12-31]
+ in march → rows which=largest direction=out [at Starbucks, 2026-03-01..2026-03-31]
how much did I spend on groceries in october → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant)
+ what about september → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-09-01..2026-09-30] (merchant)
+ and the month before? → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-08-01..2026-08-31] (merchant)
set food budget to 400 → set_budget category=Food amount=400
+ 500 instead → set_budget category=Food amount=500
+ no → dismiss
freeze my tide card → freeze card=Tide Card frozen=true
+ reef and tide → several [card card=Reef Card ask=overview; card card=Tide Card ask=overview]
auto deposit $100 a week into everyday checking → auto_deposit account=Everyday Checking amount=100 currency=USD frequency=WEEKLY on=2026-11-23 name=Auto deposit (on)
+ and last year → beyond not_understood
skip a month → fast_forward to=2026-12-22
+ two months → fast_forward to=2027-01-22
+ confirm → confirm
transfer 20 to savings → transfer from=Everyday Checking to=Rainy Day Savings 20 (from)
+ undo → undo
move 300 savings → missing transfer to: To Rainy Day Savings / From Rainy Day Savings
+ to → beyond not_understood
what if rent goes up to 1600 → what_if name=Rent at 1,600.00 change_rule 2026-11-22 ruleId=Rent amount=160000 (on)
+ in march → what_if name=Rent at 1,600.00 change_rule 2027-03-01 ruleId=Rent amount=160000
+ 1700 → what_if name=Rent at 1,700.00 change_rule 2027-03-01 ruleId=Rent amount=170000
am I over budget → budget ask=standing
+ what about food? → budget category=Food ask=standing
is autopay on for my cards → topic topic=autopay-status values=            
+ ok make it minimum for both → task autopay Tide Card Reef Card
+ turn it off for reef → task autopay Reef Card
raise food by 50 and drop transport by the same → several [set_budget category=Food amount=650 (amount)] later=drop transport by 50
when will my ltv be 80% → topic topic=ltv-reaches values=         80    reading=When does my loan-to-value ratio reach 80%?
can i lose my card → fact fact=freeze-card
how much will I have next friday → forecast on=2026-11-27 ask=balance
+ and the friday after? → beyond not_understood
send 50 to maya → pay_person contact=Maya Patel from=Everyday Checking 50 (from)
+ nope → dismiss
what subscriptions do I have → subscriptions ask=list
+ and how much are they? → subscriptions ask=total
Can I afford a $900 laptop in March? → afford name=laptop amount=900 currency=USD on=2027-03-01 (on)
+ what if I lose my job in february → what_if name=Lose your job for 6 months shock 2027-02-01 shock=job_loss size=0 months=6 (months)
what's my reef balance → card card=Reef Card ask=balance
+ pay half of it → pay_card card=Reef Card from=Everyday Checking share 0.5 (from)
pay reef 100 → pay_card card=Reef Card from=Everyday Checking 100 (from)
+ tomorrow instead → schedule to=Reef Card from=Everyday Checking 100 on=2026-11-23 name=Reef Card
upcoming bills next 2 weeks → upcoming direction=out 2026-11-22..2026-12-06 ask=list
+ just the ones over 100 → upcoming direction=out 2026-11-22..2026-12-06 ask=list above=100
+ total → upcoming direction=out 2026-11-22..2026-12-06 ask=total above=100
+ can we afford it → topic topic=left-after-bills values=            
car loan → debt debt=Car loan ask=overview
+ how long → debt debt=Car loan ask=payoff_date
+ what if i pay 50 more → what_if name=Pay 50.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=5000 (frequency on)
what are my subscriptions → subscriptions ask=list
+ which ones went up → subscriptions ask=price_increases
+ which is cheapest → topic topic=subscription-cheapest values=            
did i get paid → paycheck
+ how much → paycheck
+ more than last time? → topic topic=pay-change values=            
how is my emergency fund doing → goal goal=Emergency fund ask=progress
+ how much more → goal goal=Emergency fund ask=needed
+ by when → goal goal=Emergency fund ask=when
+ add 100 → contribute_goal goal=Emergency fund from=Everyday Checking amount=100 (from)
credit score? → credit_score ask=score
+ how do i fix it → credit_score ask=improve
biggest expense last month → flow direction=out measure=largest [2026-10-01..2026-10-31]
+ and the one after that → rows which=largest direction=out [2026-10-01..2026-10-31] limit=2
+ when was that → rows which=largest direction=out [2026-10-01..2026-10-31] limit=2
`;
