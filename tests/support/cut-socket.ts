import type { Page, WebSocketRoute } from 'playwright-core'

/** Call it before the page is opened: `cut` ends its realtime connection and lets none open until `restore`. */
export const cuttableSocket = async (page: Page) => {
  let isCut = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  return {
    cut: async (): Promise<void> => {
      await page.waitForSelector('html[data-realtime]')
      isCut = true
      for (const socket of open) await socket.close()
      open.clear()
      await page.waitForSelector('html:not([data-realtime])')
    },
    restore: (): void => {
      isCut = false
    },
  }
}
