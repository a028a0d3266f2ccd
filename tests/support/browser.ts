import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import wholeProcess, { type Test } from 'tap'
import { ensureChromium } from '../../server/launch/chromium.mjs'
import type { Actor } from './actors.ts'
import { deadlineMs } from './poll.ts'

export interface Visit {
  width?: number
  height?: number
  locale?: string
  /** A touch screen; phones have one. */
  touch?: boolean
  /** Pixels of the device per CSS pixel; 1 unless given. */
  scale?: number
  /** Set as a cookie before the first page. */
  theme?: 'light' | 'dark'
  /** Time zone of the browser; by default that of the machine. */
  zone?: string
  /** How far the browser's clock is ahead of the server's, in ms. */
  clockAheadMs?: number
  /** Soon loads the code of what may be opened next, as a page does; else half a minute later. */
  inAdvance?: boolean
  /** False: JavaScript is disabled. */
  scripts?: boolean
  /** False: the page is no application, as a printable document is none. */
  hydrates?: boolean
  /** Signed in as this actor from the first page on. */
  as?: Pick<Actor, 'client'> | undefined
  /** True: the browser has not answered the cookie notice; others have dismissed it. */
  notice?: boolean
  /** Display preferences (web/contract.ts). */
  prefs?: object | undefined
}

/** The part of tap's `t` that a browser needs. */
export type BrowserTest = Pick<Test, 'teardown' | 'beforeEach' | 'afterEach'>

export interface TestBrowser {
  /** A fresh browser profile with one page; phones (< 640 px) have touch. */
  visit(url: string, options?: Visit): Promise<Page>
  /** Uncaught errors and violations of the content security policy, of all pages so far. */
  errors: string[]
}

/**
 * Quadruples the 6 or 10 s of toasts: on a busy machine they would disappear before a test looks for them. What a page loads
 * in advance is loaded later, as most tests have left the page by then: compiling it takes as long as the page itself.
 */
const prolong = (inAdvance: boolean) => {
  const plain = window.setTimeout
  const isPrefetch = (fn: TimerHandler) => /\.prefetch\(|loadVirtualFilePageEntry/.test(String(fn))
  const factorOf = (fn: TimerHandler, ms?: number) => {
    if (ms === 6_000 || ms === 10_000) return 4
    return ms === 1_500 && !inAdvance && isPrefetch(fn) ? 20 : 1
  }
  const prolonged = (fn: TimerHandler, ms?: number, ...rest: unknown[]) =>
    plain(fn, ms && ms * factorOf(fn, ms), ...rest)
  window.setTimeout = prolonged as typeof window.setTimeout
}

/** Sets the page's clock ahead. */
const shiftClock = (ms: number) => {
  const Plain = Date
  window.Date = class extends Plain {
    constructor(...args: number[]) {
      super(...((args.length === 0 ? [Plain.now() + ms] : args) as [number]))
    }
    static override now = () => Plain.now() + ms
  } as DateConstructor
}

/** Sets the cookies of a visit for the origin of `url`. */
export const setCookies = (
  context: BrowserContext,
  url: string,
  { theme = 'light', as, notice = false, prefs }: Visit,
): Promise<void> => {
  const cookies = new Map([['theme', theme], ...(as?.client.cookies ?? [])])
  if (!notice) cookies.set('cookie_notice', 'dismissed')
  if (prefs) cookies.set('prefs', encodeURIComponent(JSON.stringify(prefs)))
  return context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: new URL(url).origin })))
}

/** The browser's message about a policy violation; also sent when JavaScript is disabled. */
const violation = /violates the following Content Security Policy/
/** Reported by `useT`: a key that is built at run time has no text. */
const missingText = /^No text for /

let shared: Promise<Browser> | undefined

/** A headless Chromium that the test files of a process share: each visit has a profile of its own. */
const sharedBrowser = async (): Promise<Browser> => {
  if (!shared) {
    shared = chromium.launch({
      executablePath: ensureChromium(),
      // Pages live for seconds: code that is optimized in them saves less than its compilation takes, a fifth of their time.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--no-maglev --no-turbofan'],
    })
    // A browser that does not start, or that a test has brought to its end, is not that of the next file.
    const forget = () => {
      shared = undefined
    }
    shared.catch(forget)
    const browser = await shared
    browser.on('disconnected', forget)
    wholeProcess.teardown(() => browser.close())
  }
  return shared
}

/** Closes what the test opened, and after each of its subtests what that opened: open pages use the processor. */
const closeAfter = (t: BrowserTest, contexts: Set<BrowserContext>): void => {
  const close = (ended: BrowserContext[]) => Promise.all(ended.map((context) => context.close()))
  let running = 0
  let before: BrowserContext[] = []
  t.beforeEach(() => {
    running += 1
    if (running === 1) before = [...contexts]
  })
  t.afterEach(async () => {
    running -= 1
    if (running === 0) await close([...contexts].filter((context) => !before.includes(context)))
  })
  t.teardown(() => close([...contexts]))
}

/**
 * Chromium for a test, without pages. Without `motion` it is that of somebody who asked for reduced motion: waiting for
 * animations takes an eighth of the time of these tests. Journeys, the viewer and panels are tested with them.
 */
export const testBrowser = async (t: BrowserTest, { motion = false } = {}): Promise<TestBrowser> => {
  const browser = await sharedBrowser()
  const contexts = new Set<BrowserContext>()
  closeAfter(t, contexts)
  const errors: string[] = []
  return {
    errors,
    async visit(url, visit = {}) {
      const {
        width = 1440,
        height = 900,
        locale = 'en-US',
        theme = 'light',
        scripts = true,
        hydrates = scripts,
        scale = 1,
        touch = width < 640,
        inAdvance = false,
        zone,
        clockAheadMs = 0,
      } = visit
      const phone = width < 640
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        isMobile: phone,
        hasTouch: touch,
        locale,
        colorScheme: theme,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        javaScriptEnabled: scripts,
        ...(zone && { timezoneId: zone }),
      })
      contexts.add(context)
      context.on('close', () => contexts.delete(context))
      context.setDefaultTimeout(deadlineMs)
      await context.addInitScript(prolong, inAdvance)
      if (clockAheadMs) await context.addInitScript(shiftClock, clockAheadMs)
      await setCookies(context, url, visit)
      const page = await context.newPage()
      // Playwright intercepts file dialogs while somebody listens; begun only before a click, a busy page may handle the click first.
      page.on('filechooser', () => {})
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (violation.test(message.text()) || missingText.test(message.text()))
          errors.push(`${page.url()}: ${message.text()}`)
      })
      await page.goto(url)
      if (hydrates) await hydrated(page)
      return page
    },
  }
}

/** Waits until React has hydrated the page. */
export const hydrated = (page: Page) => page.waitForSelector('html[data-hydrated]')

/**
 * Goes on in the page of an earlier visit, with the cookies of this one alone: costs a third of a visit, whose profile has no
 * code yet. What the profile stores besides cookies stays.
 */
export const revisit = async (
  page: Page,
  url: string,
  visit: Pick<Visit, 'as' | 'theme' | 'prefs' | 'notice' | 'hydrates'> = {},
): Promise<Page> => {
  // A page whose cookies are gone may load another one when it notices, which would abort the load of `url`.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await setCookies(page.context(), url, visit)
  await page.goto(url)
  if (visit.hydrates !== false) await hydrated(page)
  return page
}

/** Changes the theme of the open page, as its menu does. */
export const setTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)

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

/** Half as much to send and to parse as the source that the package exports. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Serious and critical axe violations as readable lines. `rules`: default all. */
export const axeFaults = async (page: Page, rules: string[] = tags): Promise<string[]> => {
  // During a fade, contrast is too low.
  await resting(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const { run } = (window as never as { axe: typeof axe }).axe
    // The assets it would load in advance are for rules of less than serious faults.
    const { violations } = await run({ runOnly, resultTypes: ['violations'], preload: false })
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, rules)
}
