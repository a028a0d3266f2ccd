import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { tinyPhoto } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)

t.test('printing with the viewer open prints the shown file alone, black on white', async (t) => {
  const person = await signUp(app)
  await putFile(person, 'a photo.jpg', await tinyPhoto(20, 1_000, 600))
  await putFile(person, 'b main.ts', Buffer.from('export const answer: number = 42\n'))
  const page = await browser.visit(`${app.url}/platform/files`, { width: 1024, height: 800, theme: 'dark', as: person })
  await hydrated(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const menu = async (dialog: string) => {
    await page.getByRole('dialog', { name: dialog, exact: true }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.evaluate(() => document.body.removeAttribute('data-printed'))
  }
  const shownText = () => page.evaluate(() => document.body.innerText.trim())

  await page.getByText('a photo.jpg', { exact: true }).dblclick()
  await page.locator('[data-frame] img').waitFor()
  await menu('a photo.jpg')
  await page.emulateMedia({ media: 'print' })
  await eventually(t, shownText, '', 'no bar, no strip, no list behind it')
  const box = await page.locator('[data-frame] img').boundingBox()
  t.ok(box && box.width >= 800 && box.x >= 0 && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  t.equal(await background(), 'rgba(0, 0, 0, 0)')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

  // The newest is first.
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-text]').waitFor()
  await menu('b main.ts')
  await page.emulateMedia({ media: 'print' })
  await eventually(t, shownText, '1\nexport const answer: number = 42', 'with its line number')
  const colors = () =>
    page.locator('[data-text] *').evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))])
  t.strictSame(await colors(), ['rgb(0, 0, 0)'])
})
