import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { chooseInMenu, headingShown } from '../support/files-page.ts'
import { follow } from '../support/follow.ts'
import { mailedLink } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { createTeam, invitationOf, setMembers, sharedWith, teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)

const enter = async (person: Actor, path: string, width = 1280) => {
  const page = await browser.visit(`${app.url}${path}`, { as: person, width })
  await page.waitForSelector('html[data-realtime]')
  return page
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })

t.test('teams: of an owner and a member', async (t) => {
  const [owner, member, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const theirs = await enter(member, '/platform/shared-with-me')
  const page = await enter(owner, '/platform/team-folders?new')
  let shared = ''

  await t.test('an owner creates a team folder, and a registered person accepts from the notification', async (t) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Project Apollo')
    await page.getByLabel('Invite by email').fill(member.email)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(member.email).first().waitFor()
    t.same(await axeFaults(page), [])
    await page.getByRole('button', { name: 'Create team folder' }).last().click()
    await page.getByRole('heading', { name: 'Project Apollo', level: 1 }).waitFor()
    // Anybody could have signed up with this email: only the mail has the invitation.
    await theirs.goto(await mailedLink(app.dataDir, member.email, '/team-folder-invitation/'))
    await theirs.getByText('Confirm your email first.').waitFor()
    t.same(await axeFaults(theirs), [])
    await theirs.getByRole('button', { name: 'Send the link' }).click()
    const { pathname } = new URL(await mailedLink(app.dataDir, member.email, '/api/user/verify/'))
    await member.client.fetch(pathname, { redirect: 'manual' })
    await theirs.goto(`${app.url}/platform/shared-with-me`)
    await theirs.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await theirs.getByRole('button', { name: 'Accept' }).click()
    await theirs.getByRole('status').getByRole('button', { name: 'Show folder' }).click()
    await headingShown(theirs, 'Project Apollo')
  })

  await t.test(
    'three browsers on one folder see each other’s changes; a removed member loses the folder',
    async (t) => {
      const team = await teamWith(owner, [
        [member, 'can_edit'],
        [viewer, 'can_view'],
      ])
      const [first, second, third] = [page, theirs, await enter(viewer, `/platform/files/${team.id}`)]
      for (const one of [first, second]) {
        await follow(one, `/platform/files/${team.id}`)
        await headingShown(one, team.attributes.name)
      }
      const file = await putFile(member, 'Minutes.txt', 'agreed', team.id)
      for (const page of [first, second, third]) await row(page, 'Minutes.txt').waitFor()
      await owner.client.patch(`/api/rename/${file.id}`, { name: 'Minutes 2.txt', type: 'file' })
      for (const page of [first, second, third]) await row(page, 'Minutes 2.txt').waitFor()
      await makeFolder(owner, 'Archive', team.id)
      await makeFolder(member, 'Own papers')
      await row(second, 'Archive').waitFor()
      const menu = async (item: string) => {
        await row(second, 'Minutes 2.txt').click({ button: 'right' })
        await second.getByRole('menuitem', { name: item, exact: true }).click()
      }
      await menu('Move')
      const dialog = second.getByRole('dialog')
      await dialog.getByText('Archive', { exact: true }).waitFor()
      await dialog.getByLabel(`New folder in ${team.attributes.name}`).waitFor()
      t.equal(await dialog.getByText('Own papers').count(), 0, 'files stay with their owner')
      await dialog.getByText('Archive', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Move here' }).click()
      for (const page of [first, second, third]) await row(page, 'Minutes 2.txt').waitFor({ state: 'detached' })
      await second.keyboard.press('ControlOrMeta+z')
      for (const page of [first, second, third]) await row(page, 'Minutes 2.txt').waitFor()
      await row(second, 'Minutes 2.txt').click()
      await second.keyboard.press('Delete')
      for (const page of [first, second, third]) await row(page, 'Minutes 2.txt').waitFor({ state: 'detached' })
      shared = team.id
      await setMembers(owner, team.id, [{ id: member.id, permission: 'can_edit' }])
      await third.getByRole('heading', { name: 'This folder doesn’t exist' }).waitFor()
    },
  )

  await t.test('a member leaves, and the owner dissolves the team', async (t) => {
    await follow(theirs, '/platform/shared-with-me')
    await row(theirs, 'Project').click({ button: 'right' })
    await theirs.getByRole('menuitem', { name: 'Leave team folder' }).click()
    await theirs.getByRole('button', { name: 'Leave', exact: true }).click()
    await row(theirs, 'Project').waitFor({ state: 'detached' })
    t.notOk((await sharedWith(member)).includes(shared))
    await follow(page, '/platform/team-folders')
    await row(page, 'Project').click({ button: 'right' })
    await chooseInMenu(page, 'More sharing options', 'Dissolve team')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dissolve team' }).click()
    await row(page, 'Project').waitFor({ state: 'detached' })
    t.equal((await owner.client.get(`/api/items/${shared}`)).status, 200)
  })
})

t.test('teams: the owner’s form, list and details', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const page = await enter(owner, '/platform/team-folders')

  await t.test('members that cannot be loaded are not removed by saving', async (t) => {
    const { promise: asked, resolve: fail } = Promise.withResolvers<void>()
    await page.route('**/api/teams/folders/*/members', async (route) => {
      await asked
      await route.fulfill({ status: 500, json: {} })
    })
    await row(page, 'Project').click({ button: 'right' })
    await chooseInMenu(page, 'More sharing options', 'Edit members')
    const dialog = page.getByRole('dialog', { name: 'Edit members' })
    await dialog.getByText('Loading members').waitFor({ state: 'attached' })
    t.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
    fail()
    await dialog.waitFor({ state: 'detached' })
    await page.unroute('**/api/teams/folders/*/members')
    t.same(await sharedWith(member), [team.id])
  })

  await t.test('the owner’s details of a team folder tell who was invited and has not answered', async (t) => {
    await createTeam(owner, [[{ email: 'waiting@example.org' }, 'can_view']], 'Plans')
    await follow(page, '/platform/team-folders')
    await row(page, 'Plans').click()
    await page.getByRole('button', { name: 'Info panel' }).click()
    const invited = page.getByRole('region', { name: 'Members' }).getByRole('listitem').nth(1)
    await eventually(t, () => invited.innerText(), 'W\nwaiting@example.org\nInvited, no answer yet\nCan view')
  })

  await t.test('the suggestions do not swallow a click; permissions can be read on a phone', async (t) => {
    await follow(page, '/platform/team-folders?new')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second project')
    await dialog.getByLabel('Invite by email').fill('somebody.with.a.long.address@example.org')
    await page.keyboard.press('Enter')
    await dialog.locator('[role=option]').first().waitFor()
    const permission = dialog.getByLabel('Permission of somebody.with.a.long.address@example.org')
    const width = async () => (await permission.boundingBox())?.width ?? 0
    const wide = await width()
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(t, async () => (await width()) >= wide, true)
    await page.setViewportSize({ width: 1280, height: 900 })
    await dialog.getByLabel('Invite by email').focus()
    await dialog.locator('[role=option]').first().waitFor()
    await dialog.getByRole('button', { name: 'Create team folder' }).click()
    await page.getByRole('heading', { name: 'Second project', level: 1 }).waitFor()
  })

  await t.test('the form suggests people one works with', async (t) => {
    await follow(page, '/platform/team-folders?new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Third team')
    await page.getByRole('combobox', { name: 'Invite by email' }).fill(member.email.slice(0, 6))
    await page.getByRole('option').filter({ hasText: member.email }).waitFor()
    t.same(await axeFaults(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Members' }).getByText(member.email).waitFor()
    t.equal(await page.getByRole('combobox', { name: 'Invite by email' }).inputValue(), '')
  })
})

t.test('teams: a member who may only view', async (t) => {
  const [owner, viewer] = [await signUp(app), await signUp(app)]
  const page = await enter(viewer, '/platform/files')

  await t.test('is offered what they may do; the path begins at the list', async (t) => {
    const team = await teamWith(owner, [[viewer, 'can_view']], 'Read only')
    await putFile(owner, 'Report.txt', 'read', team.id)
    await putFile(owner, 'Notes.txt', 'read', team.id)
    await follow(page, `/platform/files/${team.id}`)
    await headingShown(page, 'Read only')
    const path = page.getByRole('navigation', { name: 'Path' })
    t.equal(await path.getByRole('link', { name: 'Shared with me' }).getAttribute('href'), '/platform/shared-with-me')
    t.equal(await page.getByRole('button', { name: 'Create', exact: true }).count(), 0)
    await row(page, 'Report.txt').click()
    await page.keyboard.press('Delete')
    await page.keyboard.press('F2')
    t.equal(await page.getByRole('textbox', { name: 'Name' }).count(), 0)
    await row(page, 'Notes.txt').click({ modifiers: ['ControlOrMeta'] })
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Download' }).waitFor()
    t.equal(await bar.getByRole('button', { name: 'Delete' }).count(), 0)
    await row(page, 'Notes.txt').click({ button: 'right' })
    const items = await page.getByRole('menu').getByRole('menuitem').allTextContents()
    t.equal(items.length, 1, items.join())
    const tree = page.getByRole('tree', { name: 'Folders' })
    const node = (name: string) => tree.getByRole('treeitem', { name, exact: false })
    await node('Read only').waitFor()
    t.same(await node('Read only').getAttribute('aria-selected'), 'true')
    const inner = await makeFolder(owner, 'Drawings', team.id)
    await node('Read only').press('ArrowRight')
    await node('Drawings').click()
    await page.waitForURL(`**/platform/files/${inner}`)
    await eventually(t, () => node('Drawings').getAttribute('aria-selected'), 'true')
    await page.goto(`${app.url}/platform/shared-with-me`)
    await node('Read only').waitFor()
    await follow(page, '/platform/files')
    await node('Read only').waitFor({ state: 'detached' })
  })

  await t.test('an open viewer follows what others do with its file', async () => {
    const team = await teamWith(owner, [[viewer, 'can_view']], 'Drafts')
    const draft = await putFile(owner, 'Draft.txt', 'first', team.id)
    await putFile(owner, 'Other.txt', 'second', team.id)
    await page.goto(`${app.url}/platform/files/${team.id}?view=${draft.id}`)
    await page.waitForSelector('html[data-realtime]')
    const shows = (name: string) => page.getByRole('dialog', { name, exact: true })
    await shows('Draft.txt').waitFor()
    await owner.client.patch(`/api/rename/${draft.id}`, { name: 'Final.txt', type: 'file' })
    await shows('Final.txt').waitFor()
    await owner.client.post('/api/remove', { items: [{ id: draft.id, type: 'file' }] })
    await shows('Other.txt').waitFor()
    await setMembers(owner, team.id, [])
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'This folder doesn’t exist' }).waitFor()
  })
})

t.test('teams: who exceeds the plan is not added to the form', async (t) => {
  const { settings } = app.coffer.platform
  await settings.set({ subscription_type: 'fixed', default_max_team_member: 1 })
  t.teardown(() => settings.set({ subscription_type: 'none' }))
  const page = await enter(await signUp(app), '/platform/files')
  await Promise.all([page.waitForResponse('**/api/user'), page.goto(`${app.url}/platform/team-folders?new`)])
  const field = page.getByLabel('Invite by email')
  await field.fill('first@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove first@example.org' }).waitFor()
  await field.fill('second@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('Your plan doesn’t include more team members.').waitFor()
  t.equal(await field.inputValue(), 'second@example.org')
  t.equal(await page.getByRole('button', { name: 'Remove second@example.org' }).count(), 0)
})

t.test('teams: a person without an account accepts by the link and signs up', async (t) => {
  const owner = await signUp(app)
  const email = `apollo${Date.now()}@example.org`
  const team = await createTeam(owner, [[{ email }, 'can_view']])
  const link = `${app.url}/team-folder-invitation/${await invitationOf(app, team, { email })}`
  const page = await browser.visit(link, { width: 390 })
  await page.getByRole('heading', { name: 'Invitation to “Project”' }).waitFor()
  t.same(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Accept and sign up' }).click()
  await page.waitForURL('**/sign-up')
  await page.waitForFunction(
    (given) => document.querySelector<HTMLInputElement>('[name=email]')?.value === given,
    email,
  )
})

t.test(
  'teams: while the account is blocked, the form gives way to an alert, and the menu entry to its reason',
  async (t) => {
    const owner = await signUp(app)
    const title = 'Creating team folders is turned off for your account'
    const nothing = { canUpload: false, canDownload: false, canCreateFolder: false, canCreateTeamFolder: false }
    t.intercept(app.coffer.billing.entitlements, 'ofAccount', { value: async () => ({ ...nothing, limit: null }) })
    const page = await enter(owner, '/platform/team-folders?new')
    await page.getByRole('alertdialog').filter({ hasText: title }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/platform/team-folders')
    await follow(page, '/platform/files')
    await page.getByRole('button', { name: 'Create', exact: true }).first().click()
    const entry = page.getByRole('menuitem', { name: 'Team folder' })
    t.equal(await entry.getAttribute('aria-disabled'), 'true')
    t.match(await entry.innerText(), new RegExp(title))
  },
)
