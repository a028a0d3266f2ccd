import t from 'tap'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { headingShown, row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const { browser, openFiles, newUser } = await filesTest(t)

t.test('phone: who looks for a filter in the menu of views finds the one of the search', async () => {
  const { person } = await newUser([])
  await putFile(person, 'offer.pdf', tinyPdf(['Offer']))
  await putFile(person, 'notes.txt', 'notes')
  const page = await openFiles(person, { width: 390 })
  await page.getByRole('button', { name: 'Sort and view' }).first().tap()
  await page.getByRole('button', { name: 'Search and filter' }).tap()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('PDF')
  await page.getByRole('option', { name: /offer\.pdf/ }).waitFor()
  await page.getByRole('option', { name: /notes\.txt/ }).waitFor({ state: 'detached' })
})

t.test('phone: the arrow beside the path leads one folder up at a time', async (t) => {
  const { person, ids } = await newUser(['Top'])
  const middle = await makeFolder(person, 'Middle', ids.Top)
  const inner = await makeFolder(person, 'Inner', middle)
  const page = await openFiles(person, { path: `files/${inner}`, width: 390 })
  const arrow = page.getByRole('link', { name: 'One folder up' }).filter({ visible: true })
  await arrow.tap()
  await page.waitForURL((url) => !url.pathname.endsWith(inner))
  t.equal(new URL(page.url()).pathname, `/platform/files/${middle}`)
  await headingShown(page, 'Middle')
  await arrow.tap()
  await page.waitForURL(`**/platform/files/${ids.Top}`)
  await headingShown(page, 'Top')
})

t.test('phone: the details in the menu of the view have something to show', async (t) => {
  const { person, ids } = await newUser(['Pocket'])
  const page = await openFiles(person, { width: 390 })
  const dialog = page.getByRole('dialog')
  const openMenu = () => page.getByRole('button', { name: 'Sort and view' }).first().tap()
  await openMenu()
  await dialog.getByRole('button', { name: 'Info panel' }).tap()
  const details = page.getByRole('dialog', { name: 'Details' })
  await details.getByRole('heading', { name: 'Activity' }).waitFor()
  t.equal(await details.getByText('Select an item').count(), 0)
  await picture(page, 'details-root-390')
  await page.goto(`${page.url()}/${ids.Pocket}`)
  await hydrated(page)
  await openMenu()
  await dialog.getByRole('button', { name: 'Info panel' }).tap()
  await details.getByText('Pocket').first().waitFor()
  await page.goto(new URL('/platform/recent-uploads', page.url()).href)
  await hydrated(page)
  await openMenu()
  await dialog.getByRole('button', { name: 'Select', exact: true }).waitFor()
  t.equal(await dialog.getByRole('button', { name: 'Info panel' }).count(), 0)
})

t.test(
  'phone: tabs lead from what I share to what is shared with me; the bar names pages by their words',
  async (t) => {
    const { person } = await newUser([])
    const page = await openFiles(person, { width: 390 })
    const bar = page.getByRole('navigation', { name: 'Sections' })
    await bar.getByRole('link', { name: 'Shared' }).tap()
    const tabs = page.getByRole('navigation', { name: 'Shared' })
    await tabs.locator('[aria-current=page]').getByText('Shared by me').waitFor()
    await tabs.getByRole('link', { name: 'Shared with me' }).tap()
    await tabs.locator('[aria-current=page]').getByText('Shared with me').waitFor()
    await headingShown(page, 'Shared with me')
    await bar.getByRole('link', { name: 'Shared', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    t.same(await axeFaults(page), [])
    await picture(page, 'shared-tabs-390')
    const labels = bar.locator('.bar-tab > span:last-child')
    t.same(await labels.allInnerTexts(), ['Files', 'Recent', 'Shared', 'Notifications', 'Search', 'Account'])
    t.same(await labels.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length), 0)
  },
)

t.test('phone: the back gesture closes the top layer only, without a step in the history', async (t) => {
  const { person } = await newUser(['Pocket'])
  const page = await openFiles(person, { width: 390 })
  // Chromium on Android's reaction to the gesture: it requests the newest watcher to close.
  await page.addInitScript(() => {
    interface Watcher extends EventTarget {
      requestClose(): void
      destroy(): void
    }
    const Original = Reflect.get(globalThis, 'CloseWatcher') as new () => Watcher
    const open: Watcher[] = []
    class Watched extends Original {
      constructor() {
        super()
        open.push(this)
        this.addEventListener('close', () => open.splice(open.indexOf(this), 1))
      }
      destroy() {
        if (open.includes(this)) open.splice(open.indexOf(this), 1)
        super.destroy()
      }
    }
    Object.assign(globalThis, { CloseWatcher: Watched, backGesture: () => open.at(-1)?.requestClose() })
  })
  await page.reload()
  await hydrated(page)
  const gesture = () => page.evaluate(() => (Reflect.get(globalThis, 'backGesture') as () => void)())
  const url = page.url()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Sort and view' }).first().tap()
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selection' }).filter({ visible: true })
  await row(page, 'Pocket').tap()
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'More' }).tap()
  await dialog.waitFor()
  await gesture()
  await dialog.waitFor({ state: 'detached' })
  await bar.getByText('1 selected').waitFor()
  await gesture()
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open navigation' }).tap()
  await dialog.waitFor()
  await gesture()
  await dialog.waitFor({ state: 'detached' })
  t.equal(page.url(), url)
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
