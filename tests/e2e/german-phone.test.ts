import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { wizardSteps } from '../../modules/installer/contract.ts'
import { SetupState } from '../../modules/platform/index.ts'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { testApp } from '../support/app.ts'
import { hydrated, picture, resting } from '../support/browser.ts'
import { testDatabase } from '../support/database.ts'
import { testFolder } from '../support/folders.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { pageFolders } from '../support/page-folders.ts'
import { pageUrls } from '../support/page-urls.ts'
import { pagesTest } from '../support/pages-test.ts'
import { widthFaults } from '../support/width-faults.ts'

const width = 390
const languages = (process.env.PICTURE_LANGUAGES ?? 'de').split(',')
const { doubles, env } = await gatewayDoubles(t)
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { settings } = app.coffer.platform
await settings.set({ subscription_type: 'fixed', allowed_payments: true })

const owner = await signUp(app, { name: 'Friederike Habsburg-Lothringen' })
const admin = await newAdmin(app, { name: 'Maximilian Schwarzenegger' })
for (const { name: service, credentials } of doubles)
  await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
const { urls } = await pageUrls(owner)
const { body: plan } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
  type: 'fixed',
  name: 'Plus für Agenturen mit vielen Freiberuflern',
  currency: 'USD',
  amount: '9',
  interval: 'month',
  features: { max_storage_amount: 1, max_team_members: 1 },
})
t.strictSame(Object.keys(urls).sort(), pageFolders(), 'every page is listed')

const isInstaller = (folder: string) => folder.startsWith('modules/installer/')
const visitorOf = (folder: string) =>
  folder.startsWith('modules/admin/') ? admin : /\/(platform|user|card-form)\b/.test(folder) ? owner : null
const notFound = /^pages\/_error/

const lookAt = async (t: Test, page: Page, url: string, folder: string, language: string) => {
  const answer = await page.goto(url)
  const path = new URL(url).pathname
  if (!notFound.test(folder)) t.ok((answer?.status() ?? 500) < 400, `${path} is there`)
  t.equal(new URL(page.url()).pathname.slice(0, path.length), path, `${path} leads nowhere else`)
  await hydrated(page)
  await resting(page)
  t.strictSame(await page.evaluate(widthFaults), [], path)
  await picture(page, `${language}-${folder.replace(/^modules\/|pages\//g, '').replaceAll(/\W+/g, '-')}`)
}

for (const language of languages) {
  const visit = { width, height: 844, locale: language }

  t.test(`pages: nothing overflows or is cut off in ${language} at ${width} px`, async (t) => {
    for (const person of [null, owner, admin]) {
      await person?.client.patch('/api/user/settings', { name: 'locale', value: language })
      const page = await browser.visit(`${app.url}/`, { ...visit, ...(person ? { as: person } : {}) })
      for (const [folder, paths] of Object.entries(urls)) {
        if (visitorOf(folder) !== person || isInstaller(folder)) continue
        const path = (paths[0] as string)
          .replace(/\/user\/[-\d]{36}\//, `/user/${owner.id}/`)
          .replace(/\/plan\/[-\d]{36}\/[-\d]{36}\//, `/plan/${plan.data.id}/fixed/`)
        await lookAt(t, page, app.url + path, folder, language)
      }
      await page.context().close()
    }
    t.strictSame(browser.errors, [])
  })

  t.test(`setup: nothing overflows or is cut off in ${language} at ${width} px, whatever is chosen`, async (t) => {
    const [db, dataDir] = [await testDatabase(t), testFolder(t)]
    // In the file the wizard may change it, in the environment it may not.
    writeFileSync(join(dataDir, '.env'), `DATABASE_URL=${db.url}\n`, { mode: 0o600 })
    const fresh = await testApp(t, { db, dataDir, pages: true, installed: false, env: { DATABASE_URL: '' } })
    const progress = new SetupState(dataDir)
    for (const step of wizardSteps) progress.complete(step)
    const page = await browser.visit(`${fresh.url}/install`, visit)
    const cookie = { name: 'coffer_setup', value: progress.read().token, url: fresh.url }
    for (const [folder, paths] of Object.entries(urls).filter(([folder]) => isInstaller(folder))) {
      await lookAt(t, page, fresh.url + paths[0], folder, language)
      for (const choice of await page.getByRole('radio').all()) {
        await choice.check()
        t.strictSame(await page.evaluate(widthFaults), [], `${paths[0]} with ${await choice.getAttribute('value')}`)
      }
      await page.context().addCookies([cookie])
    }
    t.strictSame(browser.errors, [])
  })
}
