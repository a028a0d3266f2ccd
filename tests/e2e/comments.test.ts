import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import type { Notification } from '../../modules/notifications/contract.ts'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { chooseInMenu, headingShown, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { teamWith, uploadText } from '../support/teams.ts'

const { app, browser, openFiles } = await filesTest(t)

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })
const entries = (page: Page) => comments(page).locator('[data-comment]')
const field = (page: Page) => comments(page).getByRole('textbox', { name: 'Write a comment' })
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text })

/** A team folder with a file, its owner and a member who can view it. */
const newTeam = async () => {
  const [owner, member] = [await signUp(app, { name: 'Olga Owner' }), await signUp(app, { name: 'Mia Member' })]
  const team = await teamWith(owner, [[member, 'can_view']])
  const file = (await uploadText(owner, team.id, 'plan.txt')).body.data.id
  return { owner, member, team: team.id, file }
}
/** The open team folder, with the details of the file. */
const openDetails = async (person: Actor, team: string, visit = {}) => {
  const page = await openFiles(person, { path: `files/${team}`, width: 1440, prefs: { detail: true }, ...visit })
  await page.waitForSelector('html[data-realtime]')
  await rowShown(page, 'plan.txt')
  await rowHandle(page, 'plan.txt').click()
  await page.getByRole('complementary').getByRole('heading', { name: 'plan.txt' }).waitFor()
  await field(page).waitFor()
  return page
}

t.test('comments: written, seen by another reader at once, edited, deleted and restored', async (t) => {
  const { owner, member, team } = await newTeam()
  const [first, second] = [await openDetails(owner, team), await openDetails(member, team)]
  await comments(first).getByText('No comments yet.').waitFor()
  await field(first).fill('See https://example.org/plan, or <b>ask</b>')
  await first.keyboard.press('Control+Enter')
  await entry(second, '<b>ask</b>').waitFor()
  await eventually(t, () => comments(second).getByRole('status').innerText(), 'New comment by Olga Owner')
  const link = entry(second, 'ask').getByRole('link')
  t.equal(await link.getAttribute('href'), 'https://example.org/plan')
  t.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
  await eventually(t, () => field(first).inputValue(), '')
  t.equal(await field(first).evaluate((element) => element === document.activeElement), true)
  t.equal(await entry(second, 'ask').getByRole('button').count(), 0, 'a member changes no comment of others')

  await field(second).fill('Looks good')
  await comments(second).getByRole('button', { name: 'Send' }).click()
  await entry(first, 'Looks good').waitFor()
  const mine = entry(second, 'Looks good')
  await mine.getByRole('button', { name: 'Edit comment' }).click()
  const editor = comments(second).getByRole('textbox', { name: 'Comment', exact: true })
  await editor.fill('Looks great')
  await second.keyboard.press('Escape')
  await second.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  t.equal(await editor.inputValue(), 'Looks great', 'Escape asks first')
  await comments(second).getByRole('button', { name: 'Save' }).click()
  await entry(first, 'Looks great').getByText('edited').waitFor()
  t.same(await axeFaults(first), [])
  await picture(first, 'comments-1440')

  await entry(first, 'Looks great').getByRole('button', { name: 'Delete the comment by Mia Member' }).click()
  await entry(second, 'Looks great').waitFor({ state: 'detached' })
  await toastShown(first, 'Comment deleted')
  await first
    .getByRole('region', { name: /Notices/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await entry(second, 'Looks great').waitFor()
  await eventually(t, () => entries(first).count(), 2)
  // The title has the number of unread notifications once these are followed.
  await first.waitForFunction(() => /^\(\d+\)/.test(document.title))
  await field(first).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field(second).fill('One more')
  await second.keyboard.press('Control+Enter')
  await entry(first, 'One more').waitFor()
  const areRead = async () => {
    const { data } = (await owner.client.get<{ data: { data: Notification }[] }>('/api/notifications')).body
    const ofComments = data.filter(({ data }) => data.attributes.category === 'comment')
    return ofComments.length > 0 && ofComments.every(({ data }) => data.attributes.read_at !== null)
  }
  await eventually(t, areRead, true, 'notifications of comments that are seen')
  t.same(browser.errors, [])
})

t.test('comments: a text stays when the details close, and when it cannot be sent; it is sent once', async (t) => {
  const { owner, team, file } = await newTeam()
  const page = await openDetails(owner, team)
  await field(page).fill('A long thought')
  await rowHandle(page, 'plan.txt').focus()
  await page.keyboard.press('Alt+i')
  await comments(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+i')
  await eventually(t, () => field(page).inputValue(), 'A long thought')

  const path = `**/api/items/${file}/comments`
  await page.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await comments(page).getByRole('button', { name: 'Send' }).click()
  const alert = comments(page).getByRole('alert')
  await alert.getByText('Your comment wasn’t sent.').waitFor()
  t.equal(await field(page).inputValue(), 'A long thought')
  t.same(await axeFaults(page), [])
  // The server stores the comment, and its answers are lost.
  await page.route(path, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await eventually(
    t,
    async () => (await owner.client.get<{ data: [] }>(`/api/items/${file}/comments`)).body.data.length,
    1,
  )
  await alert.waitFor()
  await page.unroute(path)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await entry(page, 'A long thought').waitFor()
  await alert.waitFor({ state: 'detached' })
  await eventually(t, () => entries(page).count(), 1)

  await page.route(path, (route) => route.abort())
  await page.reload()
  await rowShown(page, 'plan.txt')
  await hydrated(page)
  await rowHandle(page, 'plan.txt').click()
  await comments(page).getByText('Couldn’t load comments.').waitFor()
  await page.unroute(path)
  await comments(page).getByRole('button', { name: 'Try again' }).click()
  await entry(page, 'A long thought').waitFor()

  await owner.client.post('/api/remove', { items: [{ id: file, type: 'file' }] })
  await page.getByRole('link', { name: 'Trash', exact: true }).first().click()
  await headingShown(page, 'Trash')
  await rowHandle(page, 'plan.txt').click()
  await entry(page, 'A long thought').waitFor()
  t.equal(await comments(page).getByRole('textbox').count(), 0, 'in the trash they can only be read')
  t.equal(await comments(page).getByRole('button').count(), 0)
})

t.test(
  'comments: details that are open twice share what is typed; it is asked about when its form has gone',
  async (t) => {
    const { owner, team } = await newTeam()
    const page = await openDetails(owner, team)
    await field(page).fill('Hello')
    await rowHandle(page, 'plan.txt').dblclick()
    const viewer = page.getByRole('dialog', { name: 'plan.txt' })
    await viewer.waitFor()
    await page.keyboard.press('i')
    const second = viewer.getByRole('textbox', { name: 'Write a comment' })
    await eventually(t, () => second.inputValue(), 'Hello')
    await second.press('Control+Enter')
    await viewer.locator('[data-comment]').filter({ hasText: 'Hello' }).waitFor()
    await eventually(t, () => second.inputValue(), '')
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await eventually(t, () => field(page).inputValue(), '')
    t.equal(await entries(page).count(), 1)

    await field(page).fill('Kept')
    await rowHandle(page, 'plan.txt').focus()
    await page.keyboard.press('Alt+i')
    await comments(page).waitFor({ state: 'detached' })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return dialog.accept()
    })
    await page.reload()
    t.same(asked, ['beforeunload'])
    t.same(browser.errors, [])
  },
)

t.test('comments: a notification leads to them, of a file in the viewer, of a folder beside it', async (t) => {
  const { owner, member, team, file } = await newTeam()
  await member.client.post(`/api/items/${team}/comments`, { body: 'On the folder' })
  await app.coffer.platform.db.query(
    `insert into item_comments (item_id, author_id, body, created_at)
     select $1, $2, 'Number ' || n, now() - (40 - n) * interval '1 second' from generate_series(1, 33) n`,
    [file, member.id],
  )
  for (const n of [34, 35]) await member.client.post(`/api/items/${file}/comments`, { body: `Number ${n}` })
  const page = await openFiles(owner, { width: 1440 })
  const follow = async (title: string) => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: title })
    await card.getByRole('link', { name: 'Show comments' }).first().click()
  }
  await follow('New comment on “Project”')
  await headingShown(page, 'Project')
  await entry(page, 'On the folder').waitFor()
  await eventually(t, () => page.evaluate(() => location.hash), '')
  const isSeen = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight && scrollY === 0)
  await eventually(t, () => isSeen(comments(page).getByRole('button', { name: 'Send' })), true)

  await page.getByRole('button', { name: 'Close details' }).click()
  await member.client.post(`/api/items/${team}/comments`, { body: 'Again' })
  await follow('New comment on “Project”')
  await entry(page, 'Again').waitFor()

  await follow('New comments on “plan.txt”')
  const viewer = page.getByRole('dialog', { name: 'plan.txt' })
  const inViewer = viewer.getByRole('region', { name: 'Comments' }).locator('[data-comment]')
  await eventually(t, () => inViewer.count(), 30)
  await eventually(t, () => inViewer.last().evaluate((element) => element === document.activeElement), true)
  await viewer.getByRole('button', { name: 'Show earlier comments' }).click()
  await eventually(t, () => inViewer.count(), 35)
  await inViewer.first().getByText('Number 1', { exact: true }).waitFor()
  t.same(await axeFaults(page), [])
  await picture(page, 'comments-viewer')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close details' }).click()
  await rowHandle(page, 'plan.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Comments' }).waitFor()
  await picture(page, 'comments-menu')
  await chooseInMenu(page, 'Comments')
  await eventually(t, () => isSeen(comments(page).getByRole('button', { name: 'Send' })), true)
  await entry(page, 'Number 35').waitFor()
  await page.getByRole('button', { name: 'Actions for “Project”' }).click()
  await chooseInMenu(page, 'Comments')
  await entry(page, 'Again').waitFor()
  await eventually(t, () => isSeen(comments(page).getByRole('button', { name: 'Send' })), true)

  const phone = await openFiles(member, { path: `files/${team}?view=${file}#comments`, width: 390, theme: 'dark' })
  const sheet = phone.getByRole('dialog', { name: 'Details' })
  await sheet.getByText('Number 35').waitFor()
  await eventually(t, () => isSeen(sheet.getByRole('button', { name: 'Send' })), true)
  t.same(await axeFaults(phone), [])
  await picture(phone, 'comments-phone-dark')
})

t.test('comments: one that is not sent, kept on other pages, ends no question about their forms', async (t) => {
  const admin = await newAdmin(app, { name: 'Ada Admin' })
  const { id: team } = await teamWith(admin, [[await signUp(app), 'can_view']])
  await uploadText(admin, team, 'plan.txt')
  const page = await openDetails(admin, team)
  await field(page).fill('not sent')
  await page.locator('a[href^="/admin"]').first().click()
  await page.getByRole('link', { name: 'Users' }).first().click()
  await page.getByRole('link', { name: 'Create user' }).click()
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('typed@example.com')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  t.equal(await email.inputValue(), 'typed@example.com')
})
