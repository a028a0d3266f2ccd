import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, anonymous, signIn, signUp } from '../support/actors.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { mailedLink } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tabTo } from '../support/tab-to.ts'
import { createTeam, setMembers, sharedWith, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)

const enter = async (person: Actor, path: string, width = 1280) => {
  const page = await browser.visit(`${app.url}${path}`, { as: person, width, prefs: { detail: true } })
  await page.waitForSelector('html[data-realtime]')
  return page
}
const isHere = (page: Page, { name }: { name: string }) =>
  page.getByRole('list', { name: 'Here now' }).getByRole('img', { name: `${name} has this folder open` })

t.test('people: members see who is in a folder and who did what; a removed member is gone', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ])
  const path = `/platform/files/${team.id}`
  const [first, second] = [await enter(owner, path), await enter(editor, path, 390)]
  await isHere(first, await named(editor)).waitFor()
  await isHere(second, await named(owner)).waitFor()
  const third = await enter(viewer, path)
  await isHere(first, await named(viewer)).waitFor()
  await third.close()
  await isHere(first, await named(viewer)).waitFor({ state: 'detached' })

  const activity = first.getByRole('region', { name: 'Activity' })
  await putFile(editor, 'Minutes.txt', 'agreed', team.id)
  await activity.getByText('Added “Minutes.txt”').waitFor()
  for (const n of [1, 2, 3]) await putFile(editor, `Plan ${n}.txt`, 'agreed', team.id)
  await activity.getByText('Added 4 items').waitFor()
  const share = await makeShare(owner, { id: team.id, type: 'folder' })
  await anonymous(app).get(`/api/sharing/folders/all/${share.token}`)
  await putFile(owner, 'Last.txt', 'agreed', team.id)
  await activity.getByText('Opened the link to “Project”').waitFor()
  t.same(await axeFaults(first), [])

  await setMembers(owner, team.id, [])
  await isHere(first, await named(editor)).waitFor({ state: 'detached' })
  await second.getByRole('heading', { name: 'This folder doesn’t exist' }).waitFor()
})

t.test('people: earlier activity that is shown stays when the folder changes', async (t) => {
  const person = await signUp(app)
  const folder = await makeFolder(person, 'Plans')
  await app.coffer.platform.db.query(
    `insert into folder_activity (owner_id, folder_id, actor_id, by_visitor, action, count, item_ids, created_at)
     select $1, $2, $1, false, case n % 2 when 0 then 'added' else 'renamed' end, 1, '{}', now() - make_interval(hours => n)
     from generate_series(1, 130) n`,
    [person.id, folder],
  )
  const page = await enter(person, `/platform/files/${folder}`)
  const activity = page.getByRole('region', { name: 'Activity' })
  const entries = () => activity.getByRole('listitem').count()
  await eventually(t, entries, 30)
  const showEarlier = activity.getByRole('button', { name: 'Show earlier activity' })
  await showEarlier.click()
  await eventually(t, entries, 60)
  await putFile(person, 'Minutes.txt', 'agreed', folder)
  await activity.getByText('Added “Minutes.txt”').waitFor()
  t.ok((await entries()) > 60)
  await page.route('**/api/browse/activity/*cursor*', (route) => route.abort())
  await showEarlier.click()
  await page.getByText('Couldn’t load activity.').waitFor()
  t.ok((await entries()) > 60, 'also when more cannot be loaded')
})

t.test('people: the connection test tells whether events arrive', async (t) => {
  const person = await signUp(app)
  const page = await enter(person, '/platform/files')
  const test = async (page: Page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('button', { name: 'Notification settings' }).click()
    await page.getByRole('button', { name: 'Test connection' }).click()
  }
  await test(page)
  await page.getByText('Your websocket connection was successfully established').waitFor()
  const offline = await browser.visit(`${app.url}/platform/files`, { as: person })
  await offline.waitForSelector('html[data-realtime]')
  await offline.clock.install()
  const asked = offline.waitForRequest('**/api/notifications/test')
  // Never answered.
  await offline.route('**/api/notifications/test', () => undefined)
  await test(offline)
  await asked
  const failure = offline.getByText('Your websocket connection wasn’t established')
  t.equal(await failure.count(), 0, 'not at once')
  await offline.clock.fastForward(8_500)
  await failure.waitFor()
})

/** The name that others see. */
async function named({ id }: Actor): Promise<{ name: string }> {
  const [row] = await app.coffer.platform.db.query<{ name: string }>(
    `select trim(concat_ws(' ', first_name, last_name)) as name from user_summaries where id = $1`,
    [id],
  )
  return row as { name: string }
}

t.test(
  'people: an unknown person is invited by email, signs up and opens the folder, by keyboard on a German phone',
  async (t) => {
    const owner = await signUp(app, { name: 'Ada Lovelace' })
    const password = 'vier Wörter sind schwer zu raten'
    const email = `neu${Date.now()}@example.org`
    const team = await createTeam(owner, [[{ email }, 'can_edit']], 'Apollo')
    await putFile(owner, 'Plan.txt', 'to the moon', team.id)
    const link = await mailedLink(app.dataDir, email, '/team-folder-invitation/')
    const { settings } = app.coffer.platform
    await settings.set({ registration: false })
    t.teardown(() => settings.set({ registration: true }))
    const page = await browser.visit(link, { width: 390, height: 844, theme: 'dark', locale: 'de-DE' })
    const { keyboard } = page
    await page.getByText('Die Registrierung ist geschlossen.').waitFor()
    t.equal(await page.getByRole('button', { name: 'Annehmen und registrieren' }).count(), 0)
    await settings.set({ registration: true, subscription_type: 'metered' })
    t.teardown(() => settings.set({ subscription_type: 'none' }))
    // The server may have cached the page of a URL that was read before.
    await page.goto(`${link}?plans=none`)
    await page.getByText('Die Registrierung ist geschlossen.').waitFor()
    t.equal(await page.getByRole('button', { name: 'Annehmen und registrieren' }).count(), 0, 'no plan bills it')
    await settings.set({ subscription_type: 'none' })
    await page.goto(`${link}?again`)
    await hydrated(page)
    await page.getByRole('heading', { name: 'Einladung zu „Apollo“' }).waitFor()
    await tabTo(page, 'Annehmen und registrieren')
    await keyboard.press('Enter')
    await page.waitForURL('**/sign-up')
    // The email is opened again later, in another tab.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(link)
    await hydrated(page)
    await tabTo(page, 'Registrieren')
    await keyboard.press('Enter')
    await page.waitForURL('**/sign-up')
    await hydrated(page)
    await eventually(t, () => page.locator('[name=email]').inputValue(), email, 'the invited email is filled in')
    t.same(await axeFaults(page), [])
    for (const [label, value] of [
      ['Vollständiger Name', 'Neil Armstrong'],
      ['Passwort', password],
      ['Passwort wiederholen', password],
    ] as const) {
      await tabTo(page, label)
      await keyboard.type(value)
    }
    await keyboard.press('Enter')
    await page.waitForURL('**/team-folder-invitation/**')
    await page.getByText('Bestätige deine E-Mail-Adresse, um beizutreten.').waitFor()
    t.same(await axeFaults(page), [])
    await page.goto(await mailedLink(app.dataDir, email, '/api/user/verify/'))
    const person = await signIn(app, { email, password, name: 'Neil Armstrong' })
    await eventually(t, () => sharedWith(person), [team.id])
    await page.goto(`${app.url}/platform/shared-with-me`)
    await hydrated(page)
    const open = async (name: string) => {
      await page.locator('[data-focus]').filter({ hasText: name }).first().focus()
      await keyboard.press('Enter')
    }
    await open('Apollo')
    await page.locator('[data-index]').filter({ hasText: 'Plan.txt' }).waitFor()
    t.same(await axeFaults(page), [])
    t.same(browser.errors, [])
  },
)

t.test('people: a session that is signed out in one browser ends in the other', async (t) => {
  const person = await signUp(app, { name: 'Mary Shelley' })
  const elsewhere = await signIn(app, person)
  const other = await browser.visit(`${app.url}/platform/files`, { as: elsewhere, width: 390 })
  await other.waitForSelector('html[data-realtime]')
  const page = await browser.visit(`${app.url}/user/settings/password`, { as: person })
  await tabTo(page, 'Sign out all others')
  await page.keyboard.press('Enter')
  await other.waitForURL(/sign-in\?session=ended&redirect=/)
  await page.getByText('This device').waitFor()
  t.equal((await person.client.get('/api/user')).status, 200)
  t.equal((await elsewhere.client.get('/api/user')).status, 401)
  t.same(browser.errors, [])
})

t.test('people: an invitation says that its email is not accepted, and can be declined', async (t) => {
  const owner = await signUp(app, { name: 'Ada Lovelace' })
  const email = `new${Date.now()}@mailinator.com`
  await createTeam(owner, [[{ email }, 'can_view']], 'Apollo')
  const link = await mailedLink(app.dataDir, email, '/team-folder-invitation/')
  const { settings } = app.coffer.platform
  await settings.set({ block_disposable_email: true })
  t.teardown(() => settings.set({ block_disposable_email: false }))
  const page = await browser.visit(link)
  await page.getByText('This email provider isn’t accepted here.').waitFor()
  t.equal(await page.getByRole('button', { name: 'Accept and sign up' }).count(), 0)
  await hydrated(page)
  await page.getByRole('button', { name: 'Decline invitation' }).click()
  await page.getByRole('button', { name: 'Decline invitation' }).waitFor({ state: 'detached' })
  await eventually(t, () => page.evaluate(() => document.activeElement?.textContent), 'Invitation declined')
})
