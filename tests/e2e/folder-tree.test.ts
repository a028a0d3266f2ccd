import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { teamWith } from '../support/teams.ts'

const { app, browser } = await pagesTest(t)
const { db } = app.coffer.platform
const node = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })

t.test('folder tree: an account with 2,000 folders', async (t) => {
  const person = await signUp(app)
  const last = await seedOneFolder(db, person.id, 'zz last')
  const deep = await seedOneFolder(db, person.id, 'deep', last)
  const deeper = await seedOneFolder(db, person.id, 'deeper', deep)
  await seedFolder(db, person.id, 2_000, { folders: 1, prefix: 'folder ' })
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  const html = async (path: string) => (await page.context().request.get(`${app.url}/platform/${path}`)).text()
  t.ok((await html('files')).length < 600_000, 'the page carries the first level only')
  const tree = page.getByRole('tree')
  const items = tree.getByRole('treeitem')
  await eventually(t, () => items.count(), 201, 'the first 200 and a line for more')
  await page.getByText(/used$/).waitFor()
  t.ok(((await page.getByText(/used$/).boundingBox())?.y ?? 9_999) < 900, 'usage stays visible')
  await picture(page, 'navigator-2000-light')
  t.same(await axeFaults(page), [])

  await items.first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await node(page, 'folder 201').waitFor()
  await eventually(t, () => items.count(), 401)
  await page.waitForFunction(() => document.activeElement?.textContent === 'folder 201')

  await page.goto(`${app.url}/platform/files/${deeper}`)
  await hydrated(page)
  await node(page, 'deeper').waitFor()
  const open = () => node(page, 'zz last').getAttribute('aria-expanded')
  await eventually(t, open, 'true', 'the open folder is shown wherever it is')
  await eventually(t, () => items.count(), 204)
  await node(page, 'deep').focus()
  await page.keyboard.press('ArrowLeft')
  await node(page, 'deeper').waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowRight')
  await node(page, 'deeper').waitFor()
  t.same(await axeFaults(page), [])
  t.same(await axeFaults(page, ['label-content-name-mismatch']), [], 'the name of a folder is its text')
  await picture(page, 'navigator-deep-light')

  await page.goto(`${app.url}/platform/files/${deep}`)
  await hydrated(page)
  await page.getByRole('row').filter({ hasText: 'deeper' }).click()
  const levels = '**/api/browse/subfolders/all*'
  await page.route(levels, (route) => route.abort())
  await page.getByRole('button', { name: 'Move', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').waitFor()
  t.same(await axeFaults(page), [])
  await page.unroute(levels)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Show more' }).waitFor()
  await dialog.getByRole('radio', { name: 'deeper' }).waitFor()
  const radios = () => dialog.getByRole('radio').count()
  await eventually(t, radios, 204, 'the root, the first of its folders, and the way to the open one')
  await picture(page, 'navigator-move')
  await dialog.getByPlaceholder('Search folders').fill('folder 1999')
  await dialog.getByText('folder 1999').click()
  await dialog.getByLabel('New folder in folder 1999').fill('Fresh')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel('New folder in Fresh').waitFor()
  await dialog
    .locator('label')
    .filter({ hasText: /^Fresh$/ })
    .waitFor()
  await picture(page, 'navigator-move-made')
  await dialog.getByRole('radio', { name: 'Fresh', checked: true }).waitFor()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await node(page, 'deeper').waitFor({ state: 'hidden' })
  // The page shows the move before the server has responded.
  const parent = async () => {
    const parents = 'select p.name from items i join items p on p.id = i.parent_id where i.id = $1'
    return (await db.query<{ name: string }>(parents, [deeper]))[0]?.name
  }
  await eventually(t, parent, 'Fresh', 'made and chosen in the dialog')
  t.same(browser.errors, [])
})

t.test(
  'folder tree: Tab reaches it also when the open folder is not shown in it; the move dialog moves into what it shows',
  async (t) => {
    const person = await signUp(app)
    await seedOneFolder(db, person.id, 'Attic')
    const barn = await seedOneFolder(db, person.id, 'Barn')
    const loft = await seedOneFolder(db, person.id, 'Loft', barn)
    const hay = await seedOneFolder(db, person.id, 'Hay', loft)
    const chest = await seedOneFolder(db, person.id, 'Chest')
    const page = await browser.visit(`${app.url}/platform/files/${hay}`, { as: person })
    const stops = () => page.locator('[role=treeitem][tabindex="0"]').allTextContents()
    await eventually(t, stops, ['Hay'], 'the open folder')
    await node(page, 'Loft').focus()
    await page.keyboard.press('ArrowLeft')
    await eventually(t, stops, ['Loft'], 'the nearest one above it')
    await node(page, 'Barn').focus()
    await page.keyboard.press('ArrowLeft')
    await eventually(t, stops, ['Barn'])
    await page.keyboard.press('ArrowRight')
    await eventually(t, stops, ['Loft'])
    await page.getByRole('link', { name: 'Trash', exact: true }).first().click()
    await page.waitForURL('**/trash')
    await eventually(t, stops, ['Attic'], 'the first one')

    // Enter in the search of the move dialog moves nothing into a folder that is no longer shown.
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    const moves: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/move') && moves.push(request.postData() ?? ''))
    await page.getByRole('row').filter({ hasText: 'Chest' }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const search = dialog.getByPlaceholder('Search folders')
    const move = dialog.getByRole('button', { name: 'Move here' })
    await dialog.getByText('Attic').click()
    await search.fill('Barn')
    await search.press('Enter')
    await dialog.getByRole('radio', { name: 'Barn', checked: false }).waitFor()
    t.ok(await move.isDisabled(), 'the chosen folder is not among the hits')
    await search.fill('')
    await dialog.getByRole('radio', { name: 'Attic', checked: true }).waitFor()
    await search.press('Enter')
    await dialog.getByText('Barn').click()
    await move.click()
    await page.getByRole('row').filter({ hasText: 'Chest' }).waitFor({ state: 'hidden' })
    const parent = async () =>
      (await db.query<{ parent_id: string }>('select parent_id from items where id = $1', [chest]))[0]?.parent_id
    await eventually(t, parent, barn)
    t.equal(moves.length, 1)
    t.same(browser.errors, [])
  },
)

t.test('move dialog: the search finds folders where items may go, however many others have the name', async (t) => {
  const [person, owner] = [await signUp(app), await signUp(app)]
  const own = await seedOneFolder(db, person.id, 'Own')
  await seedFolder(db, person.id, 60, { parent: own, folders: 1, prefix: 'Project ' })
  const team = await teamWith(owner, [[person, 'can_edit']], 'Team of projects')
  const plans = await seedOneFolder(db, owner.id, 'Plans', team.id)
  await seedOneFolder(db, owner.id, 'Projects of the team', plans)
  await seedOneFolder(db, owner.id, 'Memo', team.id)
  const page = await browser.visit(`${app.url}/robots.txt`, { as: person, hydrates: false })
  const dialogFor = async (path: string, name: string) => {
    await page.goto(`${app.url}${path}`)
    await hydrated(page)
    await page.getByRole('row').filter({ hasText: name }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Search folders').fill('project')
    return dialog
  }
  const inTeam = await dialogFor(`/platform/files/${team.id}`, 'Memo')
  await inTeam.getByRole('radio', { name: 'Projects of the team Team of projects / Plans' }).waitFor()
  t.same(await inTeam.getByRole('radio').count(), 2, 'with the team folder itself')
  const inOwn = await dialogFor('/platform/files', 'Own')
  await inOwn.getByRole('radio').nth(49).waitFor()
  t.equal(await inOwn.getByRole('radio').count(), 50)
  await inOwn.getByRole('button', { name: 'Show more' }).click()
  await inOwn.getByRole('radio').nth(59).waitFor()
  t.equal(await inOwn.getByRole('radio').count(), 60)
  t.equal(await inOwn.getByRole('radio', { name: 'team' }).count(), 0)
})
