import t from 'tap'
import { axeFaults, picture } from '../support/browser.ts'
import { rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'

const { app, browser, newUser } = await filesTest(t)

for (const [device, size] of Object.entries({
  'tablet, upright': { width: 768, height: 1024 },
  'phone, on its side': { width: 844, height: 390 },
})) {
  t.test(`${device}: sections, notifications, account and sign-out are at hand on every page`, async (t) => {
    const { person } = await newUser(['Beside'])
    const page = await browser.visit(`${app.url}/user/profile`, { ...size, as: person, prefs: { bars: false } })
    const sections = page.getByRole('navigation', { name: 'Sections' })
    t.same(await axeFaults(page), [])
    await picture(page, `account-${size.width}`)
    await sections.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').getByText('Notifications').waitFor()
    await sections.getByRole('link', { name: 'Files' }).click()
    await rowShown(page, 'Beside')
    t.same(await axeFaults(page), [])
    await picture(page, `files-${size.width}`)
    await sections.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('menuitem', { name: 'Security' }).waitFor()
    await page.keyboard.press('Escape')
    await sections.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/platform'))
    t.strictSame(browser.errors, [])
  })
}
