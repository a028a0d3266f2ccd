import type { Page } from 'playwright-core'

/** Presses Tab until the element with this name has the focus. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  const seen: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
      return element?.getAttribute('aria-label') ?? label?.trim() ?? ''
    })
    if (focused === name) return
    seen.push(focused)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${name}: ${seen.join(' → ')}`)
}

/** Presses Tab until an element of a dialog that matches the selector has the focus. */
export const tabToDialog = async (page: Page, selector: string): Promise<void> => {
  // Its code loads with its first use.
  await page.locator('[role$=dialog]').last().waitFor()
  for (let presses = 0; presses < 20; presses++) {
    const isThere = (wanted: string) => document.activeElement?.matches(`[role$=dialog] :is(${wanted})`) === true
    if (await page.evaluate(isThere, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${selector} of the dialog`)
}
