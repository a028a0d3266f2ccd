import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { SettingValues } from '../../modules/platform/index.ts'
import type { Actor } from './actors.ts'
import { newAdmin } from './admins.ts'
import { hydrated, type Visit } from './browser.ts'
import type { GatewayDouble } from './gateways/double.ts'
import { gatewayDoubles } from './gateways/gateways.ts'
import { pagesTest } from './pages-test.ts'

/** An installation whose gateways are servers of our own, and the billing page of its users in a browser. */
export const billingTest = async (t: Test, settings: Partial<SettingValues>) => {
  const { doubles, env } = await gatewayDoubles(t)
  const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
  const admin = await newAdmin(app)
  await app.coffer.platform.settings.set({ allowed_payments: true, ...settings })
  for (const { name: service, credentials } of doubles)
    await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
  const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
  const url = `${app.url}/user/settings/billing`
  return {
    app,
    browser,
    admin,
    stripe,
    paypal,
    paystack,
    url,
    async open(as: Actor, visit: Visit = {}): Promise<Page> {
      const page = await browser.visit(url, { as, ...visit })
      await hydrated(page)
      return page
    },
    /** Pays the newest checkout at the gateway's page, and returns from it. */
    async pay(page: Page, double: GatewayDouble): Promise<void> {
      await page.waitForURL(`${double.base}/**`)
      const { reference } = double.checkouts.at(-1) ?? { reference: '' }
      double.pay(reference)
      await page.goto(`${url}?checkout=${reference}`)
    },
  }
}

/** Adds to the balance in the dialog that is open, up to the gateway's page. */
export const fundInDialog = async (page: Page, amount: string, gateway: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add funds (USD)').fill(amount)
  await dialog.getByRole('radio', { name: gateway }).press('Space')
  await dialog.getByRole('button', { name: 'Make a payment' }).press('Enter')
}

/** The message about the payment that the user returned from. */
export const received = (page: Page): Promise<void> => page.getByRole('status').getByText('was received').waitFor()
