import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { axeFaults, picture } from './browser.ts'
import { pagesTest } from './pages-test.ts'
import { testSource } from './remote-source.ts'

/** The remote-upload bar, `running` or `finished`. */
export const bar = (page: Page, phase: string) => page.locator(`[data-remote-bar="${phase}"]`)
export const popup = (page: Page) => page.getByRole('dialog', { name: 'Upload Files Remotely' })

/** An app that may fetch from a web server elsewhere, and a browser to ask for it. */
export const remoteTest = async (t: Test) => {
  const source = await testSource(t)
  return { source, ...(await pagesTest(t, { env: { EGRESS_ALLOW: source.host } })) }
}

/** Writes links into the open popup and sends them off; `look` in between. */
export const handOver = async (page: Page, links: readonly string[], look?: () => Promise<void>): Promise<void> => {
  await popup(page).getByLabel('Remote Links').fill(links.join('\n'))
  await look?.()
  await popup(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await popup(page).waitFor({ state: 'detached' })
}

/** Opens the bar's list once it says `text`: why a link failed, and how far a file is where one is named. */
export const followed = async (
  t: Test,
  page: Page,
  { text, why, file, name }: { text: string; why: string; file?: string; name: string },
): Promise<void> => {
  await bar(page, 'running').getByText(text).waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText(why).waitFor()
  if (file) await page.getByRole('progressbar', { name: `Progress of ${file}` }).waitFor()
  await looked(t, page, name)
}

/** A picture, and nothing that axe finds wrong. */
export const looked = async (t: Test, page: Page, name: string): Promise<void> => {
  await picture(page, name)
  t.strictSame(await axeFaults(page), [], name)
}
