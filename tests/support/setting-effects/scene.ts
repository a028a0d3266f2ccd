import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { type SettingValues, settingsChanged } from '../../../modules/platform/index.ts'
import { type Actor, anonymous, signUp } from '../actors.ts'
import { newAdmin } from '../admins.ts'
import { type TestApp, testApp } from '../app.ts'
import { type TestBrowser, testBrowser } from '../browser.ts'
import type { GatewayDouble } from '../gateways/double.ts'
import { gatewayDoubles } from '../gateways/gateways.ts'
import { testServer } from '../server.ts'
import { type MailSink, mailSink } from '../smtp.ts'
import { type Outside, outsideServices } from './outside.ts'

/** Two processes on one database: an administrator's browser at the one, everybody else at the other. */
export interface SettingScene {
  /** The process of users and visitors. */
  app: TestApp
  /** Origin of the administrator's process. */
  officeUrl: string
  browser: TestBrowser
  admin: Actor
  user: Actor
  /** The user's browser, which has accepted cookies; empty at the beginning of a round. */
  page: Page
  /** Requests of this page to Google, which are answered with nothing. */
  googled: string[]
  gateways: GatewayDouble[]
  outside: Outside
  sink: MailSink
  /** HTML of a page for a visitor. */
  html(path: string, headers?: Record<string, string>): Promise<string>
  /** Signs somebody up; whether they are signed in then. */
  register(given?: Record<string, string>): Promise<{ status: number; signedIn: boolean }>
  /** Gives settings a value before a proof. */
  prepare(values: Partial<SettingValues>): Promise<void>
  /** All settings have their default values again. */
  reset(): Promise<void>
}

/**
 * A proof of a setting: the entered value, a reading of its effect, and the expected result. Before the change, the reading
 * gives another one.
 */
export type SettingProof = [
  enter: string | boolean | Buffer | ((admin: Page) => Promise<void>),
  seen: () => unknown,
  expected: unknown,
]

export const settingsScene = async (t: Test): Promise<SettingScene> => {
  const outside = await outsideServices(t)
  const { doubles: gateways, env: gatewayEnv } = await gatewayDoubles(t)
  const env = { ...gatewayEnv, ...outside.env, API_RATE_LIMIT: '0,0' }
  const app = await testApp(t, { pages: true, env })
  const office = await testServer(t, { db: app.db, dataDir: app.dataDir, env: { ...env, LOG_LEVEL: 'error' } })
  const browser = await testBrowser(t)
  const { settings, realtime, db } = app.coffer.platform
  const [admin, user] = [await newAdmin(app), await signUp(app)]
  const page = await browser.visit(`${app.url}/platform/files`, { as: user })
  await page.context().addCookies([{ name: 'cookie_notice', value: 'accepted', url: app.url }])
  const googled: string[] = []
  await page.context().route(/google/, (route) => {
    googled.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return {
    app,
    officeUrl: office.url,
    browser,
    admin,
    user,
    page,
    googled,
    gateways,
    outside,
    sink: await mailSink(t),
    html: async (path, headers = {}) => (await anonymous(app).fetch(path, { headers })).text(),
    async register(given = {}) {
      const client = anonymous(app)
      const password = 'four unrelated words'
      const body = { email: `${randomUUID()}@example.org`, name: 'New', password, password_confirmation: password }
      const { status } = await client.post('/api/register', { ...body, ...given })
      return { status, signedIn: (await client.get('/api/user')).status === 200 }
    },
    prepare: (values) => settings.set(values),
    async reset() {
      // Else it reads its data again after each change.
      await page.goto(`${app.url}/robots.txt`)
      await db.query("delete from settings where name not in ('setup_wizard_success', 'installation_id')")
      realtime.publishToEverybody({ event: settingsChanged, ids: {} })
    },
  }
}
