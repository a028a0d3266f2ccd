import type { Page } from 'playwright-core'
import type { Db } from '../../modules/platform/index.ts'
import { picture, resting } from './browser.ts'
import { toastShown } from './files-page.ts'
import type { Teardown } from './folders.ts'
import { buildZip } from './zip-builder.ts'

/** An archive with 40 files and two entries that are left out. */
export const takeout = (): Buffer =>
  buildZip([
    ...Array.from({ length: 40 }, (_, n) => ({ name: `photos/${n}.txt`, content: `${n}` })),
    { name: '../evil.txt', content: 'x' },
    { name: 'link', content: '/etc', mode: 0o120777 },
  ])

/** Lets each batch of an extraction take a second, so that its progress is seen. */
export const slowExtractions = async (t: Teardown, db: Db): Promise<void> => {
  await db.query(`create function waits() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return new; end $$`)
  await db.query('create trigger waits before update of position on operations for each row execute function waits()')
  t.teardown(() => db.query('drop function waits() cascade'))
}

/** Extracts an archive by its menu, sees the progress and the end. Resolves with the names of the menu. */
export const extractByMenu = async (page: Page, name: string, title: string): Promise<string[]> => {
  const phone = (page.viewportSize()?.width ?? 0) < 640
  const row = page.locator('[data-index]').filter({ hasText: name })
  if (phone) await row.getByRole('button').tap()
  else await row.click({ button: 'right' })
  const items = page
    .getByRole(phone ? 'dialog' : 'menu')
    .first()
    .getByRole(phone ? 'button' : 'menuitem')
  const item = items.filter({ hasText: 'Extract' })
  await item.waitFor()
  const names = await items.allInnerTexts()
  await resting(page)
  await picture(page, `extract-menu-${title}`)
  await item.click()
  await page.getByRole('progressbar', { name: 'Extracting' }).waitFor()
  await page.getByText('of 42').waitFor()
  await picture(page, `extract-progress-${title}`)
  await toastShown(page, 'Extracted, except for unsafe paths (1) and links (1).')
  await resting(page)
  await picture(page, `extract-done-${title}`)
  return names
}
