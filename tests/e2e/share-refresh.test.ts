import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const revoke = (token: string) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })

t.test('share link: returning to the tab refreshes it, and shows that the link was removed', async (t) => {
  const folder = await makeFolder(owner, 'Changing')
  const first = await putFile(owner, 'Early.txt', 'early', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  await hydrated(page)
  await row(page, 'Early.txt').waitFor()
  await page.clock.install()
  const comeBack = async (after: number) => {
    await page.clock.fastForward(after)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  await owner.client.post('/api/remove', { items: [{ id: first.id, type: 'file' }] })
  await putFile(owner, 'Later.txt', 'later', folder)
  await comeBack(60_000)
  await row(page, 'Later.txt').waitFor()
  await row(page, 'Early.txt').waitFor({ state: 'detached' })

  await owner.client.patch(`/api/share/${token}`, { protected: true, password: 'locked meanwhile' })
  await comeBack(60_000)
  await page.waitForURL(/\/authenticate$/)
  t.equal(await page.getByText('Later.txt').count(), 0)
  await owner.client.patch(`/api/share/${token}`, { protected: false })
  await page.goto(`${app.url}/share/${token}`)
  await row(page, 'Later.txt').waitFor()
  await hydrated(page)

  await revoke(token)
  await comeBack(60_000)
  await page.getByRole('main').getByText('404').waitFor()
  t.equal(await page.getByText('Changing').count(), 0)
})

t.test('share link: a folder that was locked meanwhile shows no further rows', async (t) => {
  const folder = await makeFolder(owner, 'Long')
  await seedFolder(app.coffer.platform.db, owner.id, 400, { parent: folder })
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  await hydrated(page)
  await owner.client.patch(`/api/share/${token}`, { protected: true, password: 'locked meanwhile' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForURL(/\/authenticate$/)
  t.strictSame(browser.errors, [])
})

const longFolder = async () => {
  const folder = await makeFolder(owner, 'Archive')
  await seedFolder(app.coffer.platform.db, owner.id, 150, { parent: folder, folders: 1, prefix: 'year ' })
  return `${app.url}/share/${(await makeShare(owner, { id: folder, type: 'folder' })).token}`
}

t.test('share link: a window that has room for more rows gets them without scrolling', async (t) => {
  const page = await browser.visit(await longFolder(), { height: 6_000 })
  await eventually(t, () => page.locator('.share-row').count(), 150)
  t.strictSame(browser.errors, [])
})
