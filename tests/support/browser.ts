import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../server/launch/chromium.mjs'
import type { Teardown } from './database.ts'

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

/** A picture for people to look at, in tests/.artifacts (not in git). */
export const picture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(import.meta.dirname, '..', '.artifacts', `${name}.png`), animations: 'disabled' })
}

/** What axe finds serious or critical, as readable lines. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  // A fade would count as too little contrast.
  await page.waitForTimeout(250)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
