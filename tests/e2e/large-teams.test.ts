import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { chooseInMenu } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { createTeam, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
const { db } = app.coffer.platform

t.test('teams: of more than 1,000 members one is searched, changed and another removed', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  await db.query(
    `with created as (
       insert into users (email, first_name, color) select 'crowd' || n || '@example.org', 'Crowd ' || n, '#7c3aed'
       from generate_series(1, 1100) n returning id
     ) insert into team_members (folder_id, user_id, permission) select $1, id, 'can_view' from created`,
    [team.id],
  )
  const page = await browser.visit(`${app.url}/platform/team-folders`, { as: owner })
  await page.getByRole('row').filter({ hasText: 'Project' }).click({ button: 'right' })
  await chooseInMenu(page, 'More sharing options', 'Edit members')
  const dialog = page.getByRole('dialog', { name: 'Edit members' })
  const search = dialog.getByLabel('Search people (1,101)')
  await search.waitFor()
  // The owner comes first.
  const others = dialog.getByRole('listitem').filter({ hasNotText: 'Owner' })
  t.equal(await others.count(), 50)
  t.equal(await dialog.getByRole('listbox').count(), 0, 'the members come before suggestions')
  const shown = async () => (await others.allInnerTexts()).map((text) => text.split('\n')[1])
  t.strictSame((await shown()).slice(0, 3), ['Crowd 1', 'Crowd 2', 'Crowd 3'], 'by name')
  await dialog.getByLabel('Invite by email').fill('zoe@example.org')
  await page.keyboard.press('Enter')
  await eventually(t, async () => (await shown())[0], 'zoe@example.org', 'who was added is in sight')
  await dialog.getByRole('button', { name: 'Remove zoe@example.org' }).click()
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await eventually(t, () => others.count(), 100)
  await search.fill('crowd 1077')
  await eventually(t, () => others.count(), 1)
  t.same(await axeFaults(page), [])
  await dialog.getByLabel('Permission of Crowd 1077').selectOption('can_edit')
  await search.fill('crowd1078@')
  await dialog.getByRole('button', { name: 'Remove Crowd 1078' }).click()
  await dialog.getByText('Nobody has this name or email.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const left = await db.query(
    `select permission, count(*)::int as count from team_members where folder_id = $1 group by permission order by 1`,
    [team.id],
  )
  t.same(left, [
    { permission: 'can_edit', count: 2 },
    { permission: 'can_view', count: 1_098 },
  ])
})

t.test('teams: an invitation for another email says so, also that a link to nothing is none', async (t) => {
  const [owner, other] = [await signUp(app), await signUp(app)]
  const team = await createTeam(owner, [[{ email: `invited${Date.now()}@example.org` }, 'can_view']])
  const [{ id } = { id: '' }] = await db.query<{ id: string }>('select id from team_invitations where folder_id = $1', [
    team.id,
  ])
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
  const field = dialog.getByLabel('Invite by email')
  const room = await field.evaluate((input) => {
    const button = input.parentElement?.querySelector('button')?.getBoundingClientRect()
    const end = input.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(input).paddingRight)
    return (button?.left ?? 0) - end
  })
  t.ok(room >= 0, 'what is typed ends before the button')
  await field.fill('maxi')
  await dialog.getByRole('option', { name: 'Maximiliane von Hohenstein' }).click()
  const name = dialog.getByRole('listitem').getByText('Maximiliane von Hohenstein', { exact: true })
  t.ok(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'not cut')
  t.same(await axeFaults(page), [])
})
