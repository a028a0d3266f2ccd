import type { Page } from 'playwright-core'
import type { Actor } from './actors.ts'

const newPlan = async (
  { client }: Actor,
  name: string,
  amount: string,
  interval: string,
  [storage, members]: [number, number],
) => {
  const features = { max_storage_amount: storage, max_team_members: members }
  const { status } = await client.post('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name,
    amount,
    currency: 'USD',
    interval,
    features,
  })
  if (status !== 201) throw new Error(`${name}: ${status}`)
}

/** Plus for $9 a month or $90 a year, and Pro for $19 a month. */
export const sellPlans = async (admin: Actor): Promise<void> => {
  await newPlan(admin, 'Plus', '9', 'month', [50, 5])
  await newPlan(admin, 'Pro', '19', 'month', [500, -1])
  await newPlan(admin, 'Plus', '90', 'year', [50, 5])
}

/** Chooses a plan and a gateway in the dialog of plans, which then leads to the gateway. */
export const choosePlan = async (page: Page, plan: RegExp, gateway: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: plan }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await dialog.getByRole('radio', { name: gateway }).press('Space')
  await dialog.getByRole('button', { name: `Continue to ${gateway}` }).press('Enter')
}

/** Cancels on the billing page, with the keyboard. */
export const cancelPlan = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByText(/^You keep \w+ until /).waitFor()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
  await page.getByText('Canceled', { exact: true }).waitFor()
  await page.getByText(/^Ends on /).waitFor()
}
