import type { Page } from 'playwright-core'
import t from 'tap'
import type { ShareLink } from '../../modules/sharing/contract.ts'
import { boxOf, listedNames, row, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'

const { openFiles, newUser } = await filesTest(t)

/** Starts counting the mouse clicks of the page; returns their number so far. */
const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  let count = 0
  await page.exposeFunction('clicked', () => {
    count += 1
  })
  // A click on a label clicks its field too, without a pointer.
  await page.evaluate(() =>
    addEventListener('pointerdown', () => (window as unknown as { clicked(): void }).clicked(), true),
  )
  return async () => count
}

t.test('tasks: a rename is undone with one click', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'report.txt', 'twelve bytes')
  const page = await openFiles(person)
  await rowHandle(page, 'report.txt').click()
  await page.keyboard.press('F2')
  await page.locator('input[aria-label=Name]:focus').fill('raport.txt')
  await page.keyboard.press('Enter')
  await toastShown(page, 'raport.txt')
  const clicks = await countClicks(page)
  await page
    .getByRole('region', { name: /Notices/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await rowShown(page, 'report.txt')
  await eventually(t, listedNames(person), ['report.txt'])
  await eventually(t, clicks, 1)
})

t.test('tasks: a link for a week with a password takes eight clicks, none of them needless', async (t) => {
  const { person } = await newUser([])
  const file = await putFile(person, 'report.txt', 'twelve bytes')
  const page = await openFiles(person)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clicks = await countClicks(page)
  await row(page, 'report.txt').click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Share “/ })
  await dialog.getByRole('button', { name: 'Create and copy link' }).click()
  await dialog.getByRole('button', { name: 'Never expires' }).click()
  await page.getByRole('dialog', { name: 'Expiration' }).getByText('7 days', { exact: true }).click()
  await dialog.getByRole('button', { name: /^Expires on /, includeHidden: true }).waitFor()
  // The date moves what follows it.
  const password = await boxOf(dialog.getByRole('button', { name: 'No password', includeHidden: true }))
  await page.mouse.click(password.middle.x, password.middle.y)
  await page.getByRole('dialog', { name: 'Expiration' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Password' }).getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog', { name: 'Password' }).getByRole('button', { name: 'Set password' }).click()
  const link = await poll(async () => {
    const { body } = await person.client.get<{ data: { data: ShareLink }[] }>(`/api/items/${file.id}/shares`)
    const attributes = body.data[0]?.data.attributes
    return attributes?.protected && attributes.expires_at ? attributes : null
  })
  t.equal(Math.round((Date.parse(link?.expires_at ?? '') - Date.now()) / 86_400_000), 7)
  t.equal(await clicks(), 8)
  await dialog.getByRole('button', { name: /^Expires / }).click()
  await page.getByRole('dialog', { name: 'Expiration' }).waitFor()
  await page.mouse.click(5, 5)
  await page.getByRole('dialog', { name: 'Expiration' }).waitFor({ state: 'detached' })
  t.ok(await dialog.isVisible(), 'a click on the scrim closes the panel only')
})
