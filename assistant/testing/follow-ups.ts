/**
 * Conversations in which a message changes the last question or calculates with its answer. A line that starts with +
 * continues the conversation above it.
 */
export const FOLLOW_UPS = `
how much did i spend on food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ how come it's that much → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] comparesWithUsual=true
+ which stores → flow direction=out measure=by_merchant [Food, 2026-10-01..2026-10-31]
+ and in september → flow direction=out measure=by_merchant [Food, 2026-09-01..2026-09-30]
what did i spend on transport last month → flow direction=out measure=total [Transportation, 2026-10-01..2026-10-31] (category)
+ split that up week by week → flow direction=out measure=by_week [Transportation, 2026-10-01..2026-10-31] (category)
what did i spend this week → flow direction=out measure=total [2026-11-16..2026-11-22]
+ compared to the week before? → flow direction=out measure=total [2026-11-16..2026-11-22] against 2026-11-09..2026-11-15
what did we spend on shopping last month → flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31]
+ put both months next to each other → flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30
food this month → flow direction=out measure=total [Food, 2026-11-01..2026-11-30] (direction)
+ and last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ so is it up or down → flow direction=out measure=total [Food, 2026-11-01..2026-11-30] against 2026-10-01..2026-10-31 (direction)
show transactions at Corner Grocer → rows which=list [at Corner Grocer]
+ what does that come to → flow direction=out measure=total [at Corner Grocer]
biggest purchase in october → flow direction=out measure=largest [2026-10-01..2026-10-31]
+ third biggest? → rows which=largest direction=out [2026-10-01..2026-10-31] limit=3
when did i last go to amazon → rows which=last direction=out [at Amazon] reading=When was my last purchase at Amazon?
+ how much was it → rows which=last direction=out [at Amazon]
+ and the time before → rows which=last direction=out [at Amazon] limit=2
how much did i spend at starbucks this year → flow direction=out measure=total [at Starbucks, 2026-01-01..2026-12-31]
+ how many visits → flow direction=out measure=count [at Starbucks, 2026-01-01..2026-12-31]
+ list them → rows which=list direction=out [at Starbucks, 2026-01-01..2026-12-31]
mortgage rate → debt debt=Mortgage ask=rate
+ is that a good one → rates about=Mortgage
car loan rate → debt debt=Car loan ask=rate
+ sorry, i wanted house → debt debt=Mortgage ask=rate
how much do i owe on the car loan → debt debt=Car loan ask=owed
+ how much goes off that every month → debt debt=Car loan ask=payment
credit score → credit_score ask=score
+ what's dragging it down → credit_score ask=why
+ has it changed → credit_score ask=change
what's in rainy day → balance of=place Rainy Day Savings
+ why did it go up → balance of=place Rainy Day Savings since=2026-10-31
how much interest did i earn this year → interest direction=earned 2026-01-01..2026-12-31
+ why so little → why what=interest place=Rainy Day Savings
net worth → balance of=net_worth
+ a year ago? → balance of=net_worth on=2025-11-22
+ so how much did it grow → balance of=net_worth since=2025-11-22
net worth → balance of=net_worth
+ what was the change since january → balance of=net_worth since=2026-01-01
net worth → balance of=net_worth
+ did it change this month → balance of=net_worth since=2026-11-01
net worth → balance of=net_worth
+ what's the difference to last month → balance of=net_worth since=2026-10-22
net worth → balance of=net_worth
+ vs this time last year → balance of=net_worth since=2025-11-22
what's left in my food budget → budget category=Food ask=left
+ and the others → budget ask=standing
+ biggest? → topic topic=budget-largest values=            
set food budget to 600 → set_budget category=Food amount=600
+ yes → confirm
+ is that realistic → flow direction=out measure=average_month [Food, 2026-05-01..2026-10-31]
subscriptions → subscriptions ask=list
+ how much all together a year → subscriptions ask=total per=year
subscriptions → subscriptions ask=list
+ how many are there → subscriptions ask=list
+ newest? → topic topic=subscription-newest values=            
+ the cheapest → topic topic=subscription-cheapest values=             reading=Which subscription is the cheapest?
what is my car insurance deductible → topic topic=insurance-coverage values=  Car loan           car
+ and health? → topic topic=insurance-coverage values=             health
what is my car insurance deductible → topic topic=insurance-coverage values=  Car loan           car
+ and home insurance? → topic topic=insurance-coverage values=             home
do i have health insurance → topic topic=insurance-coverage values=   Healthcare          health
+ what about my renters insurance → topic topic=insurance-coverage values=             renters
how much more can i contribute to my ira → topic topic=contribution-room values=             ira reading=How much can I still contribute this year?
+ and my 401k? → topic topic=contribution-room values=             retirement
+ and the hsa → topic topic=contribution-room values=             hsa
credit utilization → cards ask=utilization
+ what would i need to pay to get it under 10 → topic topic=pay-to-utilization values=         10   
how much do i owe in total → balance of=debts
+ what's that per month → topic topic=debt-payments values=           MONTHLY 
when will my car loan be paid off → debt debt=Car loan ask=payoff_date
+ what if i add 75 a month → what_if name=Pay 75.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=7500 (on)
+ and 150 → what_if name=Pay 150.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=15000 (on)
how much will i have in savings in a year → forecast on=2027-11-22 place=Rainy Day Savings ask=balance
+ what if i put in 100 more a month → what_if name=Save 100.00 into Rainy Day Savings save 2026-11-22 from=Everyday Checking to=Rainy Day Savings amount=10000 frequency=MONTHLY (to account on)
what's my savings rate → savings_rate 2026-01-01..2026-12-31 (period)
+ was it better last year → savings_rate 2025-01-01..2025-12-31
what did i spend at walmart this year → flow direction=out measure=total [at walmart, 2026-01-01..2026-12-31] (merchant)
+ and walgreens → flow direction=out measure=total [at walgreens, 2026-01-01..2026-12-31] (merchant)
how long until i have 10k if i save 100 a week → topic topic=save-until values=        10000 100   WEEKLY  reading=How long until I have 10k if I save 100 a week?
+ ok and 150? → topic topic=save-until values=        10000 150   WEEKLY 
move 75 to savings → transfer from=Everyday Checking to=Rainy Day Savings 75 (from)
+ yes → confirm
+ what's in there now → balance of=place Rainy Day Savings
move 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ actually keep 1500 in checking and move the rest → transfer from=Everyday Checking to=Rainy Day Savings rest (from)
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ everything but 1000 → transfer from=Everyday Checking to=Rainy Day Savings rest (from)
set up 50 a week into savings → schedule to=Rainy Day Savings from=Everyday Checking 50 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
+ biweekly is enough → schedule to=Rainy Day Savings from=Everyday Checking 50 frequency=BIWEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
set up 50 a week into savings → schedule to=Rainy Day Savings from=Everyday Checking 50 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from on)
+ start next month → schedule to=Rainy Day Savings from=Everyday Checking 50 frequency=WEEKLY on=2026-12-01 name=Rainy Day Savings (from)
set shopping budget to 300 → set_budget category=Shopping amount=300
+ bit more, 350 → set_budget category=Shopping amount=350
freeze tide → freeze card=Tide Card frozen=true
+ wrong card, i wanted reef → freeze card=Reef Card frozen=true
send 40 to maya → pay_person contact=Maya Patel from=Everyday Checking 40 (from)
+ sorry i ment 13 → pay_person contact=Maya Patel from=Everyday Checking 13 (from)
+ add a note: pizza → pay_person contact=Maya Patel from=Everyday Checking 13 note=pizza (from)
pay the reef card → missing pay_card amount: The minimum payment / The statement balance / Everything owed
+ just the minimum → pay_card card=Reef Card from=Everyday Checking minimum (from)
what will my balance be at the end of the month → forecast on=2026-11-30 ask=balance
+ and after christmas → forecast on=2026-12-26 ask=balance
tide balance → card card=Tide Card ask=balance
+ put 300 on it → pay_card card=Tide Card from=Everyday Checking 300 (from)
how much is in savings → balance of=place Rainy Day Savings
+ thanks → social what=thanks
+ and how much is in there → balance of=place Rainy Day Savings
how much did i spend on food last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ thanks so much → social what=thanks
how much did i spend on food last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ when do i get paid → upcoming direction=in ask=next
how much did i spend on food last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ how much can i spend → safe_to_spend
set food budget to 600 → set_budget category=Food amount=600
+ lower it → beyond not_understood
utilities in october → flow direction=out measure=total [Utilities, 2026-10-01..2026-10-31] (direction)
+ compare that to a year ago → flow direction=out measure=total [Utilities, 2026-10-01..2026-10-31] against 2025-10-01..2025-10-31 (direction)
what did i spend yesterday → flow direction=out measure=total [2026-11-21..2026-11-21]
+ and the day before → flow direction=out measure=total [2026-11-20..2026-11-20]
can i afford a 2000 trip in june → afford name=trip amount=2000 on=2027-06-01 (on)
+ half of it now → beyond not_understood
how much do i owe in total → balance of=debts
+ not counting the mortgage → balance of=debts m1
+ what's that per month → beyond not_understood
skip to next week → fast_forward to=2026-11-23
+ what changed → beyond nothing_open
fast forward one month → fast_forward to=2026-12-22
+ whats my balance now → balance of=accounts (clock)
+ and in savings → balance of=place Rainy Day Savings
fast forward one month → fast_forward to=2026-12-22
+ what is APY → explain term=APY
how much tax did i pay last year → fact fact=taxes
+ will i get a refund → fact fact=taxes
how much did i spend on food last month → flow direction=out measure=total [Food, 2026-10-01..2026-10-31]
+ did i get any refunds → topic topic=refunds-received values=   Refund         
how much money do I have in total? → balance of=accounts
+ does that include savings → balance of=accounts (included)
+ does that include the cd → balance of=accounts (included)
i want to pay 100 on tide → pay_card card=Tide Card from=Everyday Checking 100 (from)
+ when will it show up → fact fact=cutoffs
how much did i get paid last month → flow direction=in measure=total [2026-10-01..2026-10-31]
+ is that before or after tax → fact fact=net-pay
any cash back i can use → fact fact=rewards
+ ok redeem it → missing redeem card: Tide Card / Reef Card
is tide frozen → card card=Tide Card ask=frozen
+ freeze it → freeze card=Tide Card frozen=true
am i over budget on food → budget category=Food ask=standing
+ how did that happen → flow direction=out measure=by_merchant [Food, 2026-11-01..2026-11-30]
how much did i budget for transport → budget category=Transportation ask=limit (category)
+ how much is left → budget category=Transportation ask=left (category)
+ and health? → budget category=Healthcare ask=left (category)
+ what about all of them → budget ask=standing
Transport in october? → flow direction=out measure=total [Transportation, 2026-10-01..2026-10-31] (direction category)
+ and november → flow direction=out measure=total [Transportation, 2026-11-01..2026-11-30] (direction category)
+ which was cheaper → flow direction=out measure=total [Transportation, 2026-11-01..2026-11-30] against 2026-10-01..2026-10-31 (direction category)
did i spend more this month than last month → flow direction=out measure=total [2026-11-01..2026-11-30] against 2026-10-01..2026-10-31
+ why → category_change direction=up since=2026-10-01 2026-10-31 in October 2026 until=2026-11-01 2026-11-30 in November 2026 so far
spending by category this month → flow direction=out measure=by_category [2026-11-01..2026-11-30]
+ which ones went up from last month → category_change direction=up since=2026-10-01 2026-10-31 in October 2026 until=2026-11-01 2026-11-30 in November 2026 so far
what did i spend at amazon this month → flow direction=out measure=total [at Amazon, 2026-11-01..2026-11-30]
+ how many times did i go → flow direction=out measure=count [at Amazon, 2026-11-01..2026-11-30]
how much do i have in checking → balance of=place Everyday Checking
+ is that more or less than last month → balance of=place Everyday Checking since=2026-10-22
move $50 to savings on monday → schedule to=Rainy Day Savings from=Everyday Checking 50 USD on=2026-11-23 name=Rainy Day Savings (from)
+ actually 60 and do it every week → schedule to=Rainy Day Savings from=Everyday Checking 60 frequency=WEEKLY on=2026-11-23 name=Rainy Day Savings (from)
what if i cancel the gym → what_if name=Without Gym stop_rule 2026-11-22 ruleId=Gym (on)
+ and netflix too → what_if name=Without Gym and Netflix stop_rule 2026-11-22 ruleId=Gym stop_rule 2026-11-22 ruleId=Netflix (on)
how do i turn on alerts when my balance gets low → fact fact=notifications
+ ok set it at 300 → fact fact=notifications
make a goal for a couch, 1200 → task goal name=couch amount=1200
+ by when should i be able to get it? → topic topic=can-save values=        1200    
can i afford to move 400 to savings → several [afford name=the transfer amount=400 on=2026-11-22] later=move 400 to savings
+ do it → transfer from=Everyday Checking to=Rainy Day Savings 400 (from)
whats due next week → upcoming direction=out 2026-11-23..2026-11-29 ask=list
+ can checking cover it → forecast on=2026-11-29 place=Everyday Checking ask=lowest
what subscriptions do I have → subscriptions ask=list
+ which one do i use the least → beyond outside_bank
can i pay an extra 100 on the car this month → schedule to=Car loan from=Everyday Checking 100 on=2026-11-23 name=Car loan (from on)
+ would it even make a difference → topic topic=lump-payment values=  Car loan      100    
when does my cd mature → topic topic=cd-maturity values=             reading=When does my CD mature?
+ what are my options then → fact fact=certificates
`;
