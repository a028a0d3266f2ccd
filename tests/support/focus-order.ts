import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { eventually } from './poll.ts'

/** A stop of the Tab key; null: the focus has left the document. */
type Stop = { html: string; isVisible: boolean; isNext: boolean } | null

/**
 * Notes each stop of the Tab key when the key comes up: whether a sighted person sees the focus, with an outline and in the
 * window, and whether it follows the stop before it in the document.
 */
const noteStops = () => {
  const stops: Stop[] = []
  let last: Element = document.documentElement
  const isShown = (element: Element) => {
    // Some fields have their outline around them, or beside a hidden input.
    const { parentElement: around, nextElementSibling: beside } = element
    const marks = element.matches(':focus-visible') ? [element, around, beside] : [element]
    // Parts of a date field have a ring of the browser's own.
    const isMarked =
      element.matches('[type=date]') || marks.some((mark) => mark && getComputedStyle(mark).outlineStyle !== 'none')
    const { top, bottom, width } = element.getBoundingClientRect()
    return isMarked && bottom > 0 && top < innerHeight && width > 0
  }
  addEventListener('keyup', ({ key }) => {
    if (key !== 'Tab') return
    const element = document.activeElement
    if (!element || element === document.body) return stops.push(null)
    // A date field has several stops.
    const isNext = element === last || (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    stops.push({ html: element.outerHTML.slice(0, 120), isVisible: isShown(element), isNext })
    last = element
  })
  Object.assign(window, { stops })
}

/**
 * Tabs through a page that was just loaded: the number of stops, and the HTML of those that are not seen, and of those that
 * are not in the order of the document.
 */
export const focusOrder = async (page: Page): Promise<{ count: number; unseen: string[]; disordered: string[] }> => {
  await page.evaluate(noteStops)
  let stops: Stop[] = []
  // Ten at a time: each reading takes as long as a key.
  while (stops.length < 150 && !stops.includes(null)) {
    for (let presses = 0; presses < 10; presses++) await page.keyboard.press('Tab')
    stops = await page.evaluate(() => (window as never as { stops: Stop[] }).stops)
  }
  const all = stops.slice(0, stops.includes(null) ? stops.indexOf(null) : undefined).filter((stop) => stop !== null)
  return {
    count: all.length,
    unseen: all.filter(({ isVisible }) => !isVisible).map(({ html }) => html),
    disordered: [
      ...all.filter(({ isNext }) => !isNext).map(({ html }) => html),
      ...(await page
        .locator('[tabindex]')
        .evaluateAll((every) =>
          every.filter((one) => (one as HTMLElement).tabIndex > 0).map(({ outerHTML }) => outerHTML),
        )),
    ],
  }
}

/** Each menu and dialog of the page's content: opened by Enter, closed by Escape, after which its button has the focus. */
export const openEach = async (t: Test, page: Page, path: string) => {
  const popups = page.locator('[role=dialog], [role=menu], [role=listbox]')
  for (const opener of await page.locator('main [aria-haspopup]:visible').all()) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await popups.first().waitFor()
    await page.keyboard.press('Escape')
    await popups.first().waitFor({ state: 'detached' })
    // The focus is given back in a task after the dialog is gone.
    const hasFocus = () => opener.evaluate((element) => element === document.activeElement)
    await eventually(t, hasFocus, true, `${path}: the focus returns`)
  }
}
