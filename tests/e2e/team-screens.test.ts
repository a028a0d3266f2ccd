import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { createTeam, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)

t.test('teams: an invitation for another email says so, also that a link to nothing is none', async (t) => {
  const [owner, other] = [await signUp(app), await signUp(app)]
  const team = await createTeam(owner, [[{ email: `invited${Date.now()}@example.org` }, 'can_view']])
  const [{ id } = { id: '' }] = await app.coffer.platform.db.query<{ id: string }>(
    'select id from team_invitations where folder_id = $1',
    [team.id],
  )
  for (const [as, given] of [
    [other, id],
    [other, '00000000-0000-4000-8000-000000000000'],
    [undefined, '00000000-0000-4000-8000-000000000000'],
  ] as const) {
    const link = `${app.url}/team-folder-invitation/${given}`
    t.equal((await (as ? as.client.fetch(new URL(link).pathname) : fetch(link))).status, 404)
    const page = await browser.visit(link, { as, width: 390 })
    await page.getByRole('heading', { name: 'Invitation not found' }).waitFor()
    t.equal(await page.getByText(`You’re signed in as ${other.email}.`).count(), as ? 1 : 0)
    t.same(await axeFaults(page), [])
  }
})

t.test('teams: a phone has the button for a new team folder; members have room for their names', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app, { name: 'Maximiliane von Hohenstein' })]
  await teamWith(owner, [[member, 'can_view']], 'Already there')
  const page = await browser.visit(`${app.url}/platform/team-folders`, { as: owner, width: 390 })
  await page.getByRole('link', { name: 'Create team folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create team folder' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From a phone')
  await dialog.getByLabel('Invite by email').fill('maxi')
  await dialog.getByRole('option', { name: 'Maximiliane von Hohenstein' }).click()
  const name = dialog.getByRole('listitem').getByText('Maximiliane von Hohenstein', { exact: true })
  t.ok(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'not cut')
  t.same(await axeFaults(page), [])
})
