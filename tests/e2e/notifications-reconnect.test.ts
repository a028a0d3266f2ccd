import t from 'tap'
import { signIn, signUp } from '../support/actors.ts'
import { cuttableSocket } from '../support/cut-socket.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { testSocket } from '../support/socket.ts'

const { app, browser } = await pagesTest(t)

t.test('R17: a lost connection opens again by itself, and shows the notifications that came meanwhile', async (t) => {
  const person = await signUp(app)
  const notify = (count: number) =>
    app.coffer.notifications.create({
      userId: person.id,
      category: 'remote-upload-done',
      template: 'remoteUploadDone',
      params: { count },
      action: { type: 'route', params: { route: 'Files', id: null } },
    })
  const page = await browser.visit(`${app.url}/temporary-unavailable`, { as: person })
  const { cut, restore } = await cuttableSocket(page)
  await page.goto(`${app.url}/platform/files`)
  const bell = (name: string) => page.getByRole('button', { name, exact: true })
  await bell('Notifications').waitFor()
  for (const unread of [2, 4]) {
    await cut()
    for (const count of [unread - 1, unread]) await notify(count)
    t.equal(await bell(`Notifications, ${unread} unread`).count(), 0, 'nothing arrives without a connection')
    restore()
    await page.waitForSelector('html[data-realtime]')
    await bell(`Notifications, ${unread} unread`).waitFor()
    await eventuallyMatches(t, () => page.title(), new RegExp(`^\\(${unread}\\) `))
  }
})

t.test('security: a session that begins while the page is on its way is shown', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await page.waitForSelector('html[data-realtime=open]')
  let begun = false
  await page.route('**/user/settings/password/index.pageContext.json*', async (route) => {
    const response = await route.fetch()
    if (!begun) {
      begun = true
      const heard = await testSocket(t, app, person.client)
      await signIn(app, person)
      await heard.next('security-changed')
    }
    await route.fulfill({ response })
  })
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click()
  await eventually(t, () => page.locator('#sessions').getByRole('listitem').count(), 2)
  t.strictSame(browser.errors, [])
})
