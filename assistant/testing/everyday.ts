/**
 * Messages in everyday words: known questions in other words, money compared with what it has to cover, statements
 * around a question, complaints, and reports of fraud.
 */
export const EVERYDAY = `
they said my rent might go up 200 when i renew. what would that do to me → what_if name=Rent at 1,650.00 change_rule 2026-11-22 ruleId=Rent amount=165000 (amount on)
my landlord wants to raise the rent by 150, can i handle that → what_if name=Rent at 1,600.00 change_rule 2026-11-22 ruleId=Rent amount=160000 (amount on)
netflix is going up by 4 next month, would i be ok → what_if name=Netflix at 19.49 change_rule 2026-12-01 ruleId=Netflix amount=1949 (amount)
gym membership went up 10, how bad is that for me → what_if name=Gym at 49.00 change_rule 2026-11-22 ruleId=Gym amount=4900 (amount on)
if my rent goes down by 100 what would i gain → what_if name=Rent at 1,350.00 change_rule 2026-11-22 ruleId=Rent amount=135000 (amount on)
the power bill is increasing by 20, how much would that change things → what_if name=City Power at 104.00 change_rule 2026-11-22 ruleId=City Power amount=10400 (amount on)
why was october so expensive → flow direction=out measure=total [2026-10-01..2026-10-31] comparesWithUsual=true
why was last month so pricey → flow direction=out measure=total [2026-10-01..2026-10-31] comparesWithUsual=true
how come food is so expensive this month → flow direction=out measure=total [Food, 2026-11-01..2026-11-30] comparesWithUsual=true
why are my groceries so high lately → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-08-25..2026-11-22] comparesWithUsual=true (merchant period)
why is my power bill so high this time → topic topic=bill-history values=    City Power & Light City Power       
why is the gym so expensive → topic topic=bill-history values=    Northside Gym Gym       
if i got laid off how long would the money last → runway
how many months could we get by without my paycheck → runway
how long can i hold out with no income → runway
how long would i survive on my savings → runway
how can i save more → cut_back
i want to save more money every month → cut_back
i'm always short at the end of the month, what am i doing wrong → cut_back
there's never anything left over at the end of the month → cut_back
where could i trim → cut_back
ways to spend less → cut_back
what subscriptions should i cancel → subscriptions ask=list
which subscriptions are worth keeping → subscriptions ask=list
do i have subscriptions i don't need → subscriptions ask=list
which memberships could i drop → subscriptions ask=list
how was my 2025 → topic topic=year-review values=            2025-01-01 2025-12-31 in 2025
give me a recap of last year → topic topic=year-review values=            2025-01-01 2025-12-31 in 2025
2025 wrapped → topic topic=year-review values=            2025-01-01 2025-12-31 in 2025
summarize my year → topic topic=year-review values=            
how did 2025 go for me → topic topic=year-review values=            2025-01-01 2025-12-31 in 2025
can i afford a 30k loan → topic topic=loan-check values=        30000     reading=Would I get a loan of 30k?
could i handle a loan of 12000 → topic topic=loan-check values=        12000     reading=Would I get a loan of 12000?
how many times did i use reef this month → flow direction=out measure=count [on Reef Card, 2026-11-01..2026-11-30]
how often did i swipe the tide card in october → flow direction=out measure=count [on Tide Card, 2026-10-01..2026-10-31]
how many times have i paid with tide this year → flow direction=out measure=count [on Tide Card, 2026-01-01..2026-12-31]
my card got declined at the store and i was so embarrassed. why?? → why what=decline
why did they reject my payment → why what=decline
card declined, what's going on → why what=decline
did my car payment go through → rows which=last [on Car loan]
just checking that my car payment went through ok → rows which=last [on Car loan]
has the mortgage cleared this month → rows which=last [on Mortgage, 2026-11-01..2026-11-30]
did that transfer to savings last week go through → transfers direction=in account=Rainy Day Savings 2026-11-09..2026-11-15
did the mortgage payment post → rows which=last [on Mortgage]
how much have i made on my investments → topic topic=investment-gain values=            
how did my index fund do this year → topic topic=investment-gain values=Index Fund            2026-01-01 2026-12-31 in 2026 so far
did i lose money in the market this year on my investments → topic topic=investment-gain values=            2026-01-01 2026-12-31 in 2026 so far
am i up or down on my portfolio → topic topic=investment-gain values=Index Fund            
will i have enough for the mortgage on the 1st → forecast on=2026-12-01 ask=lowest
will there be enough in checking for rent → forecast on=2026-12-01 place=Everyday Checking ask=lowest (on)
can i make rent → forecast on=2026-12-01 place=Everyday Checking ask=lowest (on)
do i have enough to cover the gym → forecast on=2026-12-05 place=Everyday Checking ask=lowest (on)
would i still be able to pay rent on the first → forecast on=2026-12-01 place=Everyday Checking ask=lowest
whats left after rent → calculate of=shown - Everyday Checking 3214.6 USD Rent 1450 USD
how much do i have left after i pay tide → calculate of=shown - Everyday Checking 3214.6 USD Tide Card 412.3 USD
what do i have left in checking after rent and netflix → calculate of=shown - Everyday Checking 3214.6 USD Rent 1450 USD Netflix 15.49 USD
how much is left once i pay the cards → calculate of=shown - Everyday Checking 3214.6 USD Tide Card 412.3 USD Reef Card 1290 USD
could i just pay the car off with my savings? should I? → several [calculate of=shown - Rainy Day Savings 8450.25 USD Car loan 9120.4 USD; pay_or_save]
use my savings to kill the reef card - good idea? → several [calculate of=shown - Rainy Day Savings 8450.25 USD Reef Card 1290 USD; pay_or_save]
would my savings cover the car loan → several [calculate of=shown - Rainy Day Savings 8450.25 USD Car loan 9120.4 USD; pay_or_save]
is it smart to clear tide with my savings → several [calculate of=shown - Rainy Day Savings 8450.25 USD Tide Card 412.3 USD; pay_or_save]
how much money do i have all together not counting the investments → balance of=products Everyday Checking Travel Euros Rainy Day Savings
total of all my accounts without savings → balance of=products Everyday Checking Travel Euros Index Fund
how much cash do i have except the euros → balance of=products Everyday Checking Rainy Day Savings Index Fund
what did i have in checking at the start of the month and what do i have now → balance of=place Everyday Checking since=2026-11-01
balance of checking on november 1 and now → balance of=place Everyday Checking since=2026-11-01
checking on october 1 vs now → balance of=place Everyday Checking since=2026-10-01
you are useless. worst bank ever → social what=complaint
this app is garbage → social what=complaint
nothing here works → social what=complaint
i hate this bank → social what=complaint
someone is using my card → fact fact=block-everything
my card number got stolen → fact fact=block-everything
i think my tide card was skimmed → fact fact=block-everything
my card details were leaked → fact fact=block-everything
there is a hold on my account, what is that → explain term=Hold
my statement says escrow, whats that → explain term=Escrow
it says NSF fee, what does that mean → explain term=NSF fee
they mentioned coinsurance. what is that → explain term=Coinsurance
my offer has points, what are those → explain term=Points
Hello, I'm new here and a bit lost. My daughter set this up for me. Could you tell me how much I have in savings, and when my rent is due? → several [balance of=place Rainy Day Savings; upcoming direction=out about=Rent ask=next]
I got home late last night. How much is in checking? → balance of=place Everyday Checking
freeze reef and tell me what i owe on it → several [freeze card=Reef Card frozen=true; card card=Reef Card ask=balance]
what did i spend on amazon and netflix each, this year → several [flow direction=out measure=total [at Amazon, 2026-01-01..2026-12-31]; flow direction=out measure=total [at Netflix, 2026-01-01..2026-12-31]]
how much did i spend in the week of halloween → flow direction=out measure=total [2026-10-26..2026-11-01]
spending the week of october 12 → flow direction=out measure=total [2026-10-12..2026-10-18]
mv 120 chk>sav → transfer from=Everyday Checking to=Rainy Day Savings 120
ff to xmas → fast_forward to=2026-12-25
transfer everything but 1000 from checking to savings → transfer from=Everyday Checking to=Rainy Day Savings rest
yo how much i got → balance of=accounts
when will i hit my trip goal → goal goal=Two weeks in Lisbon ask=when (goal)
put 75 in my vacation goal → contribute_goal goal=Two weeks in Lisbon from=Everyday Checking amount=75 (goal from)
how much do i have to save every paycheck to hit the trip goal → goal goal=Two weeks in Lisbon ask=needed per=paycheck (goal)
my card is about to expire do i get a new one automatically → fact fact=card-expiry
does reef charge for using it abroad? → fact fact=foreign-fee
do you have anything that teaches money basics → fact fact=lessons
how can i raise my credit score → credit_score ask=improve
+ which one should i do first → credit_score ask=improve
whats my financial health score → topic topic=financial-health values=   Healthcare         
+ how do i get it up → topic topic=financial-health values=   Healthcare         
how is my credit score → credit_score ask=score
+ which of those matters most → credit_score ask=improve
how many times did i eat out in october → flow direction=out measure=count [at Juniper Kitchen, 2026-10-01..2026-10-31] (merchant)
+ and the average bill? → flow direction=out measure=average [at Juniper Kitchen, 2026-10-01..2026-10-31] (merchant)
what did i spend on groceries last month → flow direction=out measure=total [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant)
+ what's the average trip → flow direction=out measure=average [at Corner Grocer | Hillside Market, 2026-10-01..2026-10-31] (merchant)
what rate am i paying on the car → debt debt=Car loan ask=rate
+ is that any good → rates about=Car loan
what apy does my savings account pay → account_rate account=Rainy Day Savings
+ is that good → rates about=Rainy Day Savings
whats due next week → upcoming direction=out 2026-11-23..2026-11-29 ask=list
+ do i have enough for all of that → forecast on=2026-11-29 ask=lowest
where can i cut back → cut_back
+ ok help me fix it → topic topic=budget-suggestion values=            
list my subscriptions → subscriptions ask=list
+ x12 → subscriptions ask=total per=year
list my subscriptions → subscriptions ask=list
+ get rid of the cheapest one → topic topic=subscription-cheapest values=            
list my subscriptions → subscriptions ask=list
+ cancel the most expensive one → subscriptions ask=largest
how much on shopping in october → flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31] (direction)
+ no i meant the actual stores, which ones → flow direction=out measure=by_merchant [Shopping, 2026-10-01..2026-10-31] (direction)
what if i get sick and miss one paycheck → afford name=the missed paycheck amount=4100 on=2026-11-30 place=Everyday Checking (amount)
+ would i still make rent → afford name=the missed paycheck amount=4100 on=2026-11-30 place=Everyday Checking (amount)
what if my boss skips one of my paychecks → afford name=the missed paycheck amount=4100 on=2026-11-30 place=Everyday Checking (amount)
what happens if i don't get my next paycheck → afford name=the missed paycheck amount=4100 on=2026-11-30 place=Everyday Checking (amount)
have i made more than i spent this year → flow direction=net measure=total [2026-01-01..2026-12-31] reading=How much did I save this year?
am i spending less than i make → flow direction=net measure=total [2026-11-01..2026-11-30] (period)
did i earn less than i spent in october → flow direction=net measure=total [2026-10-01..2026-10-31] reading=How much did I save in october?
how much of my last mortgage payment was interest → debt debt=Mortgage ask=principal 2026-01-01..2026-11-22 (period)
what part of the latest car payment went to principal → debt debt=Car loan ask=principal 2026-01-01..2026-11-22 (period)
top 5 places my money goes → flow direction=out measure=by_merchant [2026-10-01..2026-10-31] limit=5 (period)
+ skip the mortgage → flow direction=out measure=by_merchant [without Mortgage, 2026-10-01..2026-10-31] limit=5 (period)
compare shopping in october and september → flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30 (direction)
+ without home & harrow → flow direction=out measure=total [Shopping, without Home & Harrow, 2026-10-01..2026-10-31] against 2026-09-01..2026-09-30 (direction)
food in october → flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (direction)
+ exclude restaurants and rerun → flow direction=out measure=total [Food, without Juniper Kitchen, 2026-10-01..2026-10-31] (direction excluded)
spending last month → flow direction=out measure=total [2026-10-01..2026-10-31]
+ leave out the rent → flow direction=out measure=total [without Linden Street Apartments, 2026-10-01..2026-10-31]
+ ignore amazon too → flow direction=out measure=total [without Linden Street Apartments | Amazon, 2026-10-01..2026-10-31]
what did i spend at home and harrow → flow direction=out measure=total [at Home & Harrow, 2026-10-01..2026-10-31] (period)
whats my avg monthly spending over the last 6 months, leave out mortgage and car → flow direction=out measure=average_month [without Mortgage | Car loan, 2026-05-23..2026-11-22]
average weekly spending → flow direction=out measure=average_week [2026-05-01..2026-10-31] (period)
euros? → balance of=accounts EUR
+ in dollars → exchange amount=640 from=EUR to=USD (amount)
can i move some money from the CD to checking → topic topic=cd-early-withdrawal values=Everyday Checking            
transfer some money to savings → missing transfer amount
+ idk whatever you think is safe → safe_to_spend
pay my tide card → missing pay_card amount: The minimum payment / The statement balance / Everything owed
+ as much as i can afford → safe_to_spend
what account plan am i on, is it worth paying for → topic topic=account-plan values=            
how much do i have in savings, should i invest it? → balance of=place Rainy Day Savings
what's the rate on my car loan and should i pay it off early → debt debt=Car loan ask=rate
what games do u have → fact fact=scenario-games
cut food by 15% → set_budget category=Food amount=510 (amount)
raise transportation by 10 percent → set_budget category=Transportation amount=220 (amount)
how can i put more money aside every month → cut_back
can you up my limit on tide to 10k → fact fact=credit-limit
i need a higher credit limit → fact fact=credit-limit
please raise the limit on reef → fact fact=credit-limit
could you increase my card limit → fact fact=credit-limit
bump up my limit to 5000 → fact fact=credit-limit
my wife says i spend more on entertainment than on food lol is that true → several [flow direction=out measure=total [Entertainment, 2026-10-01..2026-10-31] (period); flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (period)]
do i spend more on food than on shopping → several [flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (period); flow direction=out measure=total [Shopping, 2026-10-01..2026-10-31] (period)]
did i spend more at corner grocer than at hillside market this year → several [flow direction=out measure=total [at Corner Grocer, 2026-01-01..2026-12-31]; flow direction=out measure=total [at Hillside Market, 2026-01-01..2026-12-31]]
am i spending less on transportation than food → several [flow direction=out measure=total [Transportation, 2026-10-01..2026-10-31] (period); flow direction=out measure=total [Food, 2026-10-01..2026-10-31] (period)]
what part of my pay do i save → savings_rate 2026-01-01..2026-12-31 (period)
what share of my income did i keep this year → savings_rate 2026-01-01..2026-12-31
which percentage of my salary do i put away → savings_rate 2026-01-01..2026-12-31 (period)
how much of my paycheck do i save → savings_rate 2026-01-01..2026-12-31 (period)
suppose my fridge dies, 1100 out of pocket, still ok? → afford name=the purchase amount=1100 on=2026-11-22 (on)
the vet wants 450 for my dog, do i have enough for that → afford name=the purchase amount=450 on=2026-11-22 (on)
ok so i have two kids, daycare just went up, the car needs new tires (like 800 bucks they said), christmas is coming and i dont want to put it all on the card again like last year... can we afford the tires now or should i wait till after the next paycheck? → afford name=the purchase amount=800 currency=USD on=2026-11-22 (on)
where do i see my transactions → fact fact=search-transactions
`;
