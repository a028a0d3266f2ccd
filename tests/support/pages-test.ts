import { type TestApp, type TestAppOptions, testApp } from './app.ts'
import { type BrowserTest, type TestBrowser, testBrowser } from './browser.ts'
import { filesPages } from './files-page.ts'

interface PagesTest {
  app: TestApp
  browser: TestBrowser
}

/** Starts the app with its pages, and a browser. `motion`: see `testBrowser`. */
export const pagesTest = async (
  t: BrowserTest,
  { motion, ...options }: Pick<TestAppOptions, 'env'> & { motion?: boolean } = {},
): Promise<PagesTest> => {
  const app = await testApp(t, { ...options, pages: true })
  return { app, browser: await testBrowser(t, { motion }) }
}

/** The same, with helpers for the files pages. */
export const filesTest = async (...given: Parameters<typeof pagesTest>) => {
  const { app, browser } = await pagesTest(...given)
  return { app, browser, db: app.coffer.platform.db, ...filesPages(app, browser) }
}
