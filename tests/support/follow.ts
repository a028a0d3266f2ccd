import type { Page } from 'playwright-core'

/** Goes to a path as a click on a link does: without a new document where the app needs none, a third of a load's cost. */
export const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, path)
  await page.waitForURL((url) => url.pathname + url.search === path)
}
