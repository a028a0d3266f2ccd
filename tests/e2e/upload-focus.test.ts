import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { motion: true })

t.test('uploads by keyboard: the focus stays in the panel when a button or a row disappears', async (t) => {
  await app.coffer.platform.settings.set({ chunk_size: 1 })
  const disk = testFolder(t)
  const paths = ['first.bin', 'second.bin'].map((name) => join(disk, name))
  for (const path of paths) writeFileSync(path, Buffer.alloc(2 ** 21, 1))
  const page = await browser.visit(`${app.url}/platform/files`, { as: await signUp(app) })
  const released = Promise.withResolvers<void>()
  t.teardown(released.resolve)
  await page.route('**/api/upload/chunks*', async (route) => {
    await released.promise
    // Requests of a paused file have been aborted.
    await route.continue().catch(() => undefined)
  })
  await dropFromDesktop(page, paths, await middleOf(page, 'main'))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const enter = async (name: string, next: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await eventually(t, focused, next, name)
  }
  await enter('Pause first.bin', 'Resume first.bin')
  await enter('Resume first.bin', 'Pause first.bin')
  await enter('Pause all', 'Resume all')
  await enter('Resume all', 'Pause all')
  await enter('Cancel first.bin', 'Pause second.bin')
  released.resolve()
  await page.locator('[data-upload-panel=finished]').waitFor()
  await eventually(t, focused, 'Show less', 'a finished row has no button')
  t.same(browser.errors, [])
})
