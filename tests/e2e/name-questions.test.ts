import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { chooseInMenu, listedNames, rowHandle, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)
const { person } = await newUser([])
const top = await makeFolder(person, 'Top')
const box = await makeFolder(person, 'Box', top)
const docs = await makeFolder(person, 'Docs', top)
for (const [name, parent] of ['a.txt', 'b.txt', 'c.txt'].flatMap((name) => [
  [name, top] as const,
  [name, box] as const,
]))
  await putFile(person, name, `${name} of ${parent}`, parent)
await putFile(person, 'd.txt', 'd', docs)
const inBox = listedNames(person, `folders/${box}`)

/** Holds the moves of the page. Each call of the result sends the next one. */
const holdMoves = async (page: Page, path: string) => {
  const held: Route[] = []
  await page.route(`**${path}`, async (route) => {
    // Later moves answer a question.
    if (route.request().postDataJSON().on_conflict === 'ask') held.push(route)
    else await route.continue()
  })
  return async () => {
    await poll(() => held.length > 0)
    await held.shift()?.continue()
  }
}
const question = (page: Page, name: string) => page.getByRole('heading', { name: `“${name}” already exists` })

t.test('questions about taken names wait for the open dialog, and each has a choice of its own', async (t) => {
  const page = await openFiles(person, { path: `files/${top}` })
  const release = await holdMoves(page, '/api/move')
  const openMove = async (name: string) => {
    await rowHandle(page, name).click({ button: 'right' })
    await chooseInMenu(page, 'Move')
  }
  for (const name of ['a.txt', 'b.txt']) {
    await openMove(name)
    await page.getByRole('dialog').getByText('Box').click()
    await page.getByRole('button', { name: 'Move here' }).click()
  }
  await openMove('c.txt')
  const field = page.getByRole('textbox', { name: 'New folder' })
  await field.fill('Typed')
  for (const name of ['a.txt', 'b.txt']) {
    await release()
    await rowShown(page, name)
  }
  t.equal(await field.inputValue(), 'Typed', 'the dialog stays open with what was typed')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await question(page, 'a.txt').waitFor()
  await page.getByRole('radio', { name: /^Replace/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await question(page, 'b.txt').waitFor()
  t.ok(await page.getByRole('radio', { name: /^Keep both/ }).isChecked(), 'not the choice made for the first one')
  await page.getByRole('button', { name: 'Continue' }).click()
  await eventually(t, inBox, ['a.txt', 'b (1).txt', 'b.txt', 'c.txt'])
  await page.context().close()
})

t.test('an editor of a link is asked also when another folder is open', async (t) => {
  const { token } = await makeShare(person, { id: top, type: 'folder' }, { permission: 'editor' })
  const page = await browser.visit(`${app.url}/share/${token}`, { width: 390 })
  const release = await holdMoves(page, `/api/sharing/move/${token}`)
  await page.getByRole('button', { name: 'Actions for c.txt' }).click()
  await page.getByText('Move', { exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Box' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await page.getByRole('link', { name: 'Docs', exact: true }).click()
  await page.getByText('d.txt').first().waitFor()
  await release()
  await question(page, 'c.txt').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await eventually(t, inBox, ['a.txt', 'b (1).txt', 'b.txt', 'c (1).txt', 'c.txt'])
  t.same(browser.errors, [])
})
