import { TINY_SCENARIO } from '../engine/testing/tiny-scenario.ts';
import { expect, expectNoSidewaysScroll, expectNoViolations, REFUSAL, test } from './fixtures/bank.ts';
import { Player } from './fixtures/player.ts';

test('an imported scenario is saved, started, and won', async ({ page, customer }) => {
  test.slow();
  const player = new Player(page, customer);
  await customer.comesTo('/tips/stories');
  await player.brings(TINY_SCENARIO);
  await player.begins();
  await expect(player.strip).toContainText('Half time in 31 days');
  await page.goto('/dashboard/move');
  await page.getByLabel('Amount').fill('300');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Transfer $300.00 to Rainy Day' }).click();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('$300.00 transferred to Rainy Day');
  await player.fastForward('One month later');
  await expect(player.digest).toContainText('Half time');
  await player.putsDigestAway();
  await player.fastForward('One year later');
  await expect(player.digest).toContainText('You won “Two months”.');
  await player.readsHowItWent();
  await expect(page.getByText(/^Won on Apr 30/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your goals' })).toContainText('You saved $30');
  await page.goto('/tips/stories');
  await expect(page.getByRole('list', { name: 'Imported' })).toContainText('Won');
});

test('a scenario is lost, reviewed, and retried from its last checkpoint @phone', async ({
  page,
  customer,
  complaints,
}) => {
  test.slow();
  // After the customer returns to a checkpoint, the page still requests the month that was current before,
  // and the bank refuses.
  complaints.expected(...REFUSAL);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  const player = new Player(page, customer);
  await customer.joins();
  await customer.call('start-scenario', { pack: TINY_SCENARIO, time_zone: 'America/New_York' });
  await customer.comesTo('/dashboard');
  await player.strip.getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Objectives' })).toBeVisible();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await player.fastForward('One year later');
  await expect(player.digest).toContainText('The scenario ended on Apr 30.');
  await expectNoViolations(page);
  await player.readsHowItWent();
  await expect(page.getByRole('list', { name: 'Your goals' })).toContainText('You saved only $0.00.');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Try again from “Half time”' }).click();
  await customer.isOn('/dashboard');
  await expect(player.strip).toContainText('2 of 2');
});
