/**
 * Messages that no intent matches word by word, and how they are read: without words that add nothing, without asides,
 * in parts, or as the most similar known question.
 */
export const READINGS = `
how much dough is chilling in my checking → balance of=place Everyday Checking (filler)
gimme the lowdown on my credit cards → cards ask=overview reading=How are my cards doing?
whats utilization mean, im 16 → explain term=Utilization
any fees this year? be honest → flow direction=out measure=total [fees, 2026-01-01..2026-12-31]
what's the most I've ever had in savings → highest_balance place=Rainy Day Savings ..
what APY does my savings account pay → account_rate account=Rainy Day Savings
am i better off than 12 months ago → balance of=net_worth since=2025-11-22 reading=How has my net worth changed since 12 months ago?
how long could i live off my savings → runway
dark mode where → fact fact=theme reading=How do I turn on dark mode?
grace period? → fact fact=card-interest reading=How do I avoid card interest?
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
`;
