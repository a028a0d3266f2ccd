import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { headingShown, listedNames, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { blockStorage, makeOlder, unknownZone } from '../support/older-browser.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

t.test('files in an older browser: create, upload, copy, move, undo, read a PDF', async (t) => {
  const { person, ids } = await newUser(['Box'], 2)
  await putFile(person, 'paper.pdf', tinyPdf(['The first speaks of apples']))
  const page = await openFiles(person)
  await makeOlder(page)
  await page.reload()
  await hydrated(page)
  t.notOk(await page.evaluate(() => 'CloseWatcher' in window), 'what is newer is missing')

  await page.keyboard.press('Alt+n')
  await page.locator('input[aria-label=Name]:focus').waitFor()
  await page.keyboard.type('New')
  await page.keyboard.press('Enter')
  await rowShown(page, 'New')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await chooser).setFiles({ name: 'upload.txt', mimeType: 'text/plain', buffer: Buffer.from('uploaded') })
  await rowShown(page, 'upload.txt')
  await eventually(t, listedNames(person), ['Box', 'New', 'item 1.bin', 'item 2.bin', 'paper.pdf', 'upload.txt'])

  await rowHandle(page, 'item 1.bin').click()
  await page.keyboard.press('Control+c')
  await rowHandle(page, 'Box').dblclick()
  await headingShown(page, 'Box')
  await page.getByRole('button', { name: 'Paste 1 item' }).click()
  await eventually(t, listedNames(person, `folders/${ids.Box}`), ['item 1.bin'], 'copied')
  await page.keyboard.press('Backspace')
  await headingShown(page, 'My Files')
  await rowHandle(page, 'item 2.bin').click()
  await page.keyboard.press('Delete')
  await toastShown(page, '“item 2.bin” moved to the trash')
  await page.keyboard.press('Control+z')
  await rowShown(page, 'item 2.bin')

  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await rowHandle(page, 'paper.pdf').dblclick()
  await page.locator('.textLayer').getByText('speaks of apples').waitFor()
  await page.context().close()
  t.strictSame(browser.errors, [])
})

t.test(
  'an account in an older browser: its time zone may be an offset, or one that the browser does not know',
  async (t) => {
    const { person } = await newUser([])
    await makeFileRequest(person, { title: 'Holiday', expires_at: '2999-01-01T00:00:00Z' })
    const page = await openFiles(person)
    await makeOlder(page)
    const showsIn = async (timezone: string, shown: string | RegExp) => {
      const { status } = await person.client.patch('/api/user/settings', { name: 'timezone', value: timezone })
      t.equal(status, 200)
      await page.goto(`${app.url}/platform/requests`)
      await hydrated(page)
      await page.getByText(shown).first().waitFor()
    }
    await showsIn('5.75', 'Until Jan 1, 2999, 5:45 AM')
    await showsIn('-3.5', 'Until Dec 31, 2998, 8:30 PM')
    t.strictSame(browser.errors, [])
    // The zone of the browser is taken, in which the server did not render.
    await showsIn(unknownZone, /Until (Dec 31, 2998|Jan 1, 2999)/)
    await page.context().close()
    t.strictSame(
      browser.errors.splice(0).filter((error) => !/#418|ydrat/.test(error)),
      [],
    )
  },
)

/** A link to a folder with a file `letter.txt`. */
const sharedFolder = async () => {
  const { person } = await newUser([])
  const folder = await makeFolder(person, 'Shared')
  await putFile(person, 'letter.txt', 'Dear reader', folder)
  return `${app.url}/share/${(await makeShare(person, { id: folder, type: 'folder' })).token}/files`
}

const links = {
  'a link in an older browser: search and open a file': makeOlder,
  'a link in a browser that blocks cookies: search and open a file': blockStorage,
}
for (const [name, change] of Object.entries(links))
  t.test(name, async (t) => {
    const link = await sharedFolder()
    const page = await browser.visit(`${app.url}/contact-us`)
    await change(page)
    await page.goto(link)
    await hydrated(page)
    await page.getByRole('searchbox').fill('letter')
    await page.getByRole('link', { name: 'letter.txt' }).first().click()
    await page.getByText('Dear reader').waitFor()
    t.strictSame(browser.errors, [])
  })
