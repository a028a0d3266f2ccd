import type { Page } from 'playwright-core'
import t from 'tap'
import { newAdmin } from '../support/admins.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const admin = await newAdmin(app, { name: 'Ada Admin' })
await app.coffer.platform.db.query(
  `insert into users (email, first_name, color) select 'crowd' || n || '@example.org', 'Crowd ' || n, '#7c3aed'
   from generate_series(1, 120) n`,
)

const top = (page: Page) => page.evaluate(() => Math.round(document.querySelector('main')?.scrollTop ?? -1))
const shown = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor()

/** Lets the browser go back by these entries while the next page is rendered. */
const goBackEarly = (page: Page, entries: number) =>
  page.evaluate((entries) => {
    const push = history.pushState.bind(history)
    history.pushState = (...state) => {
      history.pushState = push
      push(...state)
      history.go(-entries)
      document.documentElement.dataset.wentBack = ''
      const until = performance.now() + 50
      while (performance.now() < until);
    }
  }, entries)

t.test('pages of the shell begin at their top, and Back leads to where a page was left', async (t) => {
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin, height: 600 })
  const next = page.getByRole('link', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  const left = await top(page)
  t.ok(left > 200, `${left}`)
  await next.click()
  await page.waitForURL(/cursor=/)
  await eventually(t, () => top(page), 0, 'the second page begins at its top')
  await page.goBack()
  await eventually(t, () => top(page), left, 'the first page is where it was left')

  await page.getByRole('link', { name: 'Audit' }).click()
  await shown(page, 'Audit log')
  await eventually(t, () => top(page), 0, 'another page of the same layout too')
  await page.goBack()
  await shown(page, 'Users')
  await eventually(t, () => top(page), left)

  await page.getByRole('link', { name: 'Files', exact: true }).first().click()
  await page.waitForURL('**/platform/files')
  await page.goBack()
  await eventually(t, () => top(page), left, 'back from another layout')

  await goBackEarly(page, 1)
  await page.getByRole('link', { name: 'Files', exact: true }).first().click()
  await page.locator('html[data-went-back]').waitFor()
  await shown(page, 'Users')
  await eventually(t, () => top(page), left, 'back before the other layout was shown')
})

t.test('pages of one layout: Back before a shorter page is shown leads to where a page was left', async (t) => {
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin, height: 600 })
  const next = page.getByRole('link', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  const left = await top(page)
  await next.click()
  await page.waitForURL(/cursor=/)
  await eventually(t, () => top(page), 0)
  for (const entries of [2, 1]) {
    await goBackEarly(page, entries)
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      delete dataset.sawAudit
      new MutationObserver((_, observer) => {
        if (document.querySelector('h1')?.textContent !== 'Audit log') return
        dataset.sawAudit = ''
        observer.disconnect()
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.locator('html[data-saw-audit]').waitFor()
    await shown(page, 'Users')
    await eventually(t, () => top(page), left, `back by ${entries}`)
  }
  t.strictSame(browser.errors, [])
})

t.test('pages of the shell that load again, or with another filter, stay where they are', async (t) => {
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin, height: 600 })
  const scrollTo = (y: number) =>
    page.evaluate((y) => {
      const main = document.querySelector('main') as HTMLElement
      main.scrollTop = y
    }, y)
  await scrollTo(40)
  await page.getByLabel('Role').selectOption('user')
  await page.waitForURL(/role=user/)
  await page.waitForFunction(() => !document.querySelector('main')?.textContent?.includes('Ada Admin'))
  t.equal(await top(page), 40)
  await scrollTo(300)
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).press('ArrowRight')
  await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  await page.getByRole('button', { name: 'Mein Konto' }).waitFor()
  t.equal(await top(page), 300)
  t.strictSame(browser.errors, [])
})
