import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { picture } from '../support/browser.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { pressButton, rowDetached, rowWithText, startJourney, toastWithText } from '../support/journey.ts'
import { poll } from '../support/poll.ts'
import { metadataOf, writeBigFile, writeRealFiles } from '../support/real-files.ts'
import { differences, storedFiles } from '../support/stored-files.ts'

const { server, browser, disk, uploaded, settled, sessionOf, arrive, expectSignedOut } = await startJourney(t)

t.test('laptop: uploads a thousand files and a large one', async (t) => {
  const person = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine notes' }
  const wanted = await writeRealFiles(join(disk, 'Archive'), 1000)
  const big = await writeBigFile(join(disk, 'film.mov'), 192)
  const page = await browser.visit(`${server.url}/sign-up`, { width: 1280, height: 800 })
  page.on('dialog', (dialog) => dialog.accept())
  await arrive(page, person, 'laptop')

  await t.test('uploads every file', async (t) => {
    const started = Date.now()
    await dropFromDesktop(page, [join(disk, 'Archive')], await middleOf(page, 'main'))
    await page.locator('[data-upload-panel="running"]').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await pressButton(page, 'Create')
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles(join(disk, 'film.mov'))
    await page.waitForFunction(() => /^\((1\d|[2-9]\d)%\)/.test(document.title), null, { timeout: 480_000 })
    await picture(page, 'laptop-4-uploading')
    // On a busy machine the panel may have closed, seconds after the folder, before the film begins.
    await uploaded(page, /^1,001 files uploaded|^1 file uploaded/)
    t.comment(`1,001 files with 192 MiB and more in ${((Date.now() - started) / 1000).toFixed(1)} s`)
    await rowWithText(page, 'Archive').waitFor()
    await rowWithText(page, 'film.mov').waitFor()
    await picture(page, 'laptop-5-uploaded')
    await pressButton(page, 'Close')
  })

  await t.test('stores every file byte for byte', async (t) => {
    const stored = await storedFiles(await sessionOf(page), null)
    const expected = new Map([...wanted].map(([path, facts]) => [`Archive/${path}`, facts]))
    expected.set('film.mov', big)
    t.equal(stored.size, 1001)
    t.strictSame(await differences(await sessionOf(page), stored, expected), [])
  })

  await t.test('downloads a file through the browser', async (t) => {
    await rowWithText(page, 'Archive').dblclick()
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
    await rowWithText(page, 'Photos').dblclick()
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    const name = await poll(
      () => page.locator('[data-index] a[download]').first().innerText(),
      (name) => wanted.has(`Photos/${name}`),
    )
    await rowWithText(page, name).click()
    await picture(page, 'laptop-6-folder')
    const download = page.waitForEvent('download')
    await pressButton(page, 'Download')
    const got = await download
    t.equal(got.suggestedFilename(), name)
    t.strictSame(await metadataOf(createReadStream(await got.path())), wanted.get(`Photos/${name}`))
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: 'My Files' }).waitFor()
  })

  await t.test('laptop: rename, move, trash, undo, restore, empty', async (t) => {
    await rowWithText(page, 'film.mov').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ferien am See.mov')
    await page.keyboard.press('Enter')
    await rowWithText(page, 'Ferien am See.mov').waitFor()

    await rowWithText(page, 'Ferien am See.mov').locator('[data-focus]').dragTo(rowWithText(page, 'Archive'))
    await toastWithText(page, 'moved to Archive').waitFor()
    await rowDetached(page, 'Ferien am See.mov')
    await picture(page, 'laptop-7-moved')
    const session = await sessionOf(page)
    // The page shows changes before the server has made them. The texts of toasts tell why one was not made.
    const toasts = new Set<string>()
    const films = async () => {
      const files = [...(await storedFiles(session, null))].filter(([path]) => path.endsWith('.mov'))
      const stored = files.map(([path, { attributes }]) => `${path} ${attributes.size}`)
      for (const text of await toastWithText(page, '').allInnerTexts()) toasts.add(text)
      return { stored, toasts }
    }
    const moved = `Archive/Ferien am See.mov ${big.size}`
    await poll(films, ({ stored }) => stored.includes(moved))
    const film = (await storedFiles(session, null)).get('Archive/Ferien am See.mov')
    t.equal(film?.attributes.size, big.size, 'renamed and moved on the server too')

    await rowWithText(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await rowDetached(page, 'Archive')
    await toastWithText(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).click()
    await rowWithText(page, 'Archive').waitFor()
    await settled(t, session, 1001, 'undone, whole')

    await rowWithText(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await rowDetached(page, 'Archive')
    await page.locator('a[href="/platform/trash"]').first().click()
    await page.waitForURL('**/platform/trash')
    await rowWithText(page, 'Archive').click()
    await picture(page, 'laptop-8-trash')
    await pressButton(page, 'Restore')
    await rowDetached(page, 'Archive')
    await page.locator('a[href="/platform/files"]').first().click()
    await rowWithText(page, 'Archive').waitFor()
    await settled(t, session, 1001, 'restored, whole')

    await rowWithText(page, 'Archive').click()
    await page.keyboard.press('Delete')
    await rowDetached(page, 'Archive')
    await page.locator('a[href="/platform/trash"]').first().click()
    await rowWithText(page, 'Archive').waitFor()
    await pressButton(page, 'Empty trash')
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await picture(page, 'laptop-9-confirm')
    await question.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByText('Your trash is empty').waitFor()
    await settled(t, session, 0, 'nothing is left')

    await pressButton(page, 'Sign out')
    await expectSignedOut(t, page, session, film?.attributes.file_url)
  })
})
