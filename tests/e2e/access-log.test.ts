import t from 'tap'
import { anonymous } from '../support/actors.ts'
import { row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { app, db, openFiles, newUser } = await filesTest(t)

t.test('log of a link: a visit while more of it is loaded hides no entry', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'twelve bytes')
  const { id, token } = await makeShare(person, file)
  await db.query(
    `insert into share_access_log (share_id, action, visitor) select $1, 'opened', 'v' || n from generate_series(1, 120) n`,
    [id],
  )
  const page = await openFiles(person)
  await page.locator('html[data-realtime=open]').waitFor()
  await row(page, 'report.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /sharing/i }).click()
  const sheet = page.getByRole('dialog', { name: /^Share “/ })
  await sheet.getByRole('button', { name: 'Activity' }).click()
  const entries = sheet.locator('[data-action]')
  await entries.first().waitFor()

  const held = Promise.withResolvers<void>()
  const older = `**/api/share/${token}/log?cursor=*`
  await page.route(older, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(older)
  await sheet.getByRole('button', { name: 'Show more' }).click()
  await asked
  const again = page.waitForResponse(`**/api/share/${token}/log`)
  await (await anonymous(app).fetch(`/file/${file.id}?share=${token}`)).text()
  await sheet.locator('[data-action=downloaded]').waitFor()
  await (await again).finished()
  const answered = page.waitForResponse(older)
  held.resolve()
  await (await answered).finished()
  const more = sheet.getByRole('button', { name: 'Show more' })
  await page.route(older, (route) => route.abort(), { times: 2 })
  await more.press('Enter')
  const retry = sheet.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await retry.press('Enter')
  await failed
  await eventually(t, () => retry.getAttribute('aria-busy'), null)
  t.ok(await retry.evaluate((button) => button === document.activeElement), 'the button keeps the focus')
  while ((await more.count()) > 0) {
    const next = page.waitForResponse(older)
    await more.click()
    await (await next).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  }
  const [{ total } = { total: 0 }] = await db.query<{ total: number }>(
    'select count(*)::int as total from share_access_log where share_id = $1',
    [id],
  )
  await eventually(t, () => entries.count(), total)
})
