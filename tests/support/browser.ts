import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../server/launch/chromium.mjs'
import type { Teardown } from './database.ts'
import { patience } from './soon.ts'

export interface Visit {
  width?: number
  height?: number
  locale?: string
  /** Set as a cookie before the first page. */
  theme?: 'light' | 'dark'
  /** False: as with scripts switched off. */
  scripts?: boolean
}

export interface TestBrowser {
  /** A fresh browser profile with one page; phones (< 640 px) have touch. */
  visit(url: string, options?: Visit): Promise<Page>
  /** Uncaught errors of all pages so far. */
  errors: string[]
}

/** Notices go after 6 or 10 s: on a busy machine before a test has come to them. Here they stay four times as long. */
const patientNotices = () => {
  const plain = window.setTimeout
  const patient = (deed: TimerHandler, ms?: number, ...rest: unknown[]) =>
    plain(deed, ms === 6_000 || ms === 10_000 ? 4 * ms : ms, ...rest)
  window.setTimeout = patient as typeof window.setTimeout
}

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
    async visit(url, { width = 1440, height = 900, locale = 'en-US', theme = 'light', scripts = true } = {}) {
      const phone = width < 640
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        isMobile: phone,
        hasTouch: phone,
        locale,
        colorScheme: theme,
        javaScriptEnabled: scripts,
      })
      context.setDefaultTimeout(patience)
      await context.addInitScript(patientNotices)
      await context.addCookies([{ name: 'theme', value: theme, url: new URL(url).origin }])
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
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

/** A picture for people to look at, in tests/.artifacts (not in git). */
export const picture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(import.meta.dirname, '..', '.artifacts', `${name}.png`), animations: 'disabled' })
}

/** What axe finds serious or critical, as readable lines. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  // A fade would count as too little contrast.
  await resting(page)
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
