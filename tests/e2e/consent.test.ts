import t from 'tap'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const { settings } = app.coffer.platform

t.test(
  'consent: services of other companies load after consent only, and nothing of them is there without',
  async (t) => {
    const home = () =>
      fetch(app.url).then(async (answer) => ({
        csp: answer.headers.get('content-security-policy') ?? '',
        html: await answer.text(),
      }))
    const before = await home()
    t.notMatch(`${before.csp} ${before.html}`, /thirdParty|google/i)
    await settings.set({
      google_analytics: 'G-ABC123XYZ',
      allowed_adsense: true,
      adsense_client_id: 'ca-pub-1234567890123456',
      adsense_banner_02: '2234567890',
      adsense_banner_03: '3234567890',
    })
    t.notMatch((await home()).csp, /google/i, 'closed without consent')

    const page = await browser.visit(`${app.url}/contact-us`)
    const requests: string[] = []
    await page.context().route(/google/, (route) => {
      requests.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    const notice = page.getByRole('form', { name: 'Cookies' }).or(page.locator('form:has(button[value=accepted])'))
    t.strictSame(await axeFaults(page), [])
    await notice.getByRole('button', { name: 'Decline' }).press('Enter')
    await page.getByRole('button', { name: 'Cookie settings' }).waitFor()
    await page.goto(app.url)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    t.strictSame(requests, [], 'declined')

    await page.getByRole('button', { name: 'Cookie settings' }).press('Enter')
    await notice.getByRole('button', { name: 'Accept' }).press('Enter')
    await eventually(t, async () => requests.some((url) => url.includes('gtag/js?id=G-ABC123XYZ')), true)
    await eventually(t, async () => requests.some((url) => url.includes('adsbygoogle.js')), true)
    t.equal(await page.locator('ins[data-ad-slot="3234567890"]').count(), 1)
    await page.getByRole('link', { name: 'Contact us' }).first().click()
    await page.locator('ins[data-ad-slot="2234567890"]').waitFor({ state: 'attached' })
    const views = () =>
      page.evaluate(
        () =>
          (window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer?.filter((entry) => entry[1] === 'page_view')
            .length,
      )
    await eventually(t, views, 2)
    t.match((await page.request.get(app.url)).headers()['content-security-policy'], /google-analytics/)

    await page.goto(`${app.url}/sign-in`)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    t.equal(await page.locator('script[src*=google]').count(), 0, 'no script where nothing is measured')
    t.strictSame(browser.errors, [])
  },
)
