import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { headingShown, rowNames, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { sharedWith, teamWith } from '../support/teams.ts'

const { app, browser, db, openFiles } = await filesTest(t)

const active = (page: Page) => page.locator('[role=option][aria-selected=true]')
/** The row that is selected alone. */
const selected = (page: Page) => page.locator('[data-index][aria-selected=true] [data-focus]').allInnerTexts()
const find = async (page: Page, query: string, name: RegExp) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill(query)
  await eventuallyMatches(t, () => active(page).innerText(), name)
}

t.test('search: a team folder is shown in the list that it is in, which the preview names, too', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  await teamWith(owner, [[member, 'can_edit']], 'Zebra crossing')
  for (const [person, list, path] of [
    [member, 'Shared with me', '/platform/shared-with-me'],
    [owner, 'Team folders', '/platform/team-folders'],
  ] as [Actor, string, string][]) {
    const page = await openFiles(person)
    await find(page, 'zebra', /Zebra crossing/)
    const location = page.getByRole('complementary', { name: 'Preview' }).locator('dd').last()
    await eventually(t, () => location.innerText(), list)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(`**${path}`)
    await eventually(t, () => selected(page), ['Zebra crossing'])
  }
  t.same(browser.errors, [])
})

t.test('search: an item is selected in its folder, however far down', async (t) => {
  const person = await signUp(app)
  const folder = await makeFolder(person, 'Archive')
  await seedFolder(db, person.id, 300, { parent: folder, prefix: 'Sheet ' })
  await putFile(person, 'zz Contract.txt', 'signed', folder)
  const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })
  await find(page, 'contract', /zz Contract/)
  await page.keyboard.press('Control+Enter')
  await headingShown(page, 'Archive')
  await eventually(t, () => selected(page), ['zz Contract.txt'])
})

t.test(
  'shared with me: the download of several folders, which belong to others, tells to take one at a time',
  async (t) => {
    const [owner, other, member] = [await signUp(app), await signUp(app), await signUp(app)]
    await teamWith(owner, [[member, 'can_edit']], 'Harbor')
    await teamWith(other, [[member, 'can_edit']], 'Orchard')
    const page = await openFiles(member, { path: 'shared-with-me' })
    await rowShown(page, 'Harbor')
    await rowShown(page, 'Orchard')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: 'Download 2 items' })
    await dialog.getByRole('alert').getByText('one at a time').waitFor()
    t.equal(await dialog.getByRole('button', { name: 'Try again' }).count(), 0)
  },
)

/** Right click on the background of the list, below its rows. */
const openBackgroundMenu = (page: Page) =>
  page.locator('[data-view]').click({ button: 'right', position: { x: 400, y: 600 } })

t.test('lists: the menu of the background opens only where it has an entry', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']])
  const menu = (page: Page) => page.getByRole('menu')
  for (const path of ['shared-with-me', 'my-shared-items', `files/${team.id}`]) {
    const page = await openFiles(member, { path })
    await openBackgroundMenu(page)
    // Opened after it, so that its code has been loaded.
    await page.getByRole('button', { name: 'Sort and view' }).click()
    await menu(page).waitFor()
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    await openBackgroundMenu(page)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    t.equal(await menu(page).count(), 0, path)
  }
  const page = await openFiles(owner, { path: 'team-folders' })
  await openBackgroundMenu(page)
  await page.getByRole('menuitem', { name: 'Create team folder' }).click()
  await page.getByRole('dialog', { name: 'Create team folder' }).waitFor()
  t.same(browser.errors, [])
})

t.test('team folders: a member leaves the open one, and then sees the list', async (t) => {
  for (const width of [1280, 390]) {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']], 'Project')
    const inside = await makeFolder(owner, 'Drafts', team.id)
    const page = await openFiles(member, { path: `files/${inside}`, width })
    const menuOf = (name: string) => page.getByRole('button', { name: `Actions for “${name}”` }).click()
    const leave = page.getByText('Leave team folder', { exact: true })
    await menuOf('Drafts')
    await page.getByText('Download', { exact: true }).waitFor()
    t.equal(await leave.count(), 0, 'it is not the team folder')
    await page.goto(`${app.url}/platform/files/${team.id}`)
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

t.test('lists: team folders and shared items are sorted like folders, and stay so', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  for (const name of ['Beech', 'Cedar', 'Alder']) {
    const team = await teamWith(owner, [[member, 'can_edit']], name)
    await makeShare(owner, { id: team.id, type: 'folder' })
  }
  for (const [person, path] of [
    [owner, 'team-folders'],
    [owner, 'my-shared-items'],
    [member, 'shared-with-me'],
  ] as const) {
    const page = await openFiles(person, { path })
    const names = () => rowNames(page)
    await eventually(t, names, ['Alder', 'Cedar', 'Beech'], `${path}: the newest first`)
    const header = page.getByRole('columnheader', { name: 'Name' })
    await header.getByRole('button').click()
    await eventually(t, names, ['Alder', 'Beech', 'Cedar'], path)
    t.equal(await header.getAttribute('aria-sort'), 'ascending')
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/api/views/') && answer.request().postData()?.includes('DESC') === true,
    )
    await header.getByRole('button').click()
    await eventually(t, names, ['Cedar', 'Beech', 'Alder'], path)
    await saved
    await page.reload()
    await eventually(t, names, ['Cedar', 'Beech', 'Alder'], `${path}: read again`)
  }
  const recent = await openFiles(owner, { path: 'recent-uploads' })
  t.equal(await recent.getByRole('columnheader', { name: 'Name' }).getByRole('button').count(), 0)
  t.same(browser.errors, [])
})
