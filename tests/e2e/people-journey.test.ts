import t from 'tap'
import { signIn, signUp } from '../support/actors.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { mailedLink } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { tabTo } from '../support/tab-to.ts'
import { createTeam, sharedWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
const password = 'vier Wörter sind schwer zu raten'

t.test(
  'people: an unknown person is invited by email, signs up and opens the folder, by keyboard on a German phone',
  async (t) => {
    const owner = await signUp(app, { name: 'Ada Lovelace' })
    const email = `neu${Date.now()}@example.org`
    const team = await createTeam(owner, [[{ email }, 'can_edit']], 'Apollo')
    await putFile(owner, 'Plan.txt', 'to the moon', team.id)
    const link = await mailedLink(app.dataDir, email, '/team-folder-invitation/')
    const page = await browser.visit(link, { width: 390, height: 844, theme: 'dark', locale: 'de-DE' })
    const { keyboard } = page
    await page.getByRole('heading', { name: 'Einladung zu „Apollo“' }).waitFor()
    await tabTo(page, 'Annehmen und registrieren')
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
