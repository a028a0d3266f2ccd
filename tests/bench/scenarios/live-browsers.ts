import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../../server/launch/chromium.mjs'
import { hydrated } from '../../support/browser.ts'
import { dropFromDesktop, middleOf } from '../../support/desktop-drop.ts'
import { startSecondProcess } from '../lib/second-process.ts'
import { median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import type { TabUser } from '../lib/tabs.ts'
import { addTeam } from '../lib/team.ts'
import { listedAt } from '../lib/watching.ts'
import type { BenchContext, Scenario } from './context.ts'

const limitMs = 1_000

/** A browser profile of this person with the folder open and connected. */
const enter = async (browser: Browser, url: URL, { cookie }: TabUser, folder: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: url.origin }])
  const page = await context.newPage()
  await page.goto(new URL(`/platform/files/${folder}`, url).href)
  await hydrated(page)
  await page.waitForSelector('html[data-realtime]')
  return page
}

const row = (page: Page, name: string) =>
  page.locator('[data-index]').filter({ has: page.locator(`[data-focus][title=${JSON.stringify(name)}]`) })

/** Actions of one person on a file, by the name it has then. `start` begins the time. */
const actions: Record<
  string,
  (file: { name: string; path: string }) => {
    name: string
    isListed: boolean
    act(page: Page, start: () => void): Promise<unknown>
  }
> = {
  upload: ({ name, path }) => ({
    name,
    isListed: true,
    act: async (page, start) => {
      const at = await middleOf(page, 'main')
      start()
      await dropFromDesktop(page, [path], at)
    },
  }),
  rename: ({ name }) => ({
    name: `new ${name}`,
    isListed: true,
    act: async (page, start) => {
      await row(page, name).click()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'Name' }).fill(`new ${name}`)
      start()
      await page.keyboard.press('Enter')
    },
  }),
  move: ({ name }) => ({
    name: `new ${name}`,
    isListed: false,
    act: async (page, start) => {
      await row(page, `new ${name}`).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Archive', { exact: true }).click()
      const submit = dialog.getByRole('button', { name: 'Move here' })
      await submit.hover()
      start()
      await submit.click()
    },
  }),
  trash: ({ name }) => ({
    name: `other ${name}`,
    isListed: false,
    act: async (page, start) => {
      await row(page, `other ${name}`).click()
      start()
      await page.keyboard.press('Delete')
    },
  }),
}

/** The ms until both watchers show each action of the first page, by action. */
const measure = async ({ rounds, scratch }: BenchContext, [actor, ...watchers]: [Page, ...Page[]]) => {
  const times: Record<string, number[]> = {}
  const folder = join(scratch, 'live-browsers')
  mkdirSync(folder, { recursive: true })
  for (let round = 0; round < rounds; round++) {
    const file = { name: `file ${round}.txt`, path: join(folder, `file ${round}.txt`) }
    const other = { name: `other ${file.name}`, path: join(folder, `other ${file.name}`) }
    for (const { name, path } of [file, other]) writeFileSync(path, name)
    const middle = await middleOf(actor, 'main')
    await dropFromDesktop(actor, [other.path], middle)
    await Promise.all([actor, ...watchers].map((page) => listedAt(page, other.name)))
    for (const [action, of] of Object.entries(actions)) {
      const { name, isListed, act } = of(file)
      let started = 0
      const seen = watchers.map((page) => listedAt(page, name, { isListed }))
      await act(actor, () => {
        started = Date.now()
      })
      const took = Math.max(...(await Promise.all(seen))) - started
      times[action] = [...(times[action] ?? []), took]
      await listedAt(actor, name, { isListed })
    }
  }
  return times
}

/** Three people have a team folder open: the time until two of them see an action of the third one. */
export const liveBrowsers: Scenario = async (context) => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const second = await startSecondProcess(context.coffer)
  const rows: Row[] = []
  try {
    for (const [label, url] of [
      ['one process', context.coffer.url],
      ['two processes', second.url],
    ] as const) {
      const { folder, people } = await addTeam(context.coffer, `Team of ${label}`, 3)
      const [one, two, three] = people as [TabUser, TabUser, TabUser]
      const pages: [Page, ...Page[]] = [
        await enter(browser, context.coffer.url, one, folder),
        await enter(browser, url, two, folder),
        await enter(browser, url, three, folder),
      ]
      for (const [action, times] of Object.entries(await measure(context, pages)))
        rows.push({
          scenario: 'live-browsers',
          figure: `${label}, ${action} until two other browsers show it, slowest of ${times.length} (ms)`,
          ours: `${Math.max(...times)} ms, median ${median(times)} ms`,
          beside: `${limitMs} ms`,
          value: Math.max(...times),
          limit: { most: limitMs },
        })
      await Promise.all(pages.map((page) => page.context().close()))
    }
  } finally {
    await second.stop()
    await browser.close()
  }
  return rows
}
