import t from 'tap'
import { chooseInMenu, rowHandle, rowShown } from '../support/files-page.ts'
import { notifyOfAll } from '../support/notifications.ts'
import { filesTest } from '../support/pages-test.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

t.test('an error in the details, a dialog or the notifications leaves the rest of the page', async (t) => {
  const { person } = await newUser(['Box'])
  await putFile(person, 'note.txt', 'first')
  await putFile(person, 'note.txt', 'second', null, { on_conflict: 'replace' })
  await notifyOfAll(app, person)
  const page = await openFiles(person)
  /** Answers of these calls have a time or a name that cannot be shown. */
  const breakAnswers = (url: string, pattern: RegExp, by: string) =>
    page.route(url, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(pattern, by) })
    })
  const message = 'Something went wrong here'
  await breakAnswers('**/api/items/*/versions', /("stored_at":)"[^"]*"/g, '$1"never"')
  await breakAnswers('**/api/browse/subfolders/**', /("name":)"[^"]*"/g, '$1{}')
  await breakAnswers('**/api/notifications*', /("created_at":)"[^"]*"/g, '$1"never"')

  await rowHandle(page, 'note.txt').dblclick()
  const viewer = page.getByRole('dialog', { name: 'note.txt', exact: true })
  await viewer.getByText('second').waitFor()
  await page.keyboard.press('i')
  await viewer.getByRole('complementary').getByText(message).waitFor()
  t.ok(await viewer.getByText('second').isVisible(), 'the file stays in view')
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByText(message).waitFor()
  await page.keyboard.press('Escape')

  await rowHandle(page, 'note.txt').click({ button: 'right' })
  await chooseInMenu(page, 'Move')
  await page.getByRole('alert').getByText(message).waitFor()
  await rowShown(page, 'note.txt')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  t.strictSame(browser.errors, [])
})
