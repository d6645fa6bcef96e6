import { addMinor, fromMinor, type Minor, markMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { CardFace } from '@/entities/card/card-face';
import { TryDemoButton } from '@/entities/customer/try-demo-button';
import { markHydrated } from '@/lib/bundle/hydrated';
import { CONTACT_ADDRESS } from '@/lib/environment';
import { formatMinor } from '@/lib/money';
import { useSession } from '@/lib/session';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { LinkButton } from '@/ui/link';
import { Money } from '@/ui/money';
import { useTitle } from '@/ui/page';
import { HeroClock, useHeroClock } from './clock/hero-clock';
import { WorthChart } from './clock/worth-chart';
import { EducationGlimpse } from './education-glimpse';
import { LoanGlimpse } from './loan-glimpse';
import { SpendingGlimpse } from './spending-glimpse';

export default function LandingPage() {
  useTitle('Banking simulator');
  useLayoutEffect(markHydrated, []);
  const { status } = useSession({ eager: false });
  const actions =
    status === 'signed-in' ? (
      <LinkButton variant="primary" size="lg" to="/dashboard">
        Go to your dashboard
      </LinkButton>
    ) : (
      <span className={status === 'loading' ? 'invisible contents' : 'contents [[data-known]_&]:invisible'}>
        <LinkButton variant="primary" size="lg" className="max-sm:w-full" to="/auth?mode=sign-up">
          Get Started
        </LinkButton>
        <TryDemoButton size="lg" className="max-sm:flex-1" />
        <Button asChild size="lg" variant="ghost" className="max-sm:flex-1">
          <a href="#features">Learn More</a>
        </Button>
      </span>
    );
  return (
    <>
      <Hero actions={actions} />
      <div
        id="features"
        className="mx-auto grid w-full max-w-296 gap-x-16 gap-y-16 px-(--gutter) pt-8 pb-24 md:gap-y-20 lg:grid-cols-12"
      >
        <Feature
          title="Account Management"
          text="Checking, savings, and investments in 3 currencies. Transfer money and see both balances change."
          className="lg:col-span-7"
        >
          <AccountsGlimpse />
        </Feature>
        <Feature
          title="Credit Card Simulator"
          text="Charges and payments that post instantly, a credit limit, and an alert before you reach it."
          className="lg:col-span-5"
        >
          <CardGlimpse />
        </Feature>
        <Feature
          title="Loan Management"
          text="See what a loan or mortgage costs each month and in total."
          className="lg:col-span-12"
        >
          <LoanGlimpse />
        </Feature>
        <Feature
          title="Spending Tracker"
          text="Every transaction with its merchant and category. Search for anything."
          className="lg:col-span-6"
        >
          <SpendingGlimpse />
        </Feature>
        <Feature
          title="Budgeting Tools"
          text="See what's left in each budget and how much you can spend per day."
          className="lg:col-span-6"
        >
          <BudgetGlimpse />
        </Feature>
        <Feature
          title="Financial Education"
          text="Real rules with pretend money. See how every number is calculated, and learn from mistakes for free."
          className="lg:col-span-12 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-x-16"
        >
          <EducationGlimpse />
        </Feature>
      </div>
      <footer className="mx-auto w-full max-w-296 px-(--gutter) text-ink-2 text-sm">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-line border-t py-8">
          <p>Pretend money, exact arithmetic.</p>
          <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
            <a href={`mailto:${CONTACT_ADDRESS}`} className="hover:text-ink hover:underline">
              Contact
            </a>
            <Link to="/privacy-policy" className="hover:text-ink hover:underline">
              Privacy Policy
            </Link>
            <Link to="/terms-of-service" className="hover:text-ink hover:underline">
              Terms of Service
            </Link>
          </nav>
        </div>
      </footer>
    </>
  );
}

function CardGlimpse() {
  return (
    <div className="max-w-120">
      <CardFace name="Tide Card" lastFour="6021" holder="Maya Okafor" />
      <Bar label="Credit utilization" share={0.211} mark={0.3} className="mt-4" />
      <p className="mt-2 flex justify-between text-ink-3 text-sm">
        <span className="figures">$1,265.96 of $6,000.00</span>
        <span>21% utilization. The marker shows 30%.</span>
      </p>
    </div>
  );
}

type FeatureProps = { title: string; text: string; className?: string; children: ReactNode };

function Feature({ title, text, className, children }: FeatureProps) {
  return (
    <section className={classNames('min-w-0', className)}>
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 mb-6 max-w-120 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Hero({ actions }: { actions: ReactNode }) {
  const clock = useHeroClock();
  return (
    <section className="overflow-hidden">
      <div className="mx-auto flex max-w-296 flex-col gap-x-16 gap-y-10 px-(--gutter) pt-14 md:pt-20 lg:flex-row lg:items-end lg:justify-between">
        <div className="min-w-0">
          <p className="mb-4 font-semibold text-accent-ink text-sm">A banking simulator with pretend money</p>
          <h1 className="max-w-160 font-bold text-4xl">See your money ahead of time.</h1>
          <p className="mt-5 max-w-150 text-ink-2 text-lg">
            Experience modern banking with a comprehensive financial simulator. Manage accounts, credit cards,
            loans and track spending. Then fast-forward a day, a month, or 10 years, and see what your choices
            did.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
        </div>
        <HeroClock {...clock} />
      </div>
      <WorthChart day={clock.day} worth={clock.worth} />
    </section>
  );
}

const STEP = toMinor(250);
const CHECKING = toMinor(3495.73);
const SAVINGS = toMinor(12_571.88);

function AccountsGlimpse() {
  const [moved, setMoved] = useState(toMinor(0));
  const checking = subtractMinor(CHECKING, moved);
  const savings = addMinor(SAVINGS, moved);
  const canMove = checking >= STEP;
  return (
    <div className="rounded-3 border border-line bg-surface p-5 md:p-6">
      <Line name="Everyday Checking" detail="•••• 4417" amount={checking} />
      <div className="flex items-center gap-3 border-line border-y py-3">
        <Button size="sm" disabled={!canMove} onClick={() => setMoved(addMinor(moved, STEP))}>
          <ArrowDown className="size-4" />
          Move {formatMinor(STEP)}
        </Button>
        <p aria-live="polite" className="text-ink-2 text-sm">
          {moved === 0
            ? 'Try it.'
            : `${formatMinor(moved)} moved. Your total is still ${formatMinor(addMinor(checking, savings))}.`}
        </p>
      </div>
      <Line name="Rainy Day Savings" detail="•••• 9032" amount={savings} />
    </div>
  );
}

function Line({ name, detail, amount }: { name: string; detail: string; amount: Minor }) {
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-ink-3 text-sm">{detail}</p>
      </div>
      <Money amount={fromMinor(amount)} size="inline" />
    </div>
  );
}

const LIMIT = toMinor(420);
const SPENT = toMinor(322.6);
const BASKET = toMinor(64.18);
const DAYS = 30;
const TODAY = 21;

/** Renders a budget with the remaining amount, days, and pace. The visitor can try purchases. */
function BudgetGlimpse() {
  const [bought, setBought] = useState(toMinor(0));
  const spent = addMinor(SPENT, bought);
  const left = subtractMinor(LIMIT, spent);
  const daysLeft = DAYS - TODAY;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">Food</span>
          <span className="figures">
            {formatMinor(spent)} of {formatMinor(LIMIT)}
          </span>
        </p>
        <Bar label="Food budget used" share={Math.min(spent / LIMIT, 1)} mark={TODAY / DAYS} />
        <p className="mt-1.5 text-ink-3 text-sm">The marker shows today, day 21 of 30.</p>
      </div>
      <p aria-live="polite" className="border-line border-t pt-4 text-ink-2">
        {left >= 0 ? (
          <>
            Left: <Money amount={fromMinor(left)} className="text-ink" />, or{' '}
            {formatMinor(markMinor(Math.trunc(left / daysLeft)))} a day for {daysLeft} days.
          </>
        ) : (
          <>
            <Money amount={fromMinor(subtractMinor(toMinor(0), left))} className="text-negative" /> over
            budget. Move money from another budget, or roll it into next month.
          </>
        )}
      </p>
      <Button
        size="sm"
        className="self-start"
        onClick={() => setBought(left < 0 ? toMinor(0) : addMinor(bought, BASKET))}
      >
        {left < 0 ? 'Restart the month' : `Buy groceries for ${formatMinor(BASKET)}`}
      </Button>
    </div>
  );
}
