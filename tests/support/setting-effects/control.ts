import type { Locator, Page } from 'playwright-core'
import { type SettingPage, settingPagePath, settingPages } from '../../../modules/admin/contract.ts'
import type { SettingName } from '../../../modules/platform/index.ts'
import type { SettingProof, SettingScene } from './scene.ts'

const pages = Object.entries(settingPages).flatMap(([page, groups]) =>
  groups.flatMap(({ id, names }) => (names as readonly SettingName[]).map((name) => ({ page, group: id, name }))),
)

/** Path of the page that changes a setting. */
export const pathOf = (name: string): string => {
  if (name === 'mail_url') return '/admin/settings/environment'
  const page = name.endsWith('_credentials') ? 'payments' : pages.find((one) => one.name === name)?.page
  if (!page) throw new Error(`${name} is on no page`)
  return settingPagePath(page as SettingPage)
}

/** The response to an action on the page; a rejected change fails. */
const saved = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const answered = page.waitForResponse(
    (response) => /\/api\/admin\/settings/.test(response.url()) && response.request().method() !== 'GET',
  )
  await act()
  const response = await answered
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`)
}

/** Changes a setting in an administrator's page, found by the heading of its card and its label. */
export const changeIn = async (
  page: Page,
  { app }: SettingScene,
  name: string,
  enter: SettingProof[0],
): Promise<void> => {
  if (typeof enter === 'function') return saved(page, () => enter(page))
  const { i18n, settings } = app.coffer.platform
  const text = (key: string) => i18n.messages('en')[key] ?? key
  const { group } = pages.find((one) => one.name === name) ?? {}
  const label = text(`admin:setting.${name}.label`)
  const card = page.getByRole('region', { name: text(`admin:settings.group.${group}`), exact: true })
  const field: Locator = card.getByLabel(label, { exact: true })
  const { type, secret } = settings.definitions[name] ?? {}
  const status = page.getByRole('status').getByText(/^Saved/)
  if (Buffer.isBuffer(enter)) {
    const file = { name: 'picture.png', mimeType: 'image/png', buffer: enter }
    const own = card.getByRole('group', { name: label, exact: true })
    await saved(page, () => own.locator('input').setInputFiles(file))
    return own.getByRole('img').waitFor()
  }
  if (typeof enter === 'boolean') {
    await saved(page, () => card.getByRole('switch', { name: label, exact: true }).setChecked(enter))
    return status.waitFor()
  }
  if (name === 'subscription_type') {
    await field.selectOption(enter)
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: text('admin:engine.confirm') })
    await saved(page, () => confirm.click())
  } else if (type?.input?.kind === 'choice' || type?.input?.kind === 'country')
    await saved(page, () => field.selectOption(enter))
  else {
    await field.fill(enter)
    if (!secret) await saved(page, () => field.blur())
    else await saved(page, () => card.getByRole('button', { name: text('admin:settings.replace') }).click())
  }
  await status.waitFor()
}
