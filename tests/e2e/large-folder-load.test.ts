import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { filesTest } from '../support/pages-test.ts'
import { seedFolder, settle, largeFolderSize as size } from '../support/seed.ts'

const { app, browser, openFiles, db } = await filesTest(t)

/** Jumps to positions of the list, at each until no visible row is blank, and for half a second; how many rows the page had at most. */
const jumpTo = (page: Page, places: number[]) =>
  page.evaluate(async (places) => {
    const list = document.querySelector('[data-view]') as HTMLElement
    const blank = () => {
      const { top, bottom } = list.getBoundingClientRect()
      const shown = Array.from(list.querySelectorAll('[data-index]')).filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top + 36 && box.top < bottom
      })
      return shown.length === 0 || shown.some((row) => row.ariaBusy === 'true')
    }
    let most = 0
    for (const place of places) {
      list.scrollTop = place * (list.scrollHeight - list.clientHeight)
      for (let frame = 0; frame < 30 || blank(); frame++) {
        await new Promise(requestAnimationFrame)
        most = Math.max(most, list.querySelectorAll('[data-index]').length)
      }
    }
    return most
  }, places)

t.test('load: scrolling a large folder while another client fills it', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, size)
  await settle(db)
  const page = await openFiles(person, { view: { sorting: { field: 'name', direction: 'ASC' } } })

  let stop = false
  let added = 0
  const load = (async () => {
    while (!stop) {
      const batch = Array.from({ length: 5 }, (_, n) =>
        person.client.post('/api/create-folder', { name: `added ${added + n}`, parent_id: null }),
      )
      await Promise.all(batch)
      added += batch.length
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  const most = await jumpTo(page, [0.5, 0.93, 0.21, 0.77, 1, 0.02, 0.6])
  t.ok(most <= 500, `${most} rows in the page at most`)
  t.pass('no position stays blank')
  stop = true
  await load

  // Once nothing changes any more, each entry is listed once, in the server's order.
  const total = size + added
  await page.waitForFunction(
    (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === `${rows}`,
    total + 1,
  )
  for (let at = 0; at < 240; at += 80) {
    const { body } = await person.client.get<{ data: { data: { attributes: { name: string } } }[] }>(
      `/api/browse/folders/all?sort=name&direction=ASC&per_page=80&at=${at}`,
    )
    for (let from = at; from < at + 80; from += 10) {
      const listed = body.data.slice(from - at, from - at + 10).map(({ data }) => data.attributes.name)
      // Rows that another client added appear shortly after they become visible.
      await page.waitForFunction(
        ({ from, listed }) => {
          const list = document.querySelector('[data-view]') as HTMLElement
          list.scrollTop = from * 40
          return listed.every(
            (name, offset) => list.querySelector(`[data-index="${from + offset}"] [data-focus]`)?.textContent === name,
          )
        },
        { from, listed },
      )
    }
  }
  t.pass('as on the server: none skipped, none twice')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.waitForFunction(() => document.querySelectorAll('[data-index]').length === 0)
  await page.keyboard.press('Control+z')
  await page.waitForFunction(
    (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === `${rows}`,
    total + 1,
  )
  t.pass('all of it to the trash and back')
  t.same(browser.errors, [])
})
