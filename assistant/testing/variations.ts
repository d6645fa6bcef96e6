/** Phrasings that vary the general rules of the parser, each written after its rule. */
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
which month did i spend the most on food this year → flow direction=out measure=by_month [Food, 2026-01-01..2026-12-31] pick=most
what was my cheapest month this year → flow direction=out measure=by_month [2026-01-01..2026-12-31] pick=least (direction)
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
autopay the minimum on tide → task autopay card=Tide Card
please pay reef automatically every month → task autopay card=Reef Card
when did amazon last charge me → rows which=last direction=out [at Amazon]
+ what card was that on → rows which=last direction=out [at Amazon]
dispute my last amazon charge → task dispute [at Amazon]
+ no, the 30 dollar one → task dispute [at Amazon, from 30 to 30.99] (bounds)
what was my balance on memorial day → balance of=accounts on=2026-05-25
spending on labor day → flow direction=out measure=total [2026-09-07..2026-09-07]
how much did i spend on cyber monday → flow direction=out measure=total [2025-12-01..2025-12-01]
r my cards maxed out → cards ask=utilization
`;
