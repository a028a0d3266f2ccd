import type { Page } from 'playwright-core'
import type { Actor } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import { portrait, type SeededPeople } from './people-data.ts'

export interface PictureShot {
  app: TestApp
  page: Page
  /** A text of the page's language by key. */
  text: (key: string) => string
  phone: boolean
  person: Actor | null
  /** Takes a picture; `part` is added to its name. */
  save: (part: string, options?: { whole?: boolean }) => Promise<void>
}

export interface PictureScene {
  name: string
  path: string
  /** Null: a visitor; `fresh`: a new account. */
  as: Actor | 'fresh' | null
  /** Whether the picture shows the whole page, including the part below the window. */
  whole?: boolean
  act?: (shot: PictureShot) => Promise<void>
}

const button = ({ page, text }: PictureShot, key: string) =>
  page.getByRole('button', { name: text(key), exact: true }).first()

const openMembers = async (shot: PictureShot, name: string) => {
  const { page, text, phone } = shot
  const row = page.locator('[data-index]').filter({ hasText: name }).first()
  if (phone) await row.getByRole('button').last().click()
  else await row.click({ button: 'right' })
  const item = (key: string) =>
    page
      .locator('[role=menuitem], [role=dialog] button')
      .filter({ hasText: text(key) })
      .filter({ visible: true })
      .first()
  // By key: a submenu may open to the left, and a pointer that jumps there closes it.
  await item('storage:menu.moreSharing').press('Enter')
  await item('teams:menu.members').press('Enter')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

const bell = async ({ page }: PictureShot) => {
  await page.waitForSelector('html[data-realtime]')
  await page.locator('button[aria-haspopup=dialog]:has(.lucide-bell)').filter({ visible: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(1_600)
}

const confirm = async (shot: PictureShot) => {
  const field = shot.page.getByRole('dialog').locator('input[type=password]')
  await field.waitFor()
  await shot.save('-confirm')
  await field.fill(shot.person?.password ?? '')
  await shot.page.keyboard.press('Enter')
}

const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

const security = async (shot: PictureShot) => {
  const { page } = shot
  await shot.save('-plain', { whole: true })
  await addAuthenticator(page)
  await button(shot, 'users:security.passkeys.add').click()
  await confirm(shot)
  await page.locator('#passkeys li').first().waitFor()
  await button(shot, 'users:security.twoFactor.enable').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input').first().waitFor()
  await shot.save('-setup')
  const secret = await dialog.locator('input[readonly]').first().inputValue()
  const { generate } = await import('otplib')
  await dialog.locator('input:not([readonly])').fill(await generate({ secret }))
  await button(shot, 'users:security.setup.submit').click()
  await dialog.getByRole('listitem').first().waitFor()
  await shot.save('-codes')
  await button(shot, 'users:security.codes.done').click()
  await button(shot, 'users:security.tokens.create').click()
  await dialog.locator('input').first().fill('Backup script of the studio')
  await shot.save('-token')
  await dialog.locator('button[type=submit]').click()
  await dialog.locator('input[readonly]').waitFor()
  await shot.save('-token-made')
  await button(shot, 'users:security.codes.done').click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForTimeout(7_000)
  await shot.save('-full', { whole: true })
}

const profile = async (shot: PictureShot) => {
  const { page, text } = shot
  await shot.save('-plain', { whole: true })
  const buffer = await portrait(280)
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('slider').fill('1.4')
  await page.waitForTimeout(500)
  await shot.save('-crop')
  await button(shot, 'users:profile.picture.save').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('input[type=email]').first().fill(`new.${Date.now()}@studio-lindholm.example`)
  await button(shot, 'users:profile.email.change').click()
  await confirm(shot)
  await button(shot, 'users:profile.email.cancel').waitFor()
  await button(shot, 'users:profile.export.submit').click()
  await page.locator('a[download]').waitFor()
  await shot.save('-changed', { whole: true })
  await page.locator('#delete-account').getByRole('button').click()
  await page.getByRole('alertdialog').waitFor()
  await shot.save('-delete')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('users:profile.deletion.submit') })
    .click()
  await button(shot, 'users:profile.deletion.cancel').waitFor()
  await page.waitForTimeout(7_000)
  await shot.save('-deleting', { whole: true })
}

/** Every screen, the simplest first. */
export const scenesOf = ({ owner, jonas, team, invited, proven, invitations }: SeededPeople): PictureScene[] => [
  { name: 'team-list', path: '/platform/team-folders', as: owner },
  { name: 'team-list-empty', path: '/platform/team-folders', as: 'fresh' },
  { name: 'shared-list', path: '/platform/shared-with-me', as: jonas },
  { name: 'shared-list-empty', path: '/platform/shared-with-me', as: 'fresh' },
  {
    name: 'team-folder',
    path: `/platform/files/${team.id}`,
    as: owner,
    act: async (shot) => {
      await shot.save('')
      await shot.page.keyboard.press('Alt+i')
      await shot.page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      await shot.page.waitForTimeout(700)
      await shot.save('-details')
    },
  },
  {
    name: 'team-new',
    path: '/platform/team-folders?new',
    as: owner,
    act: async (shot) => {
      const dialog = shot.page.getByRole('dialog')
      await dialog.locator('input').first().fill('Exhibition in Porto')
      await dialog.locator('[role=combobox]').focus()
      await dialog.locator('[role=option]').first().waitFor()
      await shot.save('-suggested')
      await dialog.locator('[role=combobox]').fill('not an email')
      await shot.page.keyboard.press('Enter')
      await shot.save('-error')
    },
  },
  {
    name: 'team-members',
    path: '/platform/team-folders',
    as: owner,
    act: (shot) => openMembers(shot, 'Azores').then(() => shot.save('')),
  },
  {
    name: 'team-crowd',
    path: '/platform/team-folders',
    as: owner,
    act: async (shot) => {
      await openMembers(shot, 'Everybody')
      await shot.save('')
      const dialog = shot.page.getByRole('dialog')
      await dialog.locator('li').last().scrollIntoViewIfNeeded()
      await dialog.getByRole('button', { name: shot.text('teams:form.more') }).scrollIntoViewIfNeeded()
      await shot.save('-end')
      await dialog.locator('input[type=search]').fill('member 1077')
      await shot.save('-search')
      await dialog.locator('input[type=search]').fill('no such person')
      await shot.save('-none')
    },
  },
  { name: 'invitation-unproven', path: `/team-folder-invitation/${invitations.unproven}`, as: invited },
  { name: 'invitation-proven', path: `/team-folder-invitation/${invitations.proven}`, as: proven },
  { name: 'invitation-unknown', path: `/team-folder-invitation/${invitations.unknown}`, as: null },
  { name: 'invitation-other', path: `/team-folder-invitation/${invitations.unknown}`, as: jonas },
  { name: 'invitation-missing', path: '/team-folder-invitation/00000000-0000-4000-8000-000000000000', as: null },
  { name: 'bell-full', path: '/platform/files', as: jonas, act: (shot) => bell(shot).then(() => shot.save('')) },
  { name: 'bell-empty', path: '/platform/files', as: 'fresh', act: (shot) => bell(shot).then(() => shot.save('')) },
  {
    name: 'bell-settings',
    path: '/platform/files',
    as: jonas,
    act: async (shot) => {
      await bell(shot)
      await button(shot, 'notifications:settings.title').click()
      await shot.page.getByRole('dialog').locator('select').first().waitFor()
      await shot.save('')
    },
  },
  { name: 'security', path: '/user/settings/password', as: 'fresh', act: security },
  { name: 'profile', path: '/user/profile', as: 'fresh', act: profile },
  { name: 'sign-in', path: '/sign-in', as: null },
  { name: 'sign-up', path: '/sign-up', as: null, whole: true },
]
