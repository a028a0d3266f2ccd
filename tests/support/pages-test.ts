import { type TestApp, type TestAppOptions, testApp } from './app.ts'
import { type BrowserTest, type TestBrowser, testBrowser } from './browser.ts'
import { filesPages } from './files-page.ts'

interface PagesTest {
  app: TestApp
  browser: TestBrowser
}

/** Starts the app with its pages, and a browser. */
export const pagesTest = async (t: BrowserTest, options: Pick<TestAppOptions, 'env'> = {}): Promise<PagesTest> => {
  const app = await testApp(t, { ...options, pages: true })
  return { app, browser: await testBrowser(t) }
}

/** The same, with helpers for the files pages. */
export const filesTest = async (t: Parameters<typeof pagesTest>[0]) => {
  const { app, browser } = await pagesTest(t)
  return { app, browser, db: app.coffer.platform.db, ...filesPages(app, browser) }
}
