import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { boxOf, headingShown, listedNames, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { setMembers, teamWith } from '../support/teams.ts'

const { app, openFiles } = await filesTest(t)

const ownerReason = 'Items stay with their owner. You can’t paste them here.'
const pasteButton = (page: Page) => page.getByRole('button', { name: 'Paste 1 item' })
const myFiles = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Files', exact: true })
const cut = async (page: Page, name: string, key: string) => {
  await rowHandle(page, name).click()
  await page.keyboard.press(key)
  await pasteButton(page).waitFor()
}

t.test(
  'team folders: items of a team are neither dropped nor pasted into the member’s own files, nor own ones there',
  async (t) => {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']], 'Team')
    const inner = await makeFolder(owner, 'Inner', team.id)
    await putFile(owner, 'plan.txt', 'plan', inner)
    await putFile(member, 'own.txt', 'own', null)
    const page = await openFiles(member, { path: `files/${inner}` })
    await rowShown(page, 'plan.txt')
    await page.getByLabel(`Created by: ${owner.name}`).waitFor()
    const start = await boxOf(rowHandle(page, 'plan.txt'))
    const crumb = page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Team' })
    const [own, above] = [await boxOf(myFiles(page)), await boxOf(crumb)]
    const hover = async ({ middle: { x, y } }: typeof own) => {
      let turn = 0
      await poll(async () => {
        turn += 1
        await page.mouse.move(x + (turn % 2), y)
        return turn >= 4
      })
    }
    const isOver = (place: typeof crumb) => place.evaluate((element) => element.hasAttribute('data-over'))
    await page.mouse.move(start.middle.x, start.middle.y)
    await page.mouse.down()
    await page.mouse.move(start.middle.x + 12, start.middle.y + 6)
    await hover(above)
    await eventually(t, () => isOver(crumb), true, 'a folder of the same team invites')
    await hover(own)
    await eventually(t, () => isOver(crumb), false)
    t.equal(await isOver(myFiles(page)), false, 'the own files do not')
    await page.mouse.up()
    await rowShown(page, 'plan.txt')

    await cut(page, 'plan.txt', 'Control+c')
    await myFiles(page).click()
    await headingShown(page, 'My Files')
    await rowShown(page, 'own.txt')
    t.equal(await page.getByLabel(/^Created by: /).count(), 0, 'own files do not name their owner')
    await eventually(t, () => pasteButton(page).getAttribute('aria-disabled'), 'true')
    t.equal(await pasteButton(page).getAttribute('data-tip'), ownerReason)
    t.same(await axeFaults(page), [])
    await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })))
    await toastShown(page, ownerReason)
    t.same(await listedNames(member)(), ['own.txt'])
    t.same(await listedNames(owner, `folders/${team.id}`)(), ['Inner'], 'nothing at the top of the team folder')
    t.same(await listedNames(owner, `folders/${inner}`)(), ['plan.txt'])

    await cut(page, 'own.txt', 'Control+x')
    await page.goBack()
    await headingShown(page, 'Inner')
    await rowShown(page, 'plan.txt')
    await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })))
    await eventually(t, () => pasteButton(page).getAttribute('aria-disabled'), 'true', 'the clipboard keeps its items')
    t.same(await listedNames(owner, `folders/${inner}`)(), ['plan.txt'])

    await page.keyboard.press('Escape')
    await cut(page, 'plan.txt', 'Control+x')
    await crumb.click()
    await headingShown(page, 'Team')
    await pasteButton(page).click()
    await toastShown(page, '“plan.txt” moved to Team')
    await eventually(t, listedNames(owner, `folders/${team.id}`), ['Inner', 'plan.txt'], 'within the team it works')
    await page.context().close()
  },
)

t.test('team folders: only folders that a member may change are drop targets in the tree and the path', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']], 'Team')
  const inner = await makeFolder(owner, 'Inner', team.id)
  const page = await openFiles(member, { path: `files/${inner}` })
  const targets = page.locator(`[data-drop="${team.id}"], [data-drop="${inner}"]`)
  const nodes = page.getByRole('tree', { name: 'Folders' }).getByRole('treeitem')
  await eventually(t, () => nodes.count(), 2)
  t.equal(await targets.count(), 0)
  await setMembers(owner, team.id, [{ id: member.id, permission: 'can_edit' }])
  await page.reload()
  await eventually(t, () => nodes.count(), 2)
  await eventually(t, () => targets.count(), 3, 'two of the tree, one of the path')
  await page.context().close()
})

t.test('files: a member with a full storage adds to a team folder, which uses the owner’s', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']], 'Team')
  await seedFolder(app.coffer.platform.db, member.id, 5)
  await app.coffer.platform.db.query('update users set max_storage_bytes = 1000 where id = $1', [member.id])
  const page = await openFiles(member, { path: `files/${team.id}` })
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(50_000, 65) })
  const pick = async (name: string) => {
    await page.getByRole('button', { name: 'Create' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles(file(name))
  }
  await page.getByRole('button', { name: 'Upload files' }).waitFor()
  await pick('by-member.txt')
  await rowShown(page, 'by-member.txt')
  const actor = { actorId: owner.id, ip: '127.0.0.1' }
  await app.coffer.users.administration.setLimits(owner.id, { max_storage_bytes: 1000 }, actor)
  await pick('too-much.txt')
  const alert = page.getByRole('alertdialog', { name: 'There is no room left here' })
  await alert.getByText('too-much.txt').waitFor()
  await alert.getByRole('button').click()
  await page.getByRole('link', { name: 'My Files' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'My Files' }).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  const line = page.getByRole('menuitem', { name: 'Upload files' })
  await line.waitFor()
  t.equal(await line.getAttribute('aria-disabled'), 'true', 'the own folders use the own storage')
})
