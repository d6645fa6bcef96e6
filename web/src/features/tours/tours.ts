import type { TourId } from './mutations';

export type TourStep = {
  /** The name of the element that the step explains. */
  anchor: string;
  title: string;
  text: string;
};

export type Tour = {
  id: TourId;
  /** The page's name. */
  name: string;
  path: string;
  /** The tour is offered while this anchor is on the page. */
  needs: string;
  steps: readonly TourStep[];
  /** Shown if the page has nothing to explain: the step that comes first. */
  missing: string;
};

/** The parameter of links that start a tour, such as `/dashboard?tour=dashboard`. */
export const TOUR_PARAMETER = 'tour';

/** Returns the path that opens a tour's page and starts the tour. */
export const getTourPath = ({ id, path }: Tour) => `${path}?${TOUR_PARAMETER}=${id}`;

/** The tours of pages. Steps whose element isn't on the page are left out. */
export const TOURS: readonly Tour[] = [
  {
    id: 'dashboard',
    name: 'Dashboard',
    path: '/dashboard',
    needs: 'upcoming',
    missing: 'Open an account to take this tour.',
    steps: [
      {
        anchor: 'net-worth',
        title: 'Your net worth',
        text: "Everything you own minus everything you owe. Select any amount with a dashed underline to see how it's calculated.",
      },
      {
        anchor: 'clock',
        title: 'Fast-forward and rewind',
        text: 'Fast-forward by a day, to payday, or by a month. Paychecks, bills, and interest post on their dates, and you can rewind.',
      },
      {
        anchor: 'holdings',
        title: 'Accounts, cards, and loans',
        text: 'Open one to see its history, its statements, and everything you can do with it.',
      },
      {
        anchor: 'upcoming',
        title: 'Upcoming payments',
        text: "The next paychecks and bills, so you know what's coming before you fast-forward.",
      },
    ],
  },
  {
    id: 'credit-cards',
    name: 'Credit cards',
    path: '/credit-cards',
    needs: 'card-due',
    missing: 'Add a credit card to take this tour.',
    steps: [
      {
        anchor: 'card-owed',
        title: 'Balance and credit utilization',
        text: "Your balance and how much of your credit limit you're using. Staying under 30% helps your credit score.",
      },
      {
        anchor: 'card-due',
        title: 'Statement and due date',
        text: "Pay the statement balance by the due date, and you won't pay interest on purchases.",
      },
      {
        anchor: 'card-payoff',
        title: 'Payoff options',
        text: "Compare what you'd pay in total: everything at once, a fixed amount, or only the minimum.",
      },
      {
        anchor: 'card-tabs',
        title: 'The rest of your card',
        text: 'Card details, rewards, and transactions are in these tabs. Under Manage, you can freeze the card or set up autopay.',
      },
    ],
  },
  {
    id: 'what-if',
    name: 'What-if',
    path: '/forecasts/what-if',
    needs: 'what-if-figures',
    missing: 'Open a what-if to take this tour.',
    steps: [
      {
        anchor: 'what-if-figures',
        title: 'Your plan and this what-if',
        text: 'How this what-if ends compared with your current plan. Choose the number of years above.',
      },
      {
        anchor: 'what-if-chart',
        title: 'Month by month',
        text: 'The chart shows both plans, for net worth, cash, or debt.',
      },
      {
        anchor: 'what-if-decisions',
        title: 'Your decisions',
        text: 'Change an amount or a date, or add another decision. The projection updates right away.',
      },
      {
        anchor: 'what-if-apply',
        title: 'Apply the what-if',
        text: 'No money moves until you apply the what-if. You review every change first.',
      },
    ],
  },
  {
    id: 'scenarios',
    name: 'Scenarios',
    path: '/tips/stories',
    needs: 'scenario-card',
    missing: "We couldn't load your scenarios.",
    steps: [
      {
        anchor: 'scenario-intro',
        title: "Manage someone else's money",
        text: 'Each scenario has goals and a deadline. We save your bank when you start and restore it when you leave.',
      },
      {
        anchor: 'scenario-topics',
        title: 'Choose a topic',
        text: 'Show only the scenarios that teach what you want to practice.',
      },
      {
        anchor: 'scenario-card',
        title: 'Difficulty, length, and stars',
        text: 'The dots show how hard a scenario is. You win by meeting its goals, and extra goals earn stars.',
      },
    ],
  },
];
