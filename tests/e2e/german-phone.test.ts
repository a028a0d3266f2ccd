import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated, picture, resting } from '../support/browser.ts'
import { pageFolders } from '../support/page-folders.ts'
import { pageUrls } from '../support/page-urls.ts'
import { pagesTest } from '../support/pages-test.ts'

const width = 390
const languages = (process.env.PICTURE_LANGUAGES ?? 'de').split(',')
const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const { settings } = app.coffer.platform
await settings.set({ subscription_type: 'fixed', allowed_payments: true })

const owner = await signUp(app, { name: 'Friederike Habsburg-Lothringen' })
const admin = await newAdmin(app, { name: 'Maximilian Schwarzenegger' })
const { urls } = await pageUrls(owner)
const { body: plan } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
  ...{ type: 'fixed', name: 'Plus', currency: 'USD', amount: '9', interval: 'month' },
  features: { max_storage_amount: 1, max_team_members: 1 },
})
t.strictSame(Object.keys(urls).sort(), pageFolders(), 'every page is listed')

const visitorOf = (folder: string) =>
  folder.startsWith('modules/admin/') ? admin : /\/(platform|user|card-form)\b/.test(folder) ? owner : null

/** Pages of a fresh installation and of payments by card, and the error page. */
const notFound = /^pages\/_error|^modules\/installer|\/card-form$/

/** Wider than the window, or a control whose own text is cut off without an ellipsis. */
const faults = () => {
  const wide = document.documentElement.scrollWidth - window.innerWidth
  const cut = [...document.querySelectorAll('button, a, h1, h2, h3, label, legend, [role=tab]')].filter(
    (element) =>
      element.checkVisibility() &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible' &&
      getComputedStyle(element).textOverflow !== 'ellipsis' &&
      !element.querySelector('.truncate') &&
      element.clientWidth > 1,
  )
  return [...(wide > 0 ? [`${wide} px too wide`] : []), ...cut.map((element) => `cut: ${element.textContent?.trim()}`)]
}

for (const language of languages)
  t.test(`pages: nothing overflows or is cut off in ${language} at ${width} px`, async (t) => {
    for (const person of [null, owner, admin]) {
      await person?.client.patch('/api/user/settings', { name: 'locale', value: language })
      const page = await browser.visit(`${app.url}/`, {
        ...{ width, height: 844, locale: language },
        ...(person ? { as: person } : {}),
      })
      for (const [folder, paths] of Object.entries(urls)) {
        if (visitorOf(folder) !== person) continue
        const path = (paths[0] as string)
          .replace(/\/user\/[-\d]{36}\//, `/user/${owner.id}/`)
          .replace(/\/plan\/[-\d]{36}\/[-\d]{36}\//, `/plan/${plan.data.id}/fixed/`)
        const answer = await page.goto(`${app.url}${path}`)
        if (!notFound.test(folder)) t.ok((answer?.status() ?? 500) < 400, `${path} is there`)
        await hydrated(page)
        await resting(page)
        t.strictSame(await page.evaluate(faults), [], path)
        await picture(page, `${language}-${folder.replace(/^modules\/|pages\//g, '').replaceAll(/\W+/g, '-')}`)
      }
      await page.context().close()
    }
    t.strictSame(browser.errors, [])
  })
