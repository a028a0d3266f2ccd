import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import type { Teardown } from '../support/folders.ts'
import { testFolder } from '../support/folders.ts'
import { deadlineMs } from '../support/poll.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Builds the gallery, serves it on a free port and starts a browser until the end of the test. Desktops share a page, which
 * is loaded again for each; a test that changes more than the page closes its context.
 */
export const openGallery = async (t: Teardown) => {
  const folder = testFolder(t)
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // As those of `testBrowser`.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--no-maglev --no-turbofan'],
  })
  let desk: Page | undefined
  t.teardown(async () => {
    await browser.close()
    server.close()
  })

  const newPage = async (width: number): Promise<Page> => {
    const phone = width < 640
    const context = await browser.newContext({ viewport: { width, height: 900 }, isMobile: phone, hasTouch: phone })
    context.setDefaultTimeout(deadlineMs)
    const page = await context.newPage()
    if (!phone) desk = page
    return page
  }

  return async (query: string, width: number): Promise<Page> => {
    const page = width < 640 || !desk || desk.isClosed() ? await newPage(width) : desk
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query}`)
    await page.waitForSelector('h1')
    return page
  }
}
