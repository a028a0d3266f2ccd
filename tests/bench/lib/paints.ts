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
  /** The last picture that was the largest content; null without any. */
  picture: number | null
  /** Total blocking time, ms: the part of each task beyond 50 ms. */
  blocking: number
}

/** Runs in the page: reads the browser's measurements. */
const seenHere = async (): Promise<Paints> => {
  const noted = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      // A page without long tasks has no entries.
      setTimeout(() => resolve([]), 500)
    })
  const contentful = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const paints = (await noted('largest-contentful-paint')) as (PerformanceEntry & { url: string })[]
  const largest = paints.at(-1)?.startTime ?? 0
  const picture = paints.findLast(({ url }) => url !== '')?.startTime ?? null
  const long = (await noted('longtask')).filter(({ startTime }) => startTime >= contentful)
  const blocking = long.reduce((sum, { duration }) => sum + duration - 50, 0)
  return {
    contentful: Math.round(contentful),
    largest: Math.round(largest),
    picture: picture && Math.round(picture),
    blocking: Math.round(blocking),
  }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** First paints and blocking time on a slow phone; the median of three visits with an empty cache. */
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
      seen.push(await page.evaluate(seenHere))
      await page.context().close()
    }
    const middle = (name: Exclude<keyof Paints, 'picture'>) =>
      sorted(seen.map((one) => one[name]))[rounds >> 1] as number
    const pictures = sorted(seen.flatMap(({ picture }) => picture ?? []))
    return {
      contentful: middle('contentful'),
      largest: middle('largest'),
      picture: pictures[pictures.length >> 1] ?? null,
      blocking: middle('blocking'),
    }
  } finally {
    await browser.close()
  }
}
