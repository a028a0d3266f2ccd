import { chromium } from 'playwright-core'
import { ensureChromium } from '../../../server/launch/chromium.mjs'

/** Lighthouse's slow 4G: ms, bytes per second. */
const network = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }
const rounds = 3
const settled = 2_500

interface Paints {
  /** ms since the navigation began. */
  contentful: number
  largest: number
}

/** When a first visitor on a slow phone sees the page; the median of three visits with an empty cache. */
export const firstPaints = async (url: URL): Promise<Paints> => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const seen: Paints[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', network)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.goto(url.href, { waitUntil: 'load' })
      await page.waitForTimeout(settled)
      seen.push(
        await page.evaluate(
          () =>
            new Promise<{ contentful: number; largest: number }>((resolve) => {
              new PerformanceObserver((list) => {
                const [first] = performance.getEntriesByName('first-contentful-paint')
                const last = list.getEntries().at(-1)
                resolve({
                  contentful: Math.round(first?.startTime ?? 0),
                  largest: Math.round(last?.startTime ?? 0),
                })
              }).observe({ type: 'largest-contentful-paint', buffered: true })
            }),
        ),
      )
      await page.context().close()
    }
    const middle = (name: keyof Paints) => seen.map((one) => one[name]).sort((a, b) => a - b)[rounds >> 1] as number
    return { contentful: middle('contentful'), largest: middle('largest') }
  } finally {
    await browser.close()
  }
}
