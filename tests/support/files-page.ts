import type { Locator, Page } from 'playwright-core'
import type { ViewSettings } from '../../modules/storage/contract.ts'
import { type Actor, signUp } from './actors.ts'
import type { TestApp } from './app.ts'
import { revisit, type TestBrowser, type Visit } from './browser.ts'
import { seedFolder, seedOneFolder } from './seed.ts'

interface EnterOptions extends Omit<Visit, 'as'> {
  path?: string
  /** How the root is shown; folders inherit it. */
  view?: ViewSettings
  /** A page that goes on there, instead of a fresh profile. */
  on?: Page
}

/** Creates users with files and opens their files pages, on an app with pages. */
export const filesPages = (app: TestApp, browser: TestBrowser) => {
  const { db } = app.coffer.platform
  return {
    /** Opens a files page, signed in as this actor. */
    openFiles: async (person: Actor, { path = '', view, on, ...visit }: EnterOptions = {}): Promise<Page> => {
      if (view) await person.client.put('/api/views/files', view)
      const url = `${app.url}/platform/${path || 'files'}`
      const given = { ...visit, as: person }
      return on ? revisit(on, url, given) : browser.visit(url, { width: 1280, ...given })
    },
    /** A page for `openFiles` in many tests: what is opened outside of them stays open. */
    emptyPage: (visit: Visit = {}): Promise<Page> =>
      browser.visit(`${app.url}/robots.txt`, { width: 1280, ...visit, hydrates: false }),
    /** A new user with these folders and files `item 1.bin` … in the root. */
    newUser: async (folders: string[], files = 0) => {
      const person = await signUp(app)
      const ids: Record<string, string> = {}
      for (const name of folders) ids[name] = await seedOneFolder(db, person.id, name)
      if (files > 0) await seedFolder(db, person.id, files)
      return { person, ids }
    },
  }
}

export const row = (page: Page, name: string): Locator =>
  page.locator('[data-index]').filter({ has: page.locator(`[data-focus][title=${JSON.stringify(name)}]`) })
/** The part of a row that starts a drag. */
export const rowHandle = (page: Page, name: string): Locator => row(page, name).locator('[data-focus]')
export const rowNames = (page: Page): Promise<string[]> => page.locator('[data-index] [data-focus]').allInnerTexts()
export const rowGone = (page: Page, name: string): Promise<void> => row(page, name).waitFor({ state: 'detached' })
export const rowShown = (page: Page, name: string): Promise<void> => row(page, name).waitFor()
export const headingShown = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()
export const toastShown = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('region', { name: /Notices/ })
    .getByText(text)
    .waitFor()
/** Names that the server lists, sorted. The page shows a change before the server has made it. */
export const listedNames =
  (person: Actor, folder = 'folders/all') =>
  async (): Promise<string[]> => {
    const path = `/api/browse/${folder}`
    const { body } = await person.client.get<{ data: { data: { attributes: { name: string } } }[] }>(path)
    return body.data.map(({ data }) => data.attributes.name).sort()
  }
/** Chooses an entry of the open menu, by the names of its submenus and itself. */
export const chooseInMenu = async (page: Page, ...path: string[]): Promise<void> => {
  for (const name of path) await page.getByRole('menuitem', { name, exact: true }).click()
}
export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on screen')
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
}
