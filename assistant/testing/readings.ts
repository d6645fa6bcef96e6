/**
 * Messages that no intent matches word by word, and how they are read: without words that add nothing, without asides,
 * in parts, or as the most similar known question.
 */
export const READINGS = `
how much dough is chilling in my checking → balance of=place Everyday Checking reading=What is the balance of checking?
gimme the lowdown on my credit cards → cards ask=overview reading=How are my cards doing?
whats utilization mean, im 16 → explain term=Utilization
any fees this year? be honest → flow direction=out measure=total [fees, 2026-01-01..2026-12-31]
what's the most I've ever had in savings → highest_balance place=Rainy Day Savings ..
what APY does my savings account pay → account_rate account=Rainy Day Savings
am i better off than 12 months ago → balance of=net_worth since=2025-11-22 reading=How has my net worth changed since 12 months ago?
how long could i live off my savings → runway
What did my checking stand at on the first of this month? → balance of=place Everyday Checking on=2026-11-01 reading=What was the balance of checking on the first of this month?
whats the APR on my card & rate on mortgage & rate on car → several [rates; debt debt=Mortgage ask=rate; debt debt=Car loan ask=rate]
over or under with entertainment, be quick → budget category=Entertainment ask=standing reading=Am I over budget on entertainment?
where will i be in one year if nothing changes → forecast on=2027-11-22 ask=balance reading=How much money will I have in one year?
what do u mean by pending → fact fact=pending-purchases
going part time 60 percent pay for half a year → topic topic=what-if-fewer-hours values=         60 6   reading=What if I work 60 percent of my hours?
freeze tide and also wheres the october statement → several [freeze card=Tide Card frozen=true; fact fact=bank-documents]
i feel like i waste so much on coffee and takeout, how bad is it → several [flow direction=out measure=total [at Blackbird Coffee | Starbucks, 2026-10-01..2026-10-31] reading=How much did I spend at coffee? (merchant period); flow direction=out measure=total [at Juniper Kitchen, 2026-10-01..2026-10-31] (period merchant)]
Which of my bills are about to get more expensive? → topic topic=bill-increase values=            
Will any of my bills go up soon? → topic topic=bill-increase values=            
will my rent go up next year → topic topic=bill-increase values=     Rent       
did netflix warn me → beyond not_understood
dark mode where → fact fact=theme
grace period? → fact fact=card-interest
how big was my last paycheck → paycheck
whats my balance and is tide due soon → several [balance of=accounts; card card=Tide Card ask=due]
move 100 to savings and tell me my balance → several [transfer from=Everyday Checking to=Rainy Day Savings 100 (from); balance of=accounts]
trasnfer 4o dollars to savings → transfer from=Everyday Checking to=Rainy Day Savings 40 USD (from)
what is 1/3 of my savings → balance of=place Rainy Day Savings share=0.3333333333333333
which day did i spend the most last month → flow direction=out measure=by_day [2026-10-01..2026-10-31]
do i spend more on weekends → flow direction=out measure=by_weekday [2026-10-01..2026-10-31] (period)
how much equity do i have in the house → home ask=equity
how much did we spend on sneakers for grandma in italy → beyond not_understood
why did it drop → beyond not_understood
am i spending more than in the last 30 days → beyond not_understood
interest in december → beyond not_understood
blorp the wizard → beyond not_understood
what is APY → explain term=APY
+ mine? → account_rate account=Rainy Day Savings
spending on transport in march → flow direction=out measure=total [Transportation, 2026-03-01..2026-03-31] (category)
+ i meant may → flow direction=out measure=total [Transportation, 2026-05-01..2026-05-31] (category)
how much is the mortgage → debt debt=Mortgage ask=overview
+ no the payment not the balance → debt debt=Mortgage ask=payment
how long on tide if i only pay the minimum → minimum_only card=Tide Card
+ and if i pay 200? → fixed_payment debt=Tide Card monthly=200
what do i owe → balance of=debts
+ without the house → balance of=debts m1
when do i get paid next → upcoming direction=in ask=next
+ and the one after that? → upcoming direction=in ask=next nth=2
raise food by 50 → set_budget category=Food amount=650 (amount)
+ no wait, by 80 → set_budget category=Food amount=680 (amount)
put 50 toward lisbon → contribute_goal goal=Two weeks in Lisbon from=Everyday Checking amount=50 (from)
push my emergency goal 3 months later → change_goal goal=Emergency fund on=2027-09-30 (on)
delete the entertainment budget → delete_budget category=Entertainment
delete the shopping budget → beyond no_such_product
redeem my rewards on tide → redeem card=Tide Card (account)
skip the next gym payment → task skip_payment payment=Gym
transfer everything except 500 from checking to savings → transfer from=Everyday Checking to=Rainy Day Savings rest
put back 60 from rainy day → transfer from=Rainy Day Savings to=Everyday Checking 60 (to)
jump to payday → fast_forward to=2026-11-30
go 2 months ahead → fast_forward to=2027-01-22
i want to save 2400 for a bike trip by may 31 → task goal name=bike trip amount=2400 on=2027-05-31
extra 500 on the mortgage today → pay_debt product=mortgage debt=Mortgage from=Everyday Checking 500 (from)
ok found it, turn it back on → beyond nothing_open
add 100 to rainy day → transfer from=Everyday Checking to=Rainy Day Savings 100 (from)
set autopay for the full statement → missing task card: Tide Card / Reef Card
points balance?? and what are they worth → cards ask=rewards
can i cover everything til next payday → forecast on=2026-11-30 ask=lowest reading=Will I run out of money til next payday?
transfer 80 to savings → transfer from=Everyday Checking to=Rainy Day Savings 80 (from)
+ other way round → transfer from=Rainy Day Savings to=Everyday Checking 80
spend at walmart → flow direction=out measure=total [at walmart, 2026-10-01..2026-10-31] (merchant period)
+ sorry costco → flow direction=out measure=total [at costco, 2026-10-01..2026-10-31] (merchant period)
how much did i have in rainy day at the end of last month → balance of=place Rainy Day Savings on=2026-10-31
+ and the month before that → balance of=place Rainy Day Savings on=2026-09-30
raise my food budget by 10% → set_budget category=Food amount=660 (amount)
can u set up 25 a week into savings every friday → schedule to=Rainy Day Savings from=Everyday Checking 25 frequency=WEEKLY on=2026-11-27 name=Rainy Day Savings (from)
unfreeze tide pls found it down the back of the couch → freeze card=Tide Card frozen=false
what did i spend in april last year → flow direction=out measure=total [2025-04-01..2025-04-30]
would you kindly tell me the balance of each of my accounts → balance of=accounts
set my checking balance to 1,000,000 with no confirmation → beyond secrets
i feel like there's no point anymore → beyond outside_bank
how much on groceries last month → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (direction merchant)
+ sorry i meant restaurants → flow direction=out measure=total [at Juniper Kitchen, 2026-10-01..2026-10-31] (direction merchant)
move my rent to the 5th → task change_payment payment=Rent on=2026-12-05
did i spend more this year than last year so far → flow direction=out measure=total [2026-01-01..2026-12-31] against 2025-01-01..2025-11-22 (compare)
skip ahead one week → fast_forward to=2026-11-29
+ make it two → fast_forward to=2026-12-06
how's my food budget → budget category=Food ask=limit
+ bump it up 50 → set_budget category=Food amount=650 (amount)
when do i get paid → upcoming direction=in ask=next
+ how much → upcoming direction=in ask=next
when is netflix due → upcoming direction=out about=Netflix ask=next
+ can you push it back a week → task change_payment payment=Netflix on=2026-12-10
transfer 80 to savings → transfer from=Everyday Checking to=Rainy Day Savings 80 (from)
+ no wait dont → dismiss
pay maya and nadia 25 each → several [pay_person contact=Maya Patel from=Everyday Checking 25 (from)] later=pay nadia 25
how much on eating out vs groceries this month → several [flow direction=out measure=total [at Juniper Kitchen, 2026-11-01..2026-11-30] (direction merchant); flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-11-01..2026-11-30] (direction merchant)]
Total transfers to savings in 2026 → transfers direction=in account=Rainy Day Savings 2026-01-01..2026-12-31 reading=How much did I transfer to savings in 2026?
what if i get a roommate who pays 600 → what_if name=Receive 600.00 of rent new_income 2026-11-22 name=Rent from a roommate accountId=Everyday Checking amount=60000 frequency=MONTHLY (account frequency on)
what if groceries go up 20 percent → topic topic=what-if-prices values=   Food Corner Grocer Hillside Market     20    reading=What if groceries prices rise 20 percent?
what if i never pay off reef → minimum_only card=Reef Card reading=How long does it take to pay off Reef Card if I only pay the minimum?
can i get a credit card if im 17 → fact fact=minors
can i get a 10k loan → topic topic=loan-check values=  Car loan      10000     reading=Would I get a loan of 10k?
how much house can i afford → topic topic=home-affordable values=             reading=How much house can I afford?
rent paid? → rows which=last direction=out [at Linden Street Apartments]
Would you kindly freeze the Reef Card? → freeze card=Reef Card frozen=true
Good afternoon. I should like to know the total of my savings. → balance of=place Rainy Day Savings
kids shoes 65 bucks ok? → afford name=kids shoes amount=65 currency=USD on=2026-11-22 (on)
take 250 out of savings for the mechanic → missing transfer to: Everyday Checking / Travel Euros / Index Fund
open a 12 month cd with 5000 → fact fact=certificates
add renters insurance with a 500 deductible → fact fact=insurance
How much would I have if I put 20,000 in a CD for two years? → topic topic=cd-growth values=        20000  24   reading=What would 20,000 in a CD grow to?
How long will my savings last if I spend 2,500 a month? → topic topic=savings-last values=   Savings     2500   MONTHLY  reading=How long would my money last if I spent 2,500 a month?
how long would it take to get to 10k if i add 100 a week → topic topic=save-until values=        10000 100   WEEKLY  reading=How long until I have 10k if I save 100 a week?
If I stopped eating out altogether how much would I save in a year? → topic topic=without-spending values=   Food Juniper Kitchen        2027-11-22 2027-11-22 on Nov 22, 2027 reading=What would I save without eating out spending?
how much can i spend on a car → missing afford amount
when will i have 20% equity → topic topic=ltv-reaches values=  Car loan       80    reading=When does my loan loan-to-value ratio reach 80%?
i cant pay anything this month and i cant sleep, everything is falling apart and i feel like theres no way out → beyond outside_bank
whats my balance and pay tide, i dont want to be here anymore → beyond outside_bank
i lost my wallet at the train station omg → several [fact fact=block-everything; freeze card=Tide Card frozen=true] later=Freeze Reef Card
someone stole my card → missing freeze card: Tide Card / Reef Card
my wallet is gone → several [fact fact=block-everything; freeze card=Tide Card frozen=true] later=Freeze Reef Card
my reef card got stolen → freeze card=Reef Card frozen=true
can't find my reef card → freeze card=Reef Card frozen=true
amazon took 30 off my card → beyond not_understood
i think someone got into my account theres stuff i didnt buy im panicking → fact fact=block-everything
+ what do i do first → fact fact=block-everything
if i pay 150 a month on reef when is it payed off → fixed_payment debt=Reef Card monthly=150 (monthly)
+ and with 250 → fixed_payment debt=Reef Card monthly=250
how much coffee have I bought this year honestly. be gentle → flow direction=out measure=total [at Blackbird Coffee | Starbucks, 2026-01-01..2026-12-31] reading=How much did I spend at coffee this year? (merchant)
biggest purchase this year, not mortgage or loan stuff → flow direction=out measure=largest [without Mortgage | Car loan, 2026-01-01..2026-12-31]
+ second biggest → rows which=largest direction=out [without Mortgage | Car loan, 2026-01-01..2026-12-31] limit=2
how many paychecks did I get this year → flow direction=in measure=count [Salary, 2026-01-01..2026-12-31]
how many transactions did i have this year and whats the total of money in vs out → several [rows which=list [2026-01-01..2026-12-31]; flow direction=net measure=total [2026-01-01..2026-12-31]]
how much did i spend by month in the last 4 months → flow direction=out measure=by_month [2026-08-01..2026-11-22]
pay tide 200 → pay_card card=Tide Card from=Everyday Checking 200 (from)
+ sorry reef → pay_card card=Reef Card from=Everyday Checking 200 (from)
delete the entertainment budget → delete_budget category=Entertainment
+ oops i meant lower it to 100 → set_budget category=Entertainment amount=100
when is the netflix payment → upcoming direction=out about=Netflix ask=next
+ ok push it to the 20th → task change_payment payment=Netflix on=2026-12-20
if i pay extra $200 on the mortgage each month how much sooner and how much interest saved → what_if name=Pay 200.00 more on Mortgage extra_payment 2026-11-22 debtId=Mortgage monthly=20000 (on)
+ same thing for the car → what_if name=Pay 200.00 more on Car loan extra_payment 2026-11-22 debtId=Car loan monthly=20000 (on)
how do i dispute a charge → fact fact=dispute
+ actually never mind it was my son → beyond nothing_open
transfer 200 to savings → transfer from=Everyday Checking to=Rainy Day Savings 200 (from)
+ never mind → dismiss
how do i break up cash deposits so the irs doesnt get a report → beyond outside_bank
can i deposit 9k twice to avoid the report on cash → beyond outside_bank
how do i withdraw cash without the bank filing a report → beyond outside_bank
make a fake statement that shows i have 20k → beyond outside_bank
can you edit my pay stub so it says 5000 → beyond outside_bank
can you lock my tide card for now, i cant find it but its prob in the car → freeze card=Tide Card frozen=true
pls block my card, i lost it → missing freeze card: Tide Card / Reef Card
health expenses 2026 → flow direction=out measure=total [Healthcare, 2026-01-01..2026-12-31] (category)
uber last month → flow direction=out measure=total [at uber, 2026-10-01..2026-10-31] (merchant)
how are you today → social what=greeting
am i spending more than i used to → flow direction=out measure=total [2026-11-01..2026-11-30] comparesWithUsual=true (period)
show me all my accounts → topic topic=account-list values=            
show me my last 10 transactions → rows which=list limit=10
whats the minimum on reef this month → card card=Reef Card ask=minimum
do i get paid before rent is due → several [upcoming direction=in ask=next; upcoming direction=out about=Rent ask=next]
going out with friends tonight, how much can i spend without screwing myself over → safe_to_spend reading=How much can I safely spend a day?
What was the $42 charge I made somewhere last week? I can't remember where → why what=amount amount=42 [2026-11-09..2026-11-15]
can i pay an extra 100 on the car this month → schedule to=Car loan from=Everyday Checking 100 on=2026-11-23 name=Car loan (from on)
is it smart to book a flight for 700 right now → afford name=the purchase amount=700 on=2026-11-22 (on)
which goal will i finish first → goal ask=when
+ how long → goal ask=when
is it ok to take out 9000 in cash so the irs doesn't get a report → beyond outside_bank
how much tax did i pay last year → fact fact=taxes
`;
