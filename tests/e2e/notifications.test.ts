import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { notificationCategories } from '../../modules/notifications/contract.ts'
import { type Actor, proveEmail, signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { notifyOfAll } from '../support/notifications.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { createTeam, invitationOf } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
// Without plans there is no billing page.
await app.coffer.platform.settings.set({ subscription_type: 'fixed' })

const enter = async (as: Actor, visit: { width?: number; theme?: 'dark' } = {}) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as, ...visit })
  await page.waitForSelector('html[data-realtime]')
  return page
}

/** One notification of each category. */
const createAll = async (person: Actor) => {
  const inviter = await signUp(app, { name: 'Ada Lovelace' })
  await proveEmail(person)
  const team = await createTeam(inviter, [[person, 'can_edit']], 'Apollo')
  await notifyOfAll(app, person)
  await eventually(t, async () => (await unreadOf(person)).length, notificationCategories.length)
  return invitationOf(app, team, person)
}
const unreadOf = async ({ client }: Actor) => {
  const { data } = (
    await client.get<{ data: { data: { attributes: { read_at: string | null } } }[] }>('/api/notifications')
  ).body
  return data.filter(({ data }) => data.attributes.read_at === null)
}
const card = (page: Page, title: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: title })
const menuOf = (page: Page, title: string) => card(page, title).getByRole('button', { name: `Actions for “${title}”` })

t.test('notifications: each category, its action, the sound, one dismissed and one unread again', async (t) => {
  const person = await signUp(app)
  await createAll(person)
  const page = await enter(person)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await page.getByRole('button', { name: 'Notifications, 11 unread' }).waitFor()
  await page.evaluate(() => {
    const played: string[] = []
    Object.assign(window, {
      played,
      Audio: function Audio(this: HTMLAudioElement, url: string) {
        played.push(url)
        this.play = async () => undefined
      },
    })
  })
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const highlighted = panel.locator('li.bg-brand-tint')
  await eventually(t, () => highlighted.count(), 11, 'highlighted')
  await eventually(t, () => highlighted.count(), 0, 'for a moment')
  t.equal(await panel.locator('li:not(:has(svg))').count(), 0, 'each has an icon')
  await card(page, 'You received a bonus').getByText('€1,234.50 was added to your balance.').waitFor()
  t.same(await axeFaults(page), [])
  await picture(page, 'notifications-all')

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    card(page, 'Upload request').getByRole('link', { name: 'Upload files' }).click(),
  ])
  await opened.waitForURL('**/demo')
  await opened.close()
  await bell.click()
  const invitation = card(page, 'Invitation to a team folder')
  const fill = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  t.equal(
    await fill(invitation.getByRole('button', { name: 'Accept' })),
    await fill(page.getByRole('button', { name: 'Create', exact: true }).first()),
    'the primary button, which an unread card’s tint does not swallow',
  )
  await invitation.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('You declined the invitation.').waitFor()
  await eventually(
    t,
    () => card(page, 'Invitation to a team folder').getByRole('button', { name: 'Accept' }).count(),
    0,
  )

  await menuOf(page, 'Backup failed').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await card(page, 'Backup failed').waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await eventually(t, focused, 'Actions for “Your link was used”', 'the focus is on the next one')
  await menuOf(page, 'Your link was used').click()
  await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
  await eventually(t, async () => (await unreadOf(person)).length, 1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await card(page, 'Billing alert').getByRole('link', { name: 'Open billing' }).click()
  await page.waitForURL('**/user/settings/billing')
  await panel.waitFor({ state: 'detached' })

  const sounds = () => page.evaluate(() => (window as unknown as { played: string[] }).played)
  t.same(await sounds(), [], 'opening makes no sound')
  await app.coffer.notifications.create({
    userId: person.id,
    category: 'gift',
    template: 'bonus',
    params: { amount: '5.00', currency: 'EUR' },
  })
  await eventually(t, sounds, ['/audio/blop.wav'])
  t.same(browser.errors, [])
})

t.test(
  'notifications: older ones are read when they are shown, as unread ones, and stay when one arrives',
  async (t) => {
    const person = await signUp(app)
    const create = (count: number) =>
      app.coffer.notifications.create({
        userId: person.id,
        category: 'remote-upload-done',
        template: 'remoteUploadDone',
        params: { count },
      })
    for (let count = 2; count < 35; count++) await create(count)
    const page = await enter(person)
    await page.getByRole('button', { name: 'Notifications, 33 unread' }).click()
    const cards = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
    await eventually(t, () => cards.count(), 20)
    await page.locator('[data-bell][aria-label="Notifications, 13 unread"]').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show older' }).click()
    await eventually(t, () => cards.count(), 33)
    await page.locator('[data-bell][aria-label="Notifications"]').first().waitFor({ state: 'attached' })
    t.equal(await page.getByRole('region', { name: 'Unread' }).getByRole('listitem').count(), 33)
    await create(99)
    await page.getByRole('dialog').getByText('99 files have been saved.').waitFor()
    t.equal(await cards.count(), 33, 'as many as before')
    await page.getByRole('button', { name: 'Show older' }).click()
    await eventually(t, () => cards.count(), 34)

    await page.keyboard.press('Escape')
    for (let count = 2; count < 35; count++) await create(count)
    await page.reload()
    await page.getByRole('button', { name: 'Notifications, 33 unread' }).click()
    await page.locator('[data-bell][aria-label="Notifications, 13 unread"]').first().waitFor({ state: 'attached' })
    const markAll = page.getByRole('button', { name: 'Mark all as read' })
    await markAll.focus()
    await page.keyboard.press('Enter')
    await markAll.waitFor({ state: 'detached' })
    await page.locator('[data-bell][aria-label="Notifications"]').first().waitFor({ state: 'attached' })
    t.equal((await unreadOf(person)).length, 0)
    await page.locator('[role=dialog] :focus').waitFor()
    t.strictSame(browser.errors, [])
  },
)

t.test('notifications: a panel that is open in a hidden tab reads nothing until the tab is visible', async (t) => {
  const person = await signUp(app)
  const page = await enter(person)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notifications/read')) reads += 1
  })
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await app.coffer.notifications.create({
    userId: person.id,
    category: 'remote-upload-done',
    template: 'remoteUploadDone',
    params: { count: 7 },
  })
  await page.getByRole('dialog').getByText('7 files have been saved.').waitFor()
  t.equal(reads, 0)
  t.equal((await unreadOf(person)).length, 1)
  await setVisibility('visible')
  await eventually(t, async () => (await unreadOf(person)).length, 0)
})

t.test('notifications: a choice that could not be saved does not take back another one', async (t) => {
  const page = await enter(await signUp(app))
  const fail = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/notifications/settings', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    asked += 1
    if (asked > 2) return route.continue()
    await fail.promise
    await route.abort()
  })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  const choice = (name: string) => page.getByRole('combobox', { name })
  const before = await choice('Payments').inputValue()
  await choice('Payments').selectOption('Off')
  await choice('Payments').selectOption(before === 'mail' ? 'app' : 'mail')
  await choice('Team folders').selectOption('Off')
  fail.resolve()
  await eventually(t, () => choice('Payments').inputValue(), before)
  t.equal(await choice('Team folders').inputValue(), 'off')
  await eventually(t, () => asked, 3)
})

t.test('notifications: categories are configured; on a phone in German; cleared', async (t) => {
  const person = await signUp(app)
  await createAll(person)
  await person.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const page = await enter(person, { width: 390, theme: 'dark' })
  await page.getByRole('button', { name: /11 ungelesen/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Mitteilungen' })
  await sheet.getByText('1.234,50 €').first().waitFor()
  t.same(await axeFaults(page), [])
  await picture(page, 'notifications-phone-de')
  await sheet.getByRole('button', { name: 'Einstellungen für Mitteilungen' }).click()
  const choice = page.getByRole('combobox', { name: 'Teamordner' })
  await choice.selectOption('Aus')
  t.equal(
    await page.getByRole('combobox').count(),
    notificationCategories.length - 1,
    'without those of administrators',
  )
  const channel = async () => {
    const { data } = (
      await person.client.get<{ data: { category: string; channel: string }[] }>('/api/notifications/settings')
    ).body
    return data.find(({ category }) => category === 'team-invitation')?.channel
  }
  await eventually(t, channel, 'off')
  t.same(await axeFaults(page), [])
  await picture(page, 'notification-settings-phone-de')
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Alle löschen' }).click()
  await page.getByText('Offene Einladungen bleiben').waitFor()
  await sheet.getByRole('button', { name: 'Alle löschen' }).waitFor({ state: 'detached' })
  t.equal(await sheet.getByRole('listitem').count(), 1, 'only here it can be answered')
  await sheet.getByRole('button', { name: 'Ablehnen' }).click()
  await sheet.getByRole('button', { name: 'Alle löschen' }).click()
  await sheet.getByText('Du hast keine Mitteilungen').waitFor()
  t.same(browser.errors, [])
})
