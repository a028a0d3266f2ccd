import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { boxOf, row, rowGone, rowHandle, rowNames, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { teamWith, uploadText } from '../support/teams.ts'

const { app, browser, db, openFiles, newUser } = await filesTest(t)

const badge = (page: Page, name: string) => row(page, name).locator('[data-shared]')

t.test('files: items and folders of a shared folder say who can open them', async (t) => {
  const { person } = await newUser([])
  const shared = await makeFolder(person, 'Summer')
  const inner = await makeFolder(person, 'Beach', shared)
  await putFile(person, 'a.txt', 'a', inner)
  await makeFolder(person, 'Alone')
  await makeShare(person, { id: shared, type: 'folder' })
  const page = await openFiles(person, { path: `files/${inner}` })
  const through = 'Shared by the link to “Summer”'
  await eventually(t, () => badge(page, 'a.txt').getAttribute('data-tip'), through)
  const node = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).locator('a [data-shared]')
  await eventually(t, () => node('Beach').getAttribute('data-tip'), through)
  await page.getByRole('link', { name: 'Recent Uploads' }).first().click()
  await eventually(t, () => badge(page, 'a.txt').getAttribute('data-tip'), through, 'also in the recent uploads')
  const html = await (await person.client.fetch('/platform/recent-uploads')).text()
  t.match(html, 'data-shared="inherited"', 'in the rendered page')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search anything…' }).fill('a.txt')
  const found = page.getByRole('option').filter({ hasText: 'a.txt' }).locator('[data-shared=inherited]')
  await eventually(t, () => found.getAttribute('data-tip'), through, 'also in search results')
  await picture(page, 'search-inherited')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'My Files' }).first().click()
  await rowShown(page, 'Alone')
  t.equal(await badge(page, 'Alone').count(), 0)
  t.not(await badge(page, 'Summer').getAttribute('data-tip'), through, 'it has a link of its own')
})

t.test('details: who can open an item is told when it is known, and only its owner shares it', async (t) => {
  const { person } = await newUser([])
  const { person: member } = await newUser([])
  const team = await teamWith(person, [[member, 'can_edit']])
  await uploadText(person, team.id, 'plan.txt')
  const page = await openFiles(person, { path: `files/${team.id}`, width: 1440, prefs: { detail: true } })
  const sharing = page.getByRole('complementary', { name: 'Details' }).getByRole('region', { name: 'Sharing' })
  const alone = sharing.getByText('Only you')
  await sharing.getByText('The members of this team folder can open it.').waitFor()
  t.equal(await alone.count(), 0)
  await page.route('**/api/items/*', (route) => route.abort())
  await rowHandle(page, 'plan.txt').click()
  await sharing.getByText('Couldn’t load who has access.').waitFor()
  t.equal(await alone.count(), 0, 'nothing is known')
  await picture(page, 'details-access-unknown')
  await page.unroute('**/api/items/*')
  await sharing.getByRole('button', { name: 'Try again' }).click()
  await sharing.getByText('The members of the team folder “Project” can open this.').waitFor()
  t.equal(await alone.count(), 0)
  await picture(page, 'details-access')
  await sharing.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “plan.txt”' })
  await dialog.getByText('The members of the team folder “Project” can open this.').waitFor()
  t.equal(await dialog.getByText('Only you').count(), 0)
  await picture(page, 'share-dialog-team')

  const members = await openFiles(member, { path: `files/${team.id}`, width: 1440, prefs: { detail: true } })
  await rowHandle(members, 'plan.txt').click()
  const shared = members.getByRole('complementary', { name: 'Details' }).getByRole('region', { name: 'Sharing' })
  await shared.getByText('Shared with you. Only its owner can create links to it.').waitFor()
  t.same([await shared.getByText('Only you').count(), await shared.getByRole('button').count()], [0, 0])
})

t.test(
  'share dialog: no embed code for a link that may not be framed; a failed copy is told; the focus ring is seen',
  async (t) => {
    const { person } = await newUser([])
    const file = await putFile(person, 'locked.txt', 'a')
    await putFile(person, 'new.txt', 'b')
    await makeShare(person, { id: file.id, type: 'file' }, { password: 'a long password' })
    const page = await openFiles(person, { width: 1440, prefs: { detail: true } })
    const sharing = page.getByRole('complementary', { name: 'Details' }).getByRole('region', { name: 'Sharing' })
    await rowHandle(page, 'locked.txt').click()
    await sharing.getByRole('button', { name: 'Edit sharing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'QR & embed' }).click()
    await page.getByText('To embed this link, turn off its password, email codes and editing.').waitFor()
    t.equal(await page.getByLabel('Embed code').count(), 0)
    await page.keyboard.press('Escape')
    await rowHandle(page, 'new.txt').click()
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await sharing.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create and copy link' }).click()
    await toastShown(page, 'The link couldn’t be copied.')

    // The button that gets the focus is scrolled into view with its focus ring.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rowHandle(page, 'locked.txt').click()
    await page.setViewportSize({ width: 1440, height: 420 })
    const edit = sharing.getByRole('button', { name: 'Edit sharing' })
    await edit.waitFor()
    // Half of it is above the visible part, as where more is below it.
    const hidden = () =>
      edit.evaluate((button: HTMLElement) => {
        let scroller = button.parentElement as HTMLElement
        while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement as HTMLElement
        scroller.style.paddingBottom = '600px'
        const above = scroller.getBoundingClientRect().top - button.getBoundingClientRect().top
        if (document.activeElement !== button) scroller.scrollTop += button.offsetHeight / 2 - above
        return above
      })
    await hidden()
    await edit.evaluate((button: HTMLElement) => button.focus())
    const ringWidth = 4
    await eventually(t, async () => (await hidden()) <= -ringWidth, true)
  },
)

t.test('files: an unknown folder says so within the files screens; a deleted row does not come back', async (t) => {
  const { person } = await newUser(['Known'], 2)
  const page = await openFiles(person, { path: `files/${crypto.randomUUID()}` })
  await page.getByText('This folder doesn’t exist').waitFor()
  await page.getByRole('treeitem', { name: 'Known' }).waitFor()
  const status = await person.client.fetch(`/platform/files/${crypto.randomUUID()}`).then((answer) => answer.status)
  t.equal(status, 404)
  await page.locator('main').getByRole('link', { name: 'My Files' }).click()
  await rowShown(page, 'Known')

  // A row that is deleted while its page loads again does not come back with it.
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/files/index.pageContext.json*', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: 'My Files' }).first().click()
  await read.promise
  await rowHandle(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  await toastShown(page, '“item 1.bin” moved to the trash')
  await rowGone(page, 'item 1.bin')
  const readAgain = page.waitForResponse('**/api/browse/folders/all*')
  released.resolve()
  await (await readAgain).finished()
  t.strictSame(await rowNames(page), ['Known', 'item 2.bin'])
})

t.test(
  'files: a placeholder has the columns of the list, which does not wait for ever; many selected items have a size',
  async (t) => {
    const { person } = await newUser([])
    const folder = await makeFolder(person, 'Many')
    await seedFolder(db, person.id, 190, { parent: folder })
    const page = await openFiles(person, { width: 1440, height: 500, prefs: { detail: true } })
    // A server that accepts the request of the page and never answers it: the rows are fetched all the same.
    await page.route('**/*.pageContext.json*', () => new Promise(() => undefined))
    // The rows come when the placeholder has been looked at.
    const looked = Promise.withResolvers<void>()
    await page.route(`**/api/browse/folders/${folder}*`, async (route) => {
      await looked.promise
      await route.continue()
    })
    const columns = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((head) => getComputedStyle(head).gridTemplateColumns)
    await rowHandle(page, 'Many').dblclick()
    const placeholder = await columns('.file-row[data-loading]')
    t.same(await axeFaults(page), [], 'it does not scroll, as nothing in it can be focused')
    looked.resolve()
    await rowShown(page, 'item 1.bin')
    await eventually(t, () => columns('.file-row:not([data-loading])'), placeholder)
    await page.keyboard.press('Control+a')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByText('190 selected').waitFor()
    await eventuallyMatches(t, () => details.innerText(), /\d (byte|kB|MB)/)
  },
)

t.test('files: names are not cut at 1024 px, and not broken within their ending', async (t) => {
  const { person } = await newUser([])
  const name = 'Contract Meyer signed.pdf'
  const file = await putFile(person, name, 'x')
  for (let letters = 14; letters < 30; letters += 1) await putFile(person, `${'w'.repeat(letters)}.jpg`, 'x')
  await makeShare(person, { id: file.id, type: 'file' })
  const page = await openFiles(person, { path: 'my-shared-items', width: 1024 })
  for (const path of ['my-shared-items', 'recent-uploads']) {
    await page.goto(`${app.url}/platform/${path}`)
    const isCut = () => rowHandle(page, name).evaluate((link) => link.scrollWidth > link.clientWidth)
    await eventually(t, isCut, false, path)
  }
  await person.client.put('/api/views/files', { preview: 'grid' })
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  const broken = await page.locator('.file-tile .file-link').evaluateAll((links) => {
    return links.map((link) => {
      const tops = (node: Node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
      }
      return {
        lines: tops(link),
        ending: link.lastElementChild?.textContent,
        linesOfEnding: tops(link.lastChild as Node),
      }
    })
  })
  t.ok(
    broken.some(({ lines }) => lines === 2),
    'some names need two lines',
  )
  for (const { ending, linesOfEnding } of broken)
    t.match({ ending, linesOfEnding }, { ending: /\.(jpg|pdf)$/, linesOfEnding: 1 })
})

t.test('phone: tiles end above the floating button; a toast with a long name has three lines', async (t) => {
  const { person } = await newUser([])
  for (let at = 0; at < 9; at += 1) await putFile(person, `${at} ${'long name '.repeat(20)}.txt`, 'x')
  const page = await openFiles(person, { width: 390, view: { preview: 'grid' } })
  await page.locator('[data-view]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  const button = await boxOf(page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }))
  const lastTile = async () => {
    const { y, height } = await boxOf(page.locator('.file-tile').last())
    return y + height <= button.y
  }
  await eventually(t, lastTile, true)
  await page.locator('.file-tile').last().locator('.file-more button').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  const toast = page.getByRole('region', { name: /Notices/ }).getByText('moved to the trash')
  await toast.waitFor()
  t.ok((await boxOf(toast)).height < 80)
})

t.test(
  'files: an operation that failed unseen, and a rejected download, say why; a tooltip follows its text',
  async (t) => {
    const { person } = await newUser([])
    await putFile(person, 'a.txt', 'some text')
    await db.query(
      `insert into operations (kind, owner_id, actor_id, scope, input, state, error, updated_at)
     values ('move', $1, $1, '{}', '{}', 'failed', 'parent-not-found', now() - interval '1 hour')`,
      [person.id],
    )
    const page = await openFiles(person)
    // An operation that failed unseen is told on the next visit, once.
    await toastShown(page, 'This folder doesn’t exist.')
    await eventually(t, () => db.query('select dismissed from operations where actor_id = $1', [person.id]), [
      { dismissed: true },
    ])
    await rowHandle(page, 'a.txt').dblclick()
    await page.getByRole('dialog').getByText('some text').waitFor()
    await page.route('**/file/**', (route) =>
      route.fulfill({ status: 403, json: { type: 'error', code: 'download-restricted', message: 'Not allowed.' } }),
    )
    const button = page.getByRole('dialog').getByRole('button', { name: 'Download' })
    await button.click()
    await toastShown(page, '“a.txt” wasn’t downloaded. Not allowed.')
    await page.mouse.move(5, 5)
    await button.hover()
    const tooltip = page.getByRole('tooltip')
    await tooltip.getByText('Download').waitFor()
    await button.evaluate((element) =>
      (element.closest('[data-tip]') as HTMLElement).setAttribute('data-tip', 'Herunterladen'),
    )
    await tooltip.getByText('Herunterladen').waitFor()
    t.same(browser.errors, [])
  },
)
