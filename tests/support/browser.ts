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
  /** Pixels of the device per CSS pixel; 1 unless given. */
  scale?: number
  /** Set as a cookie before the first page. */
  theme?: 'light' | 'dark'
  /** False: JavaScript is disabled. */
  scripts?: boolean
  /** Signed in as this actor from the first page on. */
  as?: Pick<Actor, 'client'> | undefined
  /** Display preferences (web/contract.ts). */
  prefs?: object | undefined
}

export interface TestBrowser {
  /** A fresh browser profile with one page; phones (< 640 px) have touch. */
  visit(url: string, options?: Visit): Promise<Page>
  /** Uncaught errors and violations of the content security policy, of all pages so far. */
  errors: string[]
}

/** Quadruples the 6 or 10 s of toasts: on a busy machine they would disappear before a test looks for them. */
const prolongToasts = () => {
  const plain = window.setTimeout
  const prolonged = (fn: TimerHandler, ms?: number, ...rest: unknown[]) =>
    plain(fn, ms === 6_000 || ms === 10_000 ? 4 * ms : ms, ...rest)
  window.setTimeout = prolonged as typeof window.setTimeout
}

/** Sets the cookies of a visit for the origin of `url`. */
export const setCookies = (
  context: BrowserContext,
  url: string,
  { theme = 'light', as, prefs }: Visit,
): Promise<void> => {
  const cookies = new Map([['theme', theme], ...(as?.client.cookies ?? [])])
  if (prefs) cookies.set('prefs', encodeURIComponent(JSON.stringify(prefs)))
  return context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: new URL(url).origin })))
}

/** The browser's message about a policy violation; also sent when JavaScript is disabled. */
const violation = /violates the following Content Security Policy/
/** Reported by `useT`: a key that is built at run time has no text. */
const missingText = /^No text for /

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
      const { width = 1440, height = 900, locale = 'en-US', theme = 'light', scripts = true, scale = 1 } = visit
      const phone = width < 640
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        isMobile: phone,
        hasTouch: phone,
        locale,
        colorScheme: theme,
        javaScriptEnabled: scripts,
      })
      context.setDefaultTimeout(deadlineMs)
      await context.addInitScript(prolongToasts)
      await setCookies(context, url, visit)
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (violation.test(message.text()) || missingText.test(message.text()))
          errors.push(`${page.url()}: ${message.text()}`)
      })
      await page.goto(url)
      if (scripts) await hydrated(page)
      return page
    },
  }
}

/** Waits until React has hydrated the page. */
export const hydrated = (page: Page) => page.waitForSelector('html[data-hydrated]')

/** Waits until no finite animation is running. */
export const resting = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const moves = () =>
      document.getAnimations().some((animation) => {
        const { iterations } = animation.effect?.getTiming() ?? {}
        return iterations !== Number.POSITIVE_INFINITY && animation.playState === 'running'
      })
    // New elements start their animation in the next frame.
    for (let still = 0; still < 4; still = moves() ? 0 : still + 1) await new Promise(requestAnimationFrame)
  })
}

/** With PICTURES=1, saves a screenshot to tests/.artifacts (not in git). */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return
  await page.screenshot({ path: join(import.meta.dirname, '..', '.artifacts', `${name}.png`), animations: 'disabled' })
}

/** The rules of WCAG 2.2 AA and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Serious and critical axe violations as readable lines. `rules`: default all. */
export const axeFaults = async (page: Page, rules: string[] = tags): Promise<string[]> => {
  // During a fade, contrast is too low.
  await resting(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { run } = (window as never as { axe: typeof axe }).axe
    const { violations } = await run({ runOnly, resultTypes: ['violations'] })
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, rules)
}
