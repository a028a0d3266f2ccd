import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated, picture, resting } from '../support/browser.ts'
import { chooseInMenu, row } from '../support/files-page.ts'
import { follow } from '../support/follow.ts'
import { pageUrls } from '../support/page-urls.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'
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

/** Animations and transitions that take longer than a frame. Repeating ones are left out: they indicate loading. */
const movements = () =>
  document.getAnimations().flatMap((animation) => {
    const { duration, iterations } = animation.effect?.getTiming() ?? {}
    return Number(duration) > 20 && iterations !== Number.POSITIVE_INFINITY
      ? [`moves: ${(animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty}`]
      : []
  })

/** Fields with text smaller than 16 px: iPhones enlarge the page around them when they get the focus. */
const smallFields = () =>
  [
    ...document.querySelectorAll(
      'input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=color]), textarea',
    ),
  ]
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML.slice(0, 120))

const nextPage = () =>
  new Promise((resolve) => addEventListener('coffer:navigation-end', () => resolve(null), { once: true }))
/** Pages of people are reached by a link of the app, a third of a load's cost; those of visitors are documents. */
const go = async (page: Page, path: string, isWithinApp: boolean) => {
  if (isWithinApp) {
    await page.evaluate(() => {
      document.documentElement.dir = 'ltr'
    })
    const shown = page.evaluate(nextPage)
    await follow(page, path)
    await shown
  } else {
    await page.goto(app.url + path)
    await hydrated(page)
  }
}

for (const [who, person, paths] of screens)
  t.test(`320 px, both directions, forced colors, reduced motion: screens of ${who}`, async (t) => {
    t.ok(paths.length > 3)
    const page = await browser.visit(app.url + paths[0], {
      width: 320,
      height: 640,
      ...(person ? { as: person } : {}),
    })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const [at, path] of paths.entries()) {
      if (at > 0) await go(page, path, person !== null)
      t.strictSame(await page.evaluate(movements), [], path)
      await resting(page)
      t.strictSame(await page.evaluate(widthFaults), [], path)
      t.strictSame(await page.evaluate(smallFields), [], path)
      t.strictSame(await unseenFocus(page), [], path)
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      t.strictSame(await page.evaluate(widthFaults), [], `${path} from right to left`)
      await picture(page, `narrow-rtl-${path.replaceAll(/\W+/g, '-').slice(0, 60)}`)
    }
    if (person === owner) {
      await go(page, '/platform/files', true)
      const create = page.getByRole('button', { name: 'Create' })
      t.equal(
        await create.evaluate((button) => getComputedStyle(button).borderTopWidth),
        '1px',
        'the button has an edge',
      )
    }
    t.strictSame(browser.errors, [])
  })

/** Which of the elements have an outline. */
const outlined = (elements: Element[]) =>
  elements.map((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  })

/** Index of the label whose radio button is checked. */
const checkedOf = (labels: Locator) =>
  labels.evaluateAll((all) => all.findIndex((label) => label.querySelector('input:checked')))

/** Drawn background colors of the elements, or of their `pseudo` elements. */
const backgrounds = (parts: Locator, pseudo: '::before' | null = null) =>
  parts.evaluateAll((all, of) => all.map((part) => getComputedStyle(part, of).backgroundColor), pseudo)

t.test('forced colors: what is chosen or active is outlined, bars and icons are drawn', async (t) => {
  const folder = await makeFolder(owner, 'Chosen from')
  await putFile(owner, 'Letter.txt', 'one', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/platform/files/${folder}`, { as: owner })
  await page.emulateMedia({ forcedColors: 'active' })
  /** The only outlined part is the one at `index`. */
  const marks = async (parts: Locator, index: number, what: string) => {
    const count = await parts.count()
    t.ok(index >= 0 && count > 1, `${what}: ${index} of ${count}`)
    const expected = Array.from({ length: count }, (_, at) => at === index)
    await eventually(t, () => parts.evaluateAll(outlined), expected, what)
  }
  const dialog = page.getByRole('dialog')

  await row(page, 'Letter.txt').click({ button: 'right' })
  await chooseInMenu(page, 'Move')
  const places = dialog.getByRole('group', { name: 'Move to' }).locator('label')
  await places.filter({ hasText: 'Editable' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await marks(places, await checkedOf(places), 'destination')
  await page.keyboard.press('Escape')

  await row(page, 'Letter.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await dialog.getByRole('button', { name: 'Create and copy link' }).click()
  await dialog.getByRole('button', { name: 'Never expires' }).click()
  const days = page.getByRole('grid', { name: 'Pick a date' }).getByRole('button')
  const nextMonth = page.getByRole('button', { name: 'Next month' })
  await nextMonth.click()
  await days.nth(9).click()
  await days.and(page.locator('[aria-pressed=true]')).waitFor()
  await nextMonth.focus()
  await marks(days, 9, 'day')
  const periods = page.getByRole('group', { name: 'Expiration' }).locator('label')
  await periods.filter({ hasText: '7 days' }).locator('input').focus()
  await page.keyboard.press('Space')
  await nextMonth.focus()
  await marks(periods, await checkedOf(periods), 'period')

  await page.goto(`${app.url}/user/profile`)
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('ArrowDown')
  const options = page.getByRole('listbox').getByRole('option')
  const active = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'))
  await marks(options, await options.evaluateAll((all, of) => all.findIndex(({ id }) => id === of), active), 'option')

  await page.goto(`${app.url}/user/settings/storage`)
  const ground = await backgrounds(page.locator('body'))
  const bars = page.getByRole('group', { name: 'Uploaded per day' }).getByRole('button').locator('span')
  await bars.last().waitFor()
  t.notSame((await backgrounds(bars)).slice(-1), ground, 'bar of the chart')
  await page.goto(`${app.url}/share/${token}`)
  const arrow = page.getByRole('link', { name: 'Download Letter.txt' })
  t.notSame(await backgrounds(arrow, '::before'), ground, 'arrow of a shared row')
})

t.test('a PDF on a phone: its fields are large enough for iPhones', async (t) => {
  const { id } = await putFile(owner, 'Letter.pdf', tinyPdf(['one']))
  const page = await browser.visit(`${app.url}/platform/files?view=${id}`, { as: owner, width: 390, height: 844 })
  await page.getByRole('searchbox').waitFor()
  t.strictSame(await page.evaluate(smallFields), [])
})

/** Buttons, links, fields and texts within 40 px of the sides. */
const atTheSides = () =>
  [20, innerWidth - 20].flatMap((x) =>
    Array.from({ length: Math.floor(innerHeight / 10) }, (_, step) => document.elementFromPoint(x, step * 10 + 5))
      .map((element) => element?.closest('a, button, input, label, p, h1, h2, [data-index]'))
      .flatMap((element) => (element ? [`${x} px: ${element.outerHTML.slice(0, 120)}`] : [])),
  )

t.test('a phone held sideways: the notch covers nothing', async (t) => {
  const folder = await makeFolder(owner, 'Sideways')
  const { id: file } = await putFile(owner, 'Letter.txt', 'one', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await browser.visit(`${app.url}/sign-in`, { as: owner, width: 844, height: 390 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } })
  const files = `/platform/files/${folder}`
  for (const path of ['/', '/contact-us', `/share/${token}`, `${files}?view=${file}`, '/user/profile', files]) {
    await go(page, path, path === '/user/profile' || path === files)
    await resting(page)
    t.strictSame(await page.evaluate(atTheSides), [], path)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').waitFor()
  await resting(page)
  t.strictSame(await page.evaluate(atTheSides), [], 'drawer')
})
