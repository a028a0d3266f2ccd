import t from 'tap'
import { rowHandle, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'

const { openFiles, newUser, db } = await filesTest(t)
const total = 1_000_000

t.test('files: all of a folder can be reached whose list is higher than browsers make an element', async (t) => {
  const { person, ids } = await newUser(['Archive'])
  // Only the number: where rows are is arithmetic on it. Those that do not exist stay placeholders.
  await seedFolder(db, person.id, 500, { parent: ids.Archive, prefix: 'item ' })
  await db.query('update items set child_count = $2 where id = $1', [ids.Archive, total])
  const page = await openFiles(person, { path: `files/${ids.Archive}` })
  await rowShown(page, 'item 1.bin')
  await page.route(/\/api\//, () => undefined)
  const frame = page.locator('[data-typeahead]')
  /** Indices of the first and the last row in sight. */
  const inSight = () =>
    frame.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const shown = [...element.querySelectorAll<HTMLElement>('.file-row[data-index]')].filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top + 37 && box.top < bottom - 1
      })
      return [Number(shown[0]?.dataset.index), Number(shown.at(-1)?.dataset.index)]
    })
  const lastInSight = async () => (await inSight())[1]
  const firstInSight = async () => (await inSight())[0]
  await rowHandle(page, 'item 1.bin').focus()
  await page.keyboard.press('End')
  await eventually(t, lastInSight, total - 1)
  const [first = 0] = await inSight()
  const scroll = (by: number) => frame.evaluate((element, px) => element.scrollBy({ top: px, behavior: 'instant' }), by)
  await scroll(-400)
  await eventually(t, firstInSight, first - 10, 'the wheel moves the rows as far as it is turned')

  await frame.evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2
  })
  const isNearMiddle = async () => Math.abs(((await firstInSight()) ?? 0) - total / 2) < 50
  await eventually(t, isNearMiddle, true, 'the middle of the scrollbar is the middle of the list')
  const middle = (await firstInSight()) ?? 0
  await scroll(400)
  await eventually(t, firstInSight, middle + 10)

  await page.keyboard.press('Home')
  await eventually(t, firstInSight, 0)
  await rowShown(page, 'item 1.bin')
})
