import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { headingShown, row, rowNames } from '../support/files-page.ts'
import { follow } from '../support/follow.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

const { app, browser, db, openFiles } = await filesTest(t)

const active = (page: Page) => page.locator('[role=option][aria-selected=true]')
/** The row that is selected alone. */
const selected = (page: Page) => page.locator('[data-index][aria-selected=true] [data-focus]').allInnerTexts()
const find = async (page: Page, query: string, name: RegExp) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill(query)
  await eventuallyMatches(t, () => active(page).innerText(), name)
}

t.test('search: team folders and items are shown in the list that they are in', async (t) => {
  const [owner, other, member] = [await signUp(app), await signUp(app), await signUp(app)]
  await teamWith(owner, [[member, 'can_edit']], 'Zebra crossing')
  await teamWith(other, [[member, 'can_edit']], 'Harbor')
  const archive = await makeFolder(owner, 'Archive')
  await seedFolder(db, owner.id, 300, { parent: archive, prefix: 'Sheet ' })
  await putFile(owner, 'zz Contract.txt', 'signed', archive)
  const theirs = await openFiles(member, { path: 'shared-with-me' })
  const own = await openFiles(owner, { view: { sorting: { field: 'name', direction: 'ASC' } } })

  await t.test('the download of several folders, which belong to others, tells to take one at a time', async (t) => {
    await row(theirs, 'Harbor').waitFor()
    await theirs.keyboard.press('Control+a')
    await theirs.keyboard.press('d')
    const dialog = theirs.getByRole('dialog', { name: 'Download 2 items' })
    await dialog.getByRole('alert').getByText('one at a time').waitFor()
    t.equal(await dialog.getByRole('button', { name: 'Try again' }).count(), 0)
    await theirs.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await follow(theirs, '/platform/files')
    await headingShown(theirs, 'My Files')
  })

  for (const [page, list] of [
    [theirs, 'Shared with me'],
    [own, 'Team folders'],
  ] as const)
    await t.test(`a team folder in “${list}”, which the preview names, too`, async (t) => {
      await find(page, 'zebra', /Zebra crossing/)
      const location = page.getByRole('complementary', { name: 'Preview' }).locator('dd').last()
      await eventually(t, () => location.innerText(), list)
      await page.keyboard.press('Control+Enter')
      await headingShown(page, list)
      await eventually(t, () => selected(page), ['Zebra crossing'])
    })

  await t.test('an item is selected in its folder, however far down', async (t) => {
    await find(own, 'contract', /zz Contract/)
    await own.keyboard.press('Control+Enter')
    await headingShown(own, 'Archive')
    await eventually(t, () => selected(own), ['zz Contract.txt'])
  })
  t.same(browser.errors, [])
})

/** Right click on the background of the list, below its rows. */
const openBackgroundMenu = (page: Page) =>
  page.locator('[data-view]').click({ button: 'right', position: { x: 400, y: 600 } })
/** Sorts by name, in both directions, and reads the list again. */
const sortByName = async (t: Test, page: Page, path: string) => {
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
  await hydrated(page)
  await eventually(t, names, ['Cedar', 'Beech', 'Alder'], `${path}: read again`)
}

t.test('lists: sorted like folders, and the menu of the background opens only where it has an entry', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  let team = ''
  for (const name of ['Beech', 'Cedar', 'Alder']) {
    team = (await teamWith(owner, [[member, 'can_view']], name)).id
    await makeShare(owner, { id: team, type: 'folder' })
  }

  await t.test('of a member who may only view', async (t) => {
    const page = await openFiles(member, { path: 'shared-with-me' })
    await sortByName(t, page, 'shared-with-me')
    for (const [path, heading] of [
      ['shared-with-me', 'Shared with me'],
      ['my-shared-items', 'Shared by me'],
      [`files/${team}`, 'Alder'],
    ] as const) {
      if (path !== 'shared-with-me') await follow(page, `/platform/${path}`)
      await headingShown(page, heading)
      await openBackgroundMenu(page)
      // Opened after it, so that its code has been loaded.
      await page.getByRole('button', { name: 'Sort and view' }).click()
      const menu = page.getByRole('menu')
      await menu.waitFor()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      await openBackgroundMenu(page)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      t.equal(await menu.count(), 0, path)
    }
  })

  await t.test('of the owner', async (t) => {
    await putFile(owner, 'plan.txt', 'plan')
    const page = await openFiles(owner, { path: 'team-folders' })
    await sortByName(t, page, 'team-folders')
    await openBackgroundMenu(page)
    await page.getByRole('menuitem', { name: 'Create team folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create team folder' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await follow(page, '/platform/my-shared-items')
    await headingShown(page, 'Shared by me')
    await sortByName(t, page, 'my-shared-items')
    await follow(page, '/platform/recent-uploads')
    await headingShown(page, 'Recent Uploads')
    const header = page.getByRole('columnheader', { name: 'Name' })
    await header.waitFor()
    t.equal(await header.getByRole('button').count(), 0)
  })
  t.same(browser.errors, [])
})
