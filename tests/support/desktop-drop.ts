import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'

/** Drops files and folders of the local disk on a point of the page, as from the desktop. */
export const dropFromDesktop = async (page: Page, paths: string[], at: { x: number; y: number }): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data })
  await cdp.detach()
}

/** Drags files of the local disk over a point of the page for `holdMs`, without dropping them. */
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

/** The center of an element, in px. */
export const middleOf = async (page: Page, selector: string): Promise<{ x: number; y: number }> => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const sessions = new WeakMap<Page, CDPSession>()

/** Limits the page's upload rate; 0: no limit. */
export const slowUploads = async (page: Page, bytesPerSecond: number): Promise<void> => {
  // Only the session that set a limit can remove it.
  const cdp = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, cdp)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  })
}
