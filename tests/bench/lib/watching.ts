import type { Page } from 'playwright-core'

/** A missing row is an error, not a slow one. */
const deadlineMs = 20_000

/**
 * When the list of a page shows an item, or no longer shows it, in ms as `Date.now()`. Observed in the page: Playwright's own
 * waiting looks twice a second.
 */
export const listedAt = (page: Page, name: string, { isListed = true } = {}): Promise<number> =>
  page.evaluate(
    ([name, isListed, deadlineMs]) =>
      new Promise<number>((resolve, reject) => {
        const row = `[data-index] [data-focus][title=${JSON.stringify(name)}]`
        const look = () => {
          if ((document.querySelector(row) !== null) !== isListed) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
        setTimeout(() => reject(new Error(`${name} is ${isListed ? 'not' : 'still'} listed`)), deadlineMs)
      }),
    [name, isListed, deadlineMs] as const,
  )
