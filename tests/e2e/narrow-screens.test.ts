import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated, picture, resting } from '../support/browser.ts'
import { pageUrls } from '../support/page-urls.ts'
import { pagesTest } from '../support/pages-test.ts'
import { widthFaults } from '../support/width-faults.ts'

/**
 * 320 CSS px, which is 400 % zoom at 1280 px (WCAG 1.4.10): nothing overflows or is cut off, from left to right and from right
 * to left; with forced colors the focus is seen; with reduced motion nothing moves.
 */
const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const owner = await signUp(app, { name: 'Friederike Habsburg-Lothringen' })
const admin = await newAdmin(app)
const { urls } = await pageUrls(owner)
const pathsOf = (pattern: RegExp) =>
  Object.entries(urls)
    .filter(([folder]) => pattern.test(folder))
    .flatMap(([, paths]) => paths)

const screens: [string, Actor | null, string[]][] = [
  [
    'visitors',
    null,
    pathsOf(
      /^modules\/(site\/pages\/(index|contact-us)|users\/pages\/\(auth\)\/sign|sharing\/pages\/(share\/(files|file|authenticate)|request\/))/,
    ),
  ],
  ['a person', owner, pathsOf(/\/pages\/(platform|user)\/(?!.*billing)/)],
  ['administrators', admin, ['/admin/dashboard', '/admin/users', '/admin/settings/appearance', '/admin/jobs']],
]

/** Elements of the first tab stops on which nothing shows the focus. */
const unseenFocus = async (page: Page): Promise<string[]> => {
  const unseen: string[] = []
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body || element.role === 'dialog') return null
      const isRinged = (part: Element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      }
      if ([...element.children].some(isRinged)) return null
      // The ring may be drawn by what contains the element, such as a row or a field.
      for (let part: Element | null = element, up = 0; part && up < 7; part = part.parentElement, up += 1) {
        if (isRinged(part)) return null
      }
      return `no focus: ${element.outerHTML.slice(0, 120)}`
    })
    if (fault) unseen.push(fault)
  }
  return unseen
}

/** Animations and transitions that take longer than a frame, except those that repeat: they say that something is loading. */
const movements = () =>
  document.getAnimations().flatMap((animation) => {
    const { duration, iterations } = animation.effect?.getTiming() ?? {}
    return Number(duration) > 20 && iterations !== Number.POSITIVE_INFINITY
      ? [`moves: ${(animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty}`]
      : []
  })

for (const [who, person, paths] of screens)
  t.test(`320 px, both directions, forced colors, reduced motion: screens of ${who}`, async (t) => {
    t.ok(paths.length > 3)
    const page = await browser.visit(`${app.url}/sign-in`, {
      width: 320,
      height: 640,
      ...(person ? { as: person } : {}),
    })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(app.url + path)
      await hydrated(page)
      t.strictSame(await page.evaluate(movements), [], path)
      await resting(page)
      t.strictSame(await page.evaluate(widthFaults), [], path)
      t.strictSame(await unseenFocus(page), [], path)
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      t.strictSame(await page.evaluate(widthFaults), [], `${path} from right to left`)
      await picture(page, `narrow-rtl-${path.replaceAll(/\W+/g, '-').slice(0, 60)}`)
    }
    if (person === owner) {
      await page.goto(`${app.url}/platform/files`)
      await hydrated(page)
      const create = page.getByRole('button', { name: 'Create' })
      t.equal(
        await create.evaluate((button) => getComputedStyle(button).borderTopWidth),
        '1px',
        'the button has an edge',
      )
    }
    t.strictSame(browser.errors, [])
  })
