import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { testFolder } from '../support/folders.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { newUser, openFiles } = await filesTest(t)

t.test('uploads stay resumable after the browser has closed the database', async (t) => {
  const { person } = await newUser([])
  const page = await openFiles(person)
  await page.route('**/api/upload/{bundle,chunks}**', (route) => route.abort())
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...args) {
      if (args[1] === 'readwrite') Object.assign(window, { written: this })
      return transaction.apply(this, args)
    }
  })
  const journaled = (id: string) =>
    new Promise<number>((resolve) => {
      const opened = indexedDB.open(`coffer-uploads-${id}`)
      opened.onsuccess = () => {
        const request = opened.result.transaction('uploads').objectStore('uploads').count()
        request.onsuccess = () => resolve(request.result)
      }
    })
  const disk = testFolder(t)
  for (const [before, name] of ['first.txt', 'second.txt'].entries()) {
    writeFileSync(join(disk, name), name)
    await dropFromDesktop(page, [join(disk, name)], await middleOf(page, 'main'))
    // Before, there may be no database.
    await page.waitForFunction(() => 'written' in window)
    await eventually(t, () => page.evaluate(journaled, person.id), before + 1)
    await page.evaluate(() => (window as unknown as { written: IDBDatabase }).written.close())
  }
})
