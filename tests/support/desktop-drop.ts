import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'

/** Drops real files and folders of this machine's disk on a point of the page, as from the desktop. */
export const dropFromDesktop = async (page: Page, paths: string[], at: { x: number; y: number }): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data })
  await cdp.detach()
}

/** Holds files of this machine's disk over a point of the page, as a hand does that has not dropped them yet. */
export const holdFromDesktop = async (
  page: Page,
  paths: string[],
  at: { x: number; y: number },
  holdMs: number,
): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  for (const end = Date.now() + holdMs; Date.now() < end; ) {
    await cdp.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
    await sleep(50)
  }
  await cdp.detach()
}

/** The middle of an element. */
export const middleOf = async (page: Page, selector: string): Promise<{ x: number; y: number }> => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const slowed = new WeakMap<Page, CDPSession>()

/** Limits the page's upload to so many bytes per second; 0: no limit. */
export const slowUploads = async (page: Page, bytesPerSecond: number): Promise<void> => {
  // What one session has slowed, another one does not make quick again.
  const cdp = slowed.get(page) ?? (await page.context().newCDPSession(page))
  slowed.set(page, cdp)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  })
}
