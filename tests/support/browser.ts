import { join } from 'node:path'
import axe from 'axe-core'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../server/launch/chromium.mjs'
import type { Actor } from './actors.ts'
import type { Teardown } from './database.ts'
import { deadlineMs } from './poll.ts'

export interface Visit {
  width?: number
  height?: number
  locale?: string
  /** Set as a cookie before the first page. */
  theme?: 'light' | 'dark'
  /** False: as with scripts switched off. */
  scripts?: boolean
  /** Signed in as somebody from the first page on. */
  as?: Pick<Actor, 'client'> | undefined
  /** What the person has chosen for their screens (web/contract.ts). */
  prefs?: object | undefined
}

export interface TestBrowser {
  /** A fresh browser profile with one page; phones (< 640 px) have touch. */
  visit(url: string, options?: Visit): Promise<Page>
  /** Uncaught errors of all pages so far, and what their content security policy refused. */
  errors: string[]
}

/** Notices go after 6 or 10 s: on a busy machine before a test has come to them. Here they stay four times as long. */
const patientNotices = () => {
  const plain = window.setTimeout
  const patient = (deed: TimerHandler, ms?: number, ...rest: unknown[]) =>
    plain(deed, ms === 6_000 || ms === 10_000 ? 4 * ms : ms, ...rest)
  window.setTimeout = patient as typeof window.setTimeout
}

/** What a browser brings along to a page of that origin. */
export const bring = (context: BrowserContext, url: string, { theme = 'light', as, prefs }: Visit): Promise<void> => {
  const cookies = new Map([['theme', theme], ...(as?.client.cookies ?? [])])
  if (prefs) cookies.set('prefs', encodeURIComponent(JSON.stringify(prefs)))
  return context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: new URL(url).origin })))
}

/** The browser's own word for what the page's policy has refused, also where scripts are switched off. */
const violation = /violates the following Content Security Policy/

/** A headless Chromium, closed at the end of the test. */
export const testBrowser = async (t: Teardown): Promise<TestBrowser> => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  t.teardown(() => browser.close())
  const errors: string[] = []
  return {
    errors,
    async visit(url, visit = {}) {
      const { width = 1440, height = 900, locale = 'en-US', theme = 'light', scripts = true } = visit
      const phone = width < 640
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        isMobile: phone,
        hasTouch: phone,
        locale,
        colorScheme: theme,
        javaScriptEnabled: scripts,
      })
      context.setDefaultTimeout(deadlineMs)
      await context.addInitScript(patientNotices)
      await bring(context, url, visit)
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (violation.test(message.text())) errors.push(`${page.url()}: ${message.text()}`)
      })
      await page.goto(url)
      if (scripts) await hydrated(page)
      return page
    },
  }
}

/** Waits until React has taken over. */
export const hydrated = (page: Page) => page.waitForSelector('html[data-hydrated]')

/** Waits until nothing moves or fades any more; what turns for ever is let be. */
export const resting = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const moves = () =>
      document.getAnimations().some((animation) => {
        const { iterations } = animation.effect?.getTiming() ?? {}
        return iterations !== Number.POSITIVE_INFINITY && animation.playState === 'running'
      })
    // What has just come begins to move in the next frame.
    for (let still = 0; still < 4; still = moves() ? 0 : still + 1) await new Promise(requestAnimationFrame)
  })
}

/** A picture for people who want to look at it (PICTURES=1), in tests/.artifacts (not in git). */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return
  await page.screenshot({ path: join(import.meta.dirname, '..', '.artifacts', `${name}.png`), animations: 'disabled' })
}

/** The rules of WCAG 2.2 AA, and what axe counts as good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds serious or critical, as readable lines; `rules` where not all are asked for. */
export const axeFaults = async (page: Page, rules: string[] = tags): Promise<string[]> => {
  // A fade would count as too little contrast.
  await resting(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { run } = (window as never as { axe: typeof axe }).axe
    const { violations } = await run({ runOnly, resultTypes: ['violations'] })
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, rules)
}
