import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { axeFaults, picture } from './browser.ts'
import { pagesTest } from './pages-test.ts'
import { testSource } from './remote-source.ts'

/** The remote-upload bar, `running` or `finished`. */
export const remoteBar = (page: Page, phase: string) => page.locator(`[data-remote-bar="${phase}"]`)
export const remoteDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload from links' })

/** An app that may fetch from a test web server, and a browser. */
export const remoteTest = async (t: Test) => {
  const source = await testSource(t)
  return { source, ...(await pagesTest(t, { env: { EGRESS_ALLOW: source.host } })) }
}

/** Enters links into the open popup and submits them; calls `beforeSubmit` in between. */
export const submitLinks = async (
  page: Page,
  links: readonly string[],
  beforeSubmit?: () => Promise<void>,
): Promise<void> => {
  await remoteDialog(page).getByLabel('Links').fill(links.join('\n'))
  await beforeSubmit?.()
  await remoteDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await remoteDialog(page).waitFor({ state: 'detached' })
}

/** Opens the bar's list once it shows `text`; expects the error `why`, and the progress of `file` if given. */
export const expectProgress = async (
  t: Test,
  page: Page,
  { text, why, file, name }: { text: string; why: string; file?: string; name: string },
): Promise<void> => {
  await remoteBar(page, 'running').getByText(text).waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText(why).waitFor()
  if (file) await page.getByRole('progressbar', { name: `Progress of ${file}` }).waitFor()
  await checkAppearance(t, page, name)
}

/** Takes a screenshot and expects no axe violation. */
export const checkAppearance = async (t: Test, page: Page, name: string): Promise<void> => {
  await picture(page, name)
  t.strictSame(await axeFaults(page), [], name)
}
