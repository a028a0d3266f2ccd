import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, anonymous } from '../support/actors.ts'
import { listedNames, row, rowGone, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const { app, openFiles, newUser } = await filesTest(t)

const usedBytes = async ({ client }: Actor): Promise<number> => {
  const { body } = await client.get<{ data: { attributes: { used: number } } }>('/api/user/storage')
  return body.data.attributes.used
}

/** Clicks of a task as a person finds them who has never seen the product, by the texts on the screen. */
const clicker = (page: Page) => {
  let clicks = 0
  return {
    click: async (role: 'button' | 'link' | 'row' | 'combobox', name: string | RegExp) => {
      clicks += 1
      const target = role === 'row' ? row(page, name as string) : page.getByRole(role, { name, exact: true }).last()
      await target.click()
    },
    /** Clicks of the task that ends here. */
    taken: () => {
      const taken = clicks
      clicks = 0
      return taken
    },
  }
}

t.test('tasks: who opened a link, ending it, PDFs only, requests; the sidebar after the account pages', async (t) => {
  const { person } = await newUser([])
  await makeFolder(person, 'Camera')
  const report = await putFile(person, 'report.txt', 'twelve bytes')
  await putFile(person, 'offer.pdf', tinyPdf(['Offer']))
  await putFile(person, 'backup.bin', Buffer.alloc(2_000_000, 7))
  const { token } = await makeShare(person, report)
  await anonymous(app).fetch(`/share/${token}/file`, { headers: { accept: 'text/html' } })
  const page = await openFiles(person)
  const { click, taken } = clicker(page)

  await click('row', 'report.txt')
  await click('button', 'Edit sharing')
  await page.getByText('Opened 1 time').waitFor()
  await anonymous(app).fetch(`/share/${token}/file`, { headers: { accept: 'text/html' } })
  await click('button', /^Activity/)
  await page
    .getByText(/^Visitor /)
    .first()
    .waitFor()
  await page.getByText('Opened 2 times').first().waitFor()
  t.equal(taken(), 3, 'who opened it?')

  await click('button', 'Delete link')
  await click('button', 'Delete')
  await page.getByText('Only you have access.').waitFor()
  t.equal(taken() + 2, 4, 'stop sharing it: two clicks before lead to the dialog')
  await page.keyboard.press('Escape')

  await click('button', /^Search anything/)
  // Opens the list of types, then takes one.
  await click('combobox', 'Type')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('PDF')
  await page.getByRole('option', { name: /offer\.pdf/ }).waitFor()
  t.equal(await page.getByRole('option', { name: /report\.txt/ }).count(), 0)
  t.equal(taken() + 1, 3, 'let me see only PDFs')
  for (const _ of [1, 2]) await page.keyboard.press('Escape')

  await click('link', 'Upload requests')
  await click('button', 'New upload request')
  await page.getByLabel('What is it about?').fill('Photos')
  await click('button', 'Create link')
  await click('button', 'Copy')
  t.equal(taken(), 4, 'ask a client for files')
  await page.keyboard.press('Escape')

  const used = await usedBytes(person)
  await click('link', /of 5 GB used/)
  await click('button', /backup\.bin/)
  await toastShown(page, '“backup.bin” moved to the trash')
  await click('link', 'Open trash')
  await rowShown(page, 'backup.bin')
  await page.getByRole('tree').getByText('Camera').waitFor()
  await click('button', 'Empty trash')
  await page.getByRole('alertdialog').getByText('1 item (2 MB) will be deleted permanently.').waitFor()
  await click('button', 'Empty trash')
  await rowGone(page, 'backup.bin')
  t.equal(taken(), 5, 'free 2 GB')
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'nothing is left to be undone')
  await eventually(t, () => usedBytes(person), used - 2_000_000)
})

t.test('a file deleted on the page of the storage is in the trash that was opened before the answer', async (t) => {
  const { person } = await newUser([])
  for (const name of ['first.bin', 'second.bin']) await putFile(person, name, Buffer.alloc(2_000_000, 7))
  const page = await openFiles(person, { path: '../user/settings/storage' })
  await page.locator('html[data-realtime=open]').waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/remove', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete first.bin' }).click()
  await page.getByRole('link', { name: 'Open trash' }).click()
  await page.getByText('Your trash is empty').waitFor()
  answer.resolve()
  await rowShown(page, 'first.bin')

  // The other way round: the action goes on while its screen is left.
  const next = Promise.withResolvers<void>()
  await page.route('**/api/remove', async (route) => {
    await next.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Files', exact: true }).first().click()
  await row(page, 'second.bin').click()
  await page.keyboard.press('Delete')
  await page.getByRole('link', { name: /of 5 GB used/ }).click()
  await page.getByRole('button', { name: 'Delete second.bin' }).waitFor()
  next.resolve()
  await page.getByRole('button', { name: 'Delete second.bin' }).waitFor({ state: 'detached' })
  await page.getByText(/4 MB in the trash/).waitFor()
  await page
    .getByRole('region', { name: /Notices/ })
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await page.getByRole('button', { name: 'Delete second.bin' }).waitFor()
  await eventually(t, listedNames(person), ['second.bin'])
})
