import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import type { TeamFolder } from '../../modules/teams/contract.ts'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { cuttableSocket } from '../support/cut-socket.ts'
import { headingShown, rowShown } from '../support/files-page.ts'
import { follow } from '../support/follow.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { createTeam, sharedWith, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
const { db } = app.coffer.platform

const enter = (person: Actor, path: string, { width = 1440, detail = false } = {}) =>
  browser.visit(`${app.url}${path}`, { as: person, width, prefs: { detail } })
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })

t.test(
  'team folders: the header of an open one shows its people, and opens the dialog that changes them; the list and the details follow',
  async (t) => {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']])
    const withdraw = (email: string, more: object = {}) =>
      owner.client.patch(`/api/teams/folders/${team.id}`, { changes: { withdrawn: [email], ...more } })
    for (const width of [390, 1440]) {
      const page = await enter(owner, `/platform/files/${team.id}`, { width, detail: width === 1440 })
      const people = page.getByRole('button', { name: 'Edit members: Team folder with 2 people' })
      await people.click()
      const dialog = page.getByRole('dialog', { name: 'Edit members' })
      await dialog.getByText(member.email).waitFor()
      await dialog.getByLabel('Invite by email').fill('anna@example.org')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Edit members: Team folder with 2 people · 1 invited' }).waitFor()
      t.same(await axeFaults(page), [])
      if (width === 1440) {
        const details = page.getByRole('complementary', { name: 'Details' })
        await details.getByText('The members of this team folder can open it.').waitFor()
        await details.getByRole('button', { name: 'Edit members' }).click()
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      await follow(page, '/platform/team-folders')
      const told = { 390: 'Team folder with 2 people · 1 invited', 1440: '1 invited' }[width] as string
      await page.getByText(told, { exact: true }).last().waitFor()
      if (width === 1440) {
        await row(page, 'Project').click()
        const members = page.getByRole('region', { name: 'Members' })
        await members.getByText('anna@example.org').waitFor()
        const bob = { type: 'invitation', email: 'bob@example.org', permission: 'can_edit' }
        await withdraw('anna@example.org', { invitations: [bob] })
        await members.getByText('bob@example.org').waitFor()
        await eventually(t, () => members.getByText('anna@example.org').count(), 0)
      } else await withdraw('anna@example.org')
      await page.context().close()
    }
    const theirs = await enter(member, `/platform/files/${team.id}`, { detail: true })
    await theirs.getByRole('heading', { name: 'Project', level: 1 }).waitFor()
    const members = theirs.getByRole('region', { name: 'Members' })
    await eventually(t, () => members.getByRole('listitem').count(), 2)
    t.equal(await theirs.getByRole('button', { name: /^Edit members/ }).count(), 0, 'the owner changes them')
    t.same(browser.errors, [])
  },
)

t.test('team folders: the details of an open one tell after a lost connection who has left meanwhile', async (t) => {
  const [owner, member, other] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [member, 'can_edit'],
    [other, 'can_edit'],
  ])
  const page = await enter(member, '/temporary-unavailable', { detail: true })
  const { cut, restore } = await cuttableSocket(page)
  await page.goto(`${app.url}/platform/files/${team.id}`)
  const members = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
  await eventually(t, () => members.count(), 3)
  await cut()
  await other.client.delete(`/api/teams/folders/${team.id}/leave`)
  restore()
  await eventually(t, () => members.count(), 2)
})

t.test('team folders: the dialog that edits members', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const page = await enter(owner, '/platform/team-folders')
  const people = page.getByRole('button', { name: /^Edit members: / })
  const dialog = page.getByRole('dialog', { name: 'Edit members' })
  const field = dialog.getByLabel('Invite by email')

  await t.test('a person who is added while the members load is invited', async (t) => {
    await follow(page, `/platform/files/${team.id}`)
    const load = Promise.withResolvers<void>()
    await page.route('**/api/teams/folders/*/members', async (route) => {
      await load.promise
      await route.continue()
    })
    await people.click()
    await field.fill('anna@example.org')
    // Accepts what an input method has composed.
    await field.evaluate((input) => {
      const accept = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
      input.dispatchEvent(new KeyboardEvent('keydown', accept))
    })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    t.equal(await field.inputValue(), 'anna@example.org')
    await field.press('Enter')
    await eventually(t, () => field.inputValue(), '')
    load.resolve()
    await dialog.getByText(member.email).waitFor()
    const rows = dialog.getByRole('list', { name: 'Members' }).getByRole('listitem')
    t.match(await rows.first().innerText(), /Owner$/, 'the owner comes first')
    t.equal(await rows.first().getByRole('button').count(), 0, 'and cannot be removed')
    await dialog.getByRole('button', { name: 'Remove anna@example.org' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit members: Team folder with 2 people · 1 invited' }).waitFor()
    await page.unroute('**/api/teams/folders/*/members')
  })

  await t.test('who is invited again by the button or the field keeps the focus there', async (t) => {
    const emails = ['anna@example.org', 'eve@example.org']
    const invited = await createTeam(
      owner,
      emails.map((email) => [{ email }, 'can_edit']),
      'Invited',
    )
    await db.query('update team_invitations set expires_at = now() where folder_id = $1', [invited.id])
    await follow(page, `/platform/files/${invited.id}`)
    await people.click()
    const again = (email = '') => dialog.getByRole('button', { name: `Invite again: ${email}` })
    await eventually(t, () => again().count(), 2)
    await field.fill('anna@example.org')
    await field.press('Enter')
    await again('anna@example.org').waitFor({ state: 'detached' })
    const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
    t.ok(await hasFocus(field))
    await again('eve@example.org').click()
    await eventually(t, () => hasFocus(dialog.getByLabel('Permission of eve@example.org')), true)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  await t.test('what the server does not accept as an email is not added, nor a person twice', async (t) => {
    const abroad = await createTeam(owner, [[{ email: 'jane@münchen.example' }, 'can_edit']], 'Abroad')
    await follow(page, `/platform/files/${abroad.id}`)
    await people.click()
    const shown = dialog.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await eventually(t, () => shown.count(), 2)
    for (const text of ['<a@example.org>', 'a,b@example.org', '"x"@example.org']) {
      await field.fill(text)
      await field.press('Enter')
      await eventually(t, () => field.getAttribute('aria-invalid'), 'true', text)
      t.equal(await field.inputValue(), text)
    }
    for (const email of ['Jane@MÜNCHEN.example', 'jane@xn--mnchen-3ya.example']) {
      await field.fill(email)
      await field.press('Enter')
      await eventually(t, () => field.inputValue(), '')
    }
    t.equal(await shown.count(), 2, 'an email in both of its forms is one person')
    await dialog.getByLabel('Permission', { exact: true }).selectOption('can_view')
    await field.fill('jane@münchen.example')
    await field.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const permissions = () => db.query('select permission from team_invitations where folder_id = $1', [abroad.id])
    await eventually(t, permissions, [{ permission: 'can_view' }], 'typed again with another permission')
  })
})

t.test('team folders: the form of a new one', async (t) => {
  const page = await enter(await signUp(app), '/platform/team-folders?new')

  await t.test('one without a name says so at its field', async (t) => {
    await page.getByLabel('Invite by email').fill('anna@example.org')
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create team folder' })
    await create.click()
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
    await page.getByText('Name the folder.').waitFor()
    t.ok(await name.evaluate((field) => field === document.activeElement && field.getAttribute('aria-invalid')))
    await name.fill('Project')
    await create.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await headingShown(page, 'Project')
  })

  await t.test('a new one says what its people may do, and marks it in the tree', async (t) => {
    await follow(page, '/platform/team-folders?new')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Design team')
    await dialog.getByLabel('Permission', { exact: true }).selectOption({ label: 'Can view' })
    // Who is not added by the button is invited all the same.
    await dialog.getByLabel('Invite by email').fill('anna@example.org')
    t.same(await axeFaults(page), [])
    const created = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await dialog.getByRole('button', { name: 'Create team folder' }).click()
    const { data } = (await (await created).json()) as { data: TeamFolder }
    t.match(data.relationships.invitations.data, [{ attributes: { permission: 'can_view' } }])
    await page.getByText('“Design team” was created, and the invitation was sent.').waitFor()
    await page
      .getByRole('treeitem', { name: /Design team/ })
      .locator('[data-team]')
      .waitFor()
    t.same(browser.errors, [])
  })
})

t.test('move: team folders are marked, and the dialog says who will be able to open the item', async (t) => {
  const owner = await signUp(app)
  const team = await createTeam(owner, [[{ email: 'anna@example.org' }, 'can_edit']], 'Design team')
  await makeFolder(owner, 'Sketches', team.id)
  await makeFolder(owner, 'Private')
  await putFile(owner, 'Plan.txt', 'secret')
  await putFile(owner, 'Known.txt', 'known', team.id)
  const page = await enter(owner, '/platform/files')
  await page
    .getByRole('treeitem', { name: /Design team/ })
    .locator('[data-team]')
    .waitFor()
  const moving = async (name: string) => {
    await row(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
    return page.getByRole('dialog')
  }
  const dialog = await moving('Plan.txt')
  await dialog.locator('label', { hasText: 'Design team' }).locator('[data-team]').waitFor()
  const note = dialog.getByText('The members of “Design team” will be able to open it.')
  await dialog.getByRole('button', { name: 'Folders in Design team' }).click()
  for (const [folder, isTold] of [
    ['Design team', 1],
    ['Private', 0],
    ['Sketches', 1],
  ] as const) {
    await dialog.locator('label', { hasText: folder }).click()
    await eventually(t, () => note.count(), isTold, folder)
  }
  t.same(await axeFaults(page), [])
  await dialog.getByRole('textbox', { name: 'Search folders' }).fill('Sketches')
  const found = dialog.getByRole('group', { name: 'Move to' }).locator('label', { hasText: 'Sketches' })
  await found.click()
  await note.waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await dialog.waitFor({ state: 'detached' })
  await follow(page, `/platform/files/${team.id}`)
  await rowShown(page, 'Known.txt')
  const within = await moving('Known.txt')
  await within.locator('label', { hasText: 'Sketches' }).click()
  await eventually(t, () => within.getByRole('button', { name: 'Move here' }).isEnabled(), true)
  t.equal(await within.getByText(/will be able to open/).count(), 0, 'its members can open it already')
  t.same(browser.errors, [])
})

t.test('team folders: a member leaves the open one, and then sees the list', async (t) => {
  for (const width of [1280, 390]) {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']], 'Project')
    const inside = await makeFolder(owner, 'Drafts', team.id)
    const page = await enter(member, `/platform/files/${inside}`, { width })
    const menuOf = (name: string) => page.getByRole('button', { name: `Actions for “${name}”` }).click()
    const leave = page.getByText('Leave team folder', { exact: true })
    await menuOf('Drafts')
    await page.getByText('Download', { exact: true }).waitFor()
    t.equal(await leave.count(), 0, 'it is not the team folder')
    await page.keyboard.press('Escape')
    await follow(page, `/platform/files/${team.id}`)
    await headingShown(page, 'Project')
    await menuOf('Project')
    await leave.click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL('**/platform/shared-with-me')
    await page.getByRole('heading', { name: 'Nothing shared with you' }).waitFor()
    t.same(await sharedWith(member), [])
  }
  t.same(browser.errors, [])
})
