import sharp from 'sharp'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { mailedLink } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)

t.test('profile: fields save themselves, with a visible state and a retry', async (t) => {
  const person = await signUp(app, { name: 'Ada Lovelace' })
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  t.equal(await page.title(), 'Profile – Coffer')
  const settings = async () =>
    (
      await person.client.get<{
        data: { relationships: { settings: { data: { attributes: Record<string, string> } } } }
      }>('/api/user')
    ).body.data.relationships.settings.data.attributes
  await page.getByLabel('City').fill('London')
  await page.getByText(/^Saved \d/).waitFor()
  t.equal((await settings()).city, 'London')
  await page.getByLabel('City').fill('')
  await eventually(t, async () => (await settings()).city, null, 'a field can be emptied')

  await page.route('**/api/user/settings', (route) => route.abort())
  await page.getByLabel('Postal code').fill('W1')
  await page.getByText('Not saved').waitFor()
  await page.unroute('**/api/user/settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(t, async () => (await settings()).postal_code, 'W1')

  await page.getByLabel('Phone').fill('call me')
  await page.locator('[name=phone_number][aria-invalid=true]').waitFor()
  await page.getByLabel('Phone').fill('+44 20 7946 0000')
  await eventually(t, async () => (await settings()).phone_number, '+44 20 7946 0000')

  await page.getByLabel('Time zone').click()
  await page.keyboard.type('berlin')
  await page.keyboard.press('Enter')
  await eventually(t, async () => (await settings()).timezone, 'Europe/Berlin', 'by keyboard')
  await page.getByLabel('Country').click()
  await page.getByRole('option', { name: 'Norway' }).click()
  await eventually(t, async () => (await settings()).country, 'NO')
  for (const [label, none] of [
    ['Time zone', 'Same as this device'],
    ['Country', 'No country'],
  ] as const) {
    await page.getByLabel(label).click()
    await page.getByRole('option', { name: none }).click()
    await page.getByRole('combobox', { name: label }).getByText(none).waitFor()
  }
  await eventually(t, async () => (await settings()).timezone, null, 'a zone can be emptied')
  await eventually(t, async () => (await settings()).country, null, 'and a country')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('Last name').blur()
  await page.getByText('Ada Byron').first().waitFor()
  t.strictSame(await axeFaults(page), [])
  t.strictSame(browser.errors, [])

  await page.getByLabel('City').fill('Oxford')
  await page.goto('about:blank')
  await eventually(t, async () => (await settings()).city, 'Oxford', 'a change of the moment when the page is left')
})

t.test('profile: what is typed stays when the page cannot be loaded again, and is saved later', async (t) => {
  const person = await signUp(app, { name: 'Ada Lovelace' })
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await hydrated(page)
  const [first, city] = [page.getByLabel('First name'), page.getByLabel('City')]
  let failed = 0
  await page.route('**/*.pageContext.json', (route) => {
    failed += 1
    return route.abort()
  })
  await first.fill('Augusta')
  await first.blur()
  await eventually(t, () => failed > 1, true, 'saved; the name is asked for, and again')
  await page.route('**/api/user/settings', (route) => route.abort())
  await city.fill('London')
  await page.getByText('Not saved').waitFor()
  const known = failed
  await first.fill('Augusta Ada')
  await first.blur()
  await eventually(t, () => failed > known, true)
  t.strictSame([await first.inputValue(), await city.inputValue()], ['Augusta Ada', 'London'])
  t.equal(await page.getByRole('alert').count(), 0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Augusta Ada Lovelace').first().waitFor()
  t.strictSame([await first.inputValue(), await city.inputValue()], ['Augusta Ada', 'London'])
  await page.reload()
  t.strictSame([await first.inputValue(), await city.inputValue()], ['Augusta Ada', 'London'])
  t.strictSame(browser.errors, [])
})

t.test('profile: a picture is cropped and shown; a changed email is confirmed at both addresses', async (t) => {
  const person = await signUp(app, { name: 'Grace Hopper' })
  const page = await browser.visit(`${app.url}/user/profile`, { as: person, width: 390, height: 844, theme: 'dark' })
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('slider', { name: 'Zoom' }).fill('2')
  await picture(page, 'profile-crop')
  const save = page.getByRole('button', { name: 'Save picture' })
  await poll(() => save.isEnabled(), Boolean)
  await save.click()
  await page.getByText('Picture saved').waitFor()
  const shown = page.locator('main img[src^="/avatars/md-"]').first()
  await shown.waitFor()
  await eventually(t, () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), 320)

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText('Choose a picture (JPEG').waitFor()
  t.equal(await page.getByRole('dialog').count(), 0, 'a file that is no picture is not cropped')

  const fresh = 'grace-new@example.org'
  await page.getByRole('textbox', { name: 'Email' }).fill(fresh)
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill('wrong wrong wrong')
  await page.keyboard.press('Enter')
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByText(`Changing to ${fresh}`).waitFor()
  t.strictSame(await axeFaults(page), [])

  for (const [address, outcome] of [
    [fresh, 'One to go'],
    [person.email, 'Email changed'],
  ] as const) {
    await page.goto(await mailedLink(app.dataDir, address, '/confirm-email'))
    await hydrated(page)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('heading', { name: outcome }).waitFor()
    await eventually(t, () => page.evaluate(() => document.activeElement?.textContent), outcome)
  }
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.getByText('Start the change again in your profile.').waitFor()
  t.equal(await page.getByRole('button', { name: 'Confirm this address' }).count(), 0, 'a used link leads on')
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await eventually(t, () => page.getByRole('textbox', { name: 'Email' }).inputValue(), fresh)
  await page.getByRole('button', { name: 'Remove' }).click()
  await eventuallyMatches(t, async () => `${await shown.count()}`, /^0$/)
  t.equal((await anonymous(app).post('/login', { email: fresh, password: person.password })).status, 200)
  t.strictSame(browser.errors, [])
})

t.test('profile: an export can be downloaded as soon as it is ready, without a reload', async (t) => {
  const person = await signUp(app, { name: 'Ada Lovelace' })
  await putFile(person, 'Notes.txt', 'notes')
  const { db, jobs } = app.coffer.platform
  // Requested, and its job has not begun yet.
  await db.query('insert into data_exports (user_id) values ($1)', [person.id])
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await page.getByText('Your export is being prepared.').waitFor()
  await page.waitForSelector('html[data-realtime]')
  await jobs.add('prepare-export', { userId: person.id })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  t.match(download.suggestedFilename(), /^account-export-\d{4}-\d\d-\d\d\.zip$/)
  t.equal(await download.failure(), null)
  t.strictSame(browser.errors, [])
})

t.test('profile: the account is deleted after a week, unless that is cancelled', async (t) => {
  const person = await signUp(app, { name: 'Mary Shelley' })
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await picture(page, 'profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  const notice = page.getByText(/^Your account will be deleted on /)
  await notice.waitFor()
  const isInView = () =>
    notice.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await eventually(t, isInView, true, 'the notice at the top comes into view from the button at the bottom')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'profile-deletion')
  await page.goto(await mailedLink(app.dataDir, person.email, '/user/profile'))
  await hydrated(page)
  const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0
  t.ok((await top('Keep my account')) < (await top('Add picture')), 'the first thing of the page that the email opens')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Delete account' }).waitFor()
  t.strictSame(browser.errors, [])
})
