import { chromium } from 'playwright-core'
import { ensureChromium } from '../../../server/launch/chromium.mjs'
import { addSessions } from '../lib/page-visitors.ts'
import { median } from '../lib/stats.ts'
import type { Scenario } from './context.ts'

const visits = 7
const limit = 400

/** Runs in the page: ms from a click until the text it leads to has been painted. */
const timed = async (button: Element, [where, text]: readonly [string, string]): Promise<number> => {
  const isThere = () => [...document.querySelectorAll(where)].some(({ textContent }) => textContent?.includes(text))
  const began = performance.now()
  ;(button as HTMLElement).click()
  while (!isThere()) await new Promise((then) => requestAnimationFrame(then))
  await new Promise((then) => requestAnimationFrame(() => setTimeout(then)))
  return performance.now() - began
}

/** From a selected file to a copied link: “Share”, then “Create and copy link”. Thinking and pointing are not counted. */
export const copyLink: Scenario = async ({ coffer }) => {
  const [visitor] = await addSessions(coffer, 1)
  if (!visitor) throw new Error('no session')
  const [name = '', value = ''] = visitor.cookie.split('=')
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const took: number[] = []
  try {
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name, value, url: coffer.url.href }])
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const page = await context.newPage()
      await page.goto(new URL(visitor.path, coffer.url).href)
      // As a person would: the page has settled before the file is selected.
      await page.locator('html[data-realtime=open]').waitFor()
      await page.locator(`[data-index="${visit}"]`).click()
      const share = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share', exact: true })
      const create = page.getByRole('button', { name: 'Create and copy link' })
      const asking = await share.evaluate(timed, ['[role=dialog]', 'Create and copy link'] as const)
      const copying = await create.evaluate(timed, ['section', 'Link copied'] as const)
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      if (!copied.includes('/share/')) throw new Error(`copied: ${copied}`)
      took.push(asking + copying)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const middle = Math.round(median(took))
  return [
    {
      scenario: 'copy-link',
      figure: 'from a selected file to a copied link, two actions (ms)',
      ours: `${middle} ms`,
      beside: `${limit} ms`,
      value: middle,
      limit: { most: limit },
    },
  ]
}
