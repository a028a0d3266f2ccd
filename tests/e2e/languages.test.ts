import t from 'tap'
import { knownLocales } from '../../modules/admin/client/language-query.ts'
import { formatLocale } from '../../modules/shared/contract.ts'
import { confirmPassword, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { widthFaults } from '../support/width-faults.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })

t.test(
  'languages: created, translated and deleted by keyboard; open pages show a changed text at their next view',
  async (t) => {
    const user = await signUp(app)
    const files = await browser.visit(`${app.url}/platform/files`, { as: user })
    const page = await browser.visit(`${app.url}/admin/language`, { as: admin })
    await page.getByRole('button', { name: 'Add language' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Language' }).press('Enter')
    await page.keyboard.type('Dutch')
    await page.getByRole('option', { name: 'Dutch' }).waitFor()
    await page.keyboard.press('Enter')
    t.equal(await dialog.getByLabel('Name in menus').inputValue(), 'Nederlands')
    t.strictSame(await axeFaults(page), [])
    await dialog.getByLabel('Name in menus').press('Enter')
    await page.waitForURL(/locale=nl/)
    await page.getByRole('link', { name: /Nederlands/ }).waitFor()

    await page.getByRole('searchbox', { name: 'Search texts' }).fill('storage:page.recent')
    await page.waitForURL(/search=/)
    const field = page.getByRole('textbox', { name: 'Recent Uploads', exact: true })
    await field.fill('Laatst geüpload {{x}}')
    await page.getByText('Keep these placeholders as they are').waitFor()
    await field.fill('Laatst geüpload')
    await page.getByText(/^Saved/).waitFor()
    t.strictSame(await axeFaults(page), [])

    // The page is open in Dutch before the text changes again.
    await user.client.patch('/api/user/settings', { name: 'locale', value: 'nl' })
    await files.reload()
    await files.getByRole('link', { name: 'Laatst geüpload' }).first().waitFor()
    await field.fill('Onlangs')
    await eventually(
      t,
      async () => (await user.client.get<Record<string, string>>('/translations/nl')).body['storage:page.recent'],
      'Onlangs',
    )
    await files.getByRole('link', { name: 'Laatst geüpload' }).first().click()
    await files.getByRole('link', { name: 'Onlangs' }).first().waitFor()

    await page.getByRole('button', { name: 'Delete language' }).press('Enter')
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete language' })
      .press('Enter')
    await page
      .getByRole('region', { name: /Notices/ })
      .getByText('The language was deleted.')
      .waitFor()
    await eventually(t, () => page.getByRole('link', { name: /Nederlands/ }).count(), 0)
    t.strictSame(browser.errors, [])
  },
)

t.test(
  'languages: dates and plural forms of one that the browser lacks are those of the server, whatever its own is',
  async (t) => {
    const user = await signUp(app)
    await putFile(user, 'a.txt', 'a')
    await putFile(user, 'b.txt', 'bb')
    const page = await browser.visit(`${app.url}/platform/files`, { as: user, locale: 'pl' })
    // Chromium has no data for Breton, Node.js has none for Latin either.
    for (const locale of ['br', 'la']) {
      await admin.client.post('/api/admin/languages', { locale, name: locale })
      await user.client.patch('/api/user/settings', { name: 'locale', value: locale })
      await page.reload()
      await hydrated(page)
      await page.keyboard.press('Control+a')
      await page
        .getByText(/^2 items?\b|2 selected/)
        .first()
        .waitFor()
      t.strictSame(browser.errors, [], 'hydrated without a difference, and no text is missing')
      const formatted = knownLocales.filter((known) => formatLocale(known) === known)
      const lacking = (all: string[]) => all.filter((one) => Intl.DateTimeFormat.supportedLocalesOf(one).length === 0)
      t.strictSame([lacking(formatted), await page.evaluate(lacking, formatted)], [[], []])
    }
  },
)

t.test(
  'languages: one is edited under the tag that the server stores, and none in place of another that is gone',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/language`, { as: admin })
    await page.getByRole('button', { name: 'Add language' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Language' }).press('Enter')
    await page.keyboard.type('Filipino')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.waitForURL(/locale=fil/)
    const shown = page.getByRole('navigation', { name: 'Languages' }).locator('a[aria-current=page]')
    await eventuallyMatches(t, () => shown.getAttribute('href'), /locale=fil/)
    await page.waitForSelector('html[data-realtime=open]')
    t.equal((await admin.client.delete('/api/admin/languages/fil')).status, 200)
    await page.getByText('Page not found').first().waitFor()
    for (const [locale, status] of [
      ['fil', 404],
      ['xx', 404],
      ['de', 200],
    ] as const)
      t.equal((await admin.client.get(`/admin/language?locale=${locale}`)).status, status, locale)
  },
)

t.test('languages: a name that is being typed is not replaced by that of another administrator', async (t) => {
  const page = await browser.visit(`${app.url}/admin/language?locale=de`, { as: admin })
  await page.waitForSelector('html[data-realtime=open]')
  const field = page.getByRole('textbox', { name: 'Name in menus', exact: true })
  await field.fill('Hochdeutsch')
  await admin.client.patch('/api/admin/languages/de', { name: 'name', value: 'Plattdeutsch' })
  await page.getByText('Plattdeutsch').first().waitFor()
  t.equal(await field.inputValue(), 'Hochdeutsch')
  await field.press('Enter')
  await page.getByText('Hochdeutsch').first().waitFor()
  for (const path of ['/user/profile', '/admin/settings/others']) {
    const html = await (await admin.client.fetch(path, { headers: { accept: 'text/html' } })).text()
    t.match(html, /<option value="de"[^>]*>Hochdeutsch</, `the name in the field of ${path}`)
  }
  const signIn = await browser.visit(`${app.url}/sign-in?lang=de`)
  await signIn.getByRole('button', { name: 'Sprache: Hochdeutsch' }).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('languages: a text stays while it is typed, though the page loads its data again', async (t) => {
  const path = '/api/admin/languages/de/strings'
  const page = await browser.visit(`${app.url}/admin/language?locale=de&search=storage:page.recent`, { as: admin })
  await page.waitForSelector('html[data-realtime=open]')
  const field = page.getByRole('textbox', { name: 'Recent Uploads', exact: true })
  await field.fill('Eins')
  await page.getByText(/^Saved/).waitFor()
  const release = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    await release.promise
    await route.continue()
  })
  await field.fill('Eins und zwei')
  await admin.client.patch('/api/admin/settings', { name: 'app_title', value: 'Acme' })
  await eventuallyMatches(t, () => page.title(), /Acme$/)
  t.equal(await field.inputValue(), 'Eins und zwei')
  release.resolve()
  const stored = async () => (await admin.client.get<Record<string, string>>('/translations/de')).body
  await eventually(t, async () => (await stored())['storage:page.recent'], 'Eins und zwei')
  t.strictSame(browser.errors, [])
})

t.test('languages: a name that another administrator saves while one is being saved is shown, and stays', async (t) => {
  const page = await browser.visit(`${app.url}/admin/language?locale=de`, { as: admin })
  const field = page.getByRole('textbox', { name: 'Name in menus' })
  const stored = await field.inputValue()
  const path = '/api/admin/languages/de'
  let sent = 0
  await page.route(`**${path}`, async (route) => {
    sent += 1
    const response = await route.fetch()
    await admin.client.patch(path, { name: 'name', value: 'Deutsch (Final)' })
    // Another change on this page loads it again meanwhile.
    await page.getByRole('switch', { name: 'Default language' }).click()
    await page.locator('[role=switch]:disabled').waitFor()
    await route.fulfill({ response })
  })
  await field.fill('Deutsch (New)')
  await field.press('Enter')
  await eventually(t, () => field.inputValue(), 'Deutsch (Final)')
  await field.focus()
  await field.press('Enter')
  await field.blur()
  t.equal(sent, 1)
  await admin.client.patch(path, { name: 'name', value: stored })
})

t.test('languages: letters that Western European ones do not have are of the same typeface', async (t) => {
  const page = await browser.visit(`${app.url}/sign-up?lang=pl`, { hydrates: false })
  for (const locale of ['pl', 'cs', 'tr']) {
    if (locale !== 'pl') await page.goto(`${app.url}/sign-up?lang=${locale}`)
    const isLoaded = () =>
      [...document.fonts].some(({ unicodeRange, status }) => unicodeRange.startsWith('U+100-') && status === 'loaded')
    await eventually(t, () => page.evaluate(isLoaded), true, locale)
  }
})

t.test('languages: lists, and labels with their values, have the signs of the language', async (t) => {
  const reader = await signUp(app)
  const html = async (path: string, accept: string) =>
    (await reader.client.fetch(path, { headers: { accept: 'text/html', 'accept-language': accept } })).text()
  await confirmPassword(reader)
  await reader.client.post('/api/user/tokens', { name: 'Script', scopes: ['read', 'write'] })
  await reader.client.patch('/api/user/settings', { name: 'locale', value: 'ja' })
  t.match(await html('/user/settings/password', 'ja'), '読み取り、ファイル、リンク、リクエストの変更')
  const label = async (lang: string) =>
    /aria-label="([^"]*(?:Français|中文)[^"]*)"/.exec(
      await (await fetch(`${app.url}/sign-in?lang=${lang}`)).text(),
    )?.[1]
  t.equal(await label('fr'), 'Langue\u00a0: Français')
  t.match(await label('zh'), /^语言：/)
})

t.test('languages: no view of the sidebar is cut off, no choice in the notification settings of a phone', async (t) => {
  const reader = await signUp(app)
  const page = await browser.visit(`${app.url}/platform/files`, { as: reader, width: 390, height: 844 })
  for (const locale of ['en', 'es', 'fr', 'tr']) {
    await reader.client.patch('/api/user/settings', { name: 'locale', value: locale })
    await page.reload()
    await hydrated(page)
    const texts = (await reader.client.get<Record<string, string>>(`/translations/${locale}`)).body
    const title = texts['notifications:center.title'] as string
    await page.getByRole('button', { name: title }).filter({ visible: true }).first().click()
    await page.getByRole('button', { name: texts['notifications:settings.title'] as string }).click()
    await page.getByRole('dialog').getByRole('combobox').first().selectOption('mail')
    t.strictSame(await page.evaluate(widthFaults), [], locale)
  }

  await reader.client.patch('/api/user/settings', { name: 'locale', value: 'pl' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  const labels = page.locator('.side-link > span')
  t.ok((await labels.count()) > 6)
  const cut = await labels.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  t.strictSame(cut, [])
})
