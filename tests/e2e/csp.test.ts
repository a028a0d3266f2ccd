import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { testApp } from '../support/app.ts'
import { hydrated, resting } from '../support/browser.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { row, rowGone, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeShare, putFile } from '../support/shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from '../support/tiny-files.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)
const violations = (t: Test, what: string) => t.strictSame(browser.errors.splice(0), [], what)

/** A user with a file of each kind that has its own preview. */
const withFiles = async () => {
  const { person, ids } = await newUser(['Box', 'Letters'], 20)
  const files: [string, Buffer][] = [
    ['a photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
    ['b clip.webm', tinyVideo()],
    ['c tone.wav', tinyAudio()],
    ['d paper.pdf', tinyPdf(['The first speaks of apples', 'The second of pears'])],
    ['e notes.md', Buffer.from('# Notes\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n`code` and **bold**\n')],
    ['f main.ts', Buffer.from('export const answer: number = 42 // why\n')],
    ['g long.log', Buffer.from('a line of a long log\n'.repeat(10_000))],
  ]
  for (const [name, bytes] of files) ids[name] = (await putFile(person, name, bytes)).id
  await app.coffer.storage.api.thumbnails.work()
  return { person, ids, names: files.map(([name]) => name) }
}

const { person, ids, names } = await withFiles()
await putFile(person, 'z last.txt', 'dragged')
const folder = { id: ids.Box as string, type: 'folder' }
for (const name of ['inside.txt', 'beside.txt']) await putFile(person, name, name, folder.id)
const open = await makeShare(person, folder)
const editable = await makeShare(person, { id: ids.Letters as string, type: 'folder' }, { permission: 'editor' })
const single = await makeShare(person, { id: ids['a photo.jpg'] as string, type: 'file' })
const locked = await makeShare(person, { id: ids['d paper.pdf'] as string, type: 'file' }, { password: 'long enough' })
const request = await makeFileRequest(person, { title: 'Photos of Lisbon', require_name: true })

t.test(
  'issue 13.15: control: a style without the nonce and a style attribute are reported as violations',
  async (t) => {
    const page = await browser.visit(`${app.url}/sign-in`)
    const seen = await page.evaluate(async () => {
      const directives: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective))
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'body{color:red}' }))
      document.body.setAttribute('style', 'color:red')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { directives, color: getComputedStyle(document.body).color }
    })
    t.strictSame(seen.directives.sort(), ['style-src-attr', 'style-src-elem'])
    t.not(seen.color, 'rgb(255, 0, 0)')
    t.equal(browser.errors.splice(0).length, 2, 'each was reported to the test')
    await page.context().close()
  },
)

t.test('issue 13.15: every response has the policy, with its own nonce and no unsafe source', async (t) => {
  const nonces = new Set<string>()
  for (const path of ['/', '/sign-in', '/nowhere', `/share/${open.token}/files`, `/request/${request.token}/upload`]) {
    const answer = await fetch(`${app.url}${path}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /style-src 'self' 'nonce-([^']+)'(;|$)/.exec(policy)?.[1] ?? ''
    t.notMatch(policy, /unsafe-(inline|eval)/, path)
    const html = await answer.text()
    const tags = [...html.matchAll(/<(?:style|script)\b[^>]*>/g)].map(([tag]) => tag)
    t.ok(tags.length > 1 && tags.every((tag) => tag.includes(`nonce="${nonce}"`)), `${path}: each tag has it`)
    t.notMatch(html, / style="/, path)
    nonces.add(nonce)
  }
  t.equal(nonces.size, 5)
})

t.test('issue 13.15: styles of server markup apply before, without and after scripts', async (t) => {
  const path = `/share/${open.token}/files`
  const [plain, alive] = await Promise.all([
    browser.visit(`${app.url}${path}`, { scripts: false }),
    browser.visit(`${app.url}${path}`),
  ])
  const differing = await plain.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-style]')].flatMap((element) => {
      const declared = element.dataset.style ?? ''
      const shown = () =>
        JSON.stringify([...getComputedStyle(element)].map((name) => getComputedStyle(element).getPropertyValue(name)))
      const byRule = shown()
      element.style.cssText = declared
      return element.style.length === 0 || byRule !== shown() ? [declared] : []
    }),
  )
  t.strictSame(differing, [], 'rules do what the attributes would')
  t.ok(await plain.locator('[data-style]').count())
  t.equal(await alive.locator('[data-style]').count(), 0, 'the elements have their styles back')
  t.ok(await alive.locator('#root [style]').count())
  violations(t, path)
  await Promise.all([plain, alive].map((page) => page.context().close()))
})

const publicPaths = [
  ...['/', '/sign-in', '/sign-up', '/forgotten-password', '/create-new-password?token=x', '/successfully-send'],
  ...['/successfully-verified', '/temporary-unavailable', '/nowhere', `/share/${open.token}`],
  ...[`/share/${open.token}/files?view=tiles`, `/share/${editable.token}/files`, `/share/${single.token}/file`],
  ...[`/share/${locked.token}/authenticate`, `/request/${request.token}/upload`, '/request/unknown-token/upload'],
]

for (const [what, visit] of Object.entries({
  'on a desk': {},
  'on a phone in the dark': { width: 390, height: 844, theme: 'dark' as const },
  'without scripts': { scripts: false },
}))
  t.test(`issue 13.15: no public page violates the policy, ${what}`, async (t) => {
    const page = await browser.visit(`${app.url}/`, visit)
    for (const path of publicPaths) {
      await page.goto(`${app.url}${path}`)
      if (!('scripts' in visit)) {
        await hydrated(page)
        await resting(page)
      }
      violations(t, path)
    }
    await page.context().close()
  })

t.test('issue 13.15: the setup wizard does not violate the policy', async (t) => {
  const fresh = await testApp(t, { pages: true, installed: false })
  const page = await browser.visit(fresh.url)
  await resting(page)
  violations(t, page.url())
  await page.context().close()
})

t.test('issue 13.15: share links and file requests do not violate the policy', async (t) => {
  const page = await browser.visit(`${app.url}/share/${open.token}/files`)
  await page.getByRole('link', { name: 'inside.txt' }).first().click()
  await page.getByRole('dialog').waitFor()
  await resting(page)
  violations(t, 'the viewer of a link')
  await page.goto(`${app.url}/share/${editable.token}/files`)
  await hydrated(page)
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByRole('dialog').waitFor()
  await resting(page)
  violations(t, 'an editor’s dialog')
  await page.goto(`${app.url}/request/${request.token}/upload`)
  await hydrated(page)
  await page.locator('input[name=uploader-name]').fill('Greta')
  await page
    .locator('input[data-upload=files]')
    .setInputFiles([{ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') }])
  await page.locator('[data-sent] li').first().waitFor()
  violations(t, 'an upload by file request')
  await page.context().close()
})

t.test('issue 13.15: the files screens do not violate the policy during client navigation', async (t) => {
  const page = await openFiles(person)
  const opened = () => page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor()
  const shut = async (what: string) => {
    await resting(page)
    violations(t, what)
    await page.keyboard.press('Escape')
    await page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' })
  }
  await resting(page)
  violations(t, 'the list')
  await page.keyboard.press('v')
  await page.locator('.file-tile').first().waitFor()
  await resting(page)
  violations(t, 'the grid')
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Sort and view' }).click()
  await opened()
  await shut('the menu of orders and views')
  await page.getByRole('button', { name: 'My account' }).click()
  await opened()
  await shut('the account menu')
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await opened()
  await shut('a context menu')
  for (const [keys, what] of [
    ['Control+k', 'the search'],
    ['?', 'the keys'],
    ['F2', 'renaming'],
  ] as const) {
    await rowHandle(page, 'Letters').focus()
    await page.keyboard.press(keys)
    if (keys !== 'F2') await opened()
    await shut(what)
  }
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Customize' }).click()
  await opened()
  const locks = () => page.evaluate(() => getComputedStyle(document.body).overflow)
  await eventually(t, locks, 'hidden', 'a dialog keeps the page from scrolling: its style sheet is applied')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose an emoji' }).click()
  await page.getByRole('dialog').getByLabel('Search emoji').waitFor()
  await resting(page)
  violations(t, 'colors and emoji')
  await page.reload()
  await hydrated(page)
  await rowHandle(page, 'f main.ts').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await opened()
  await shut('the share dialog')
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await opened()
  await shut('the move dialog')
  await row(page, 'z last.txt').locator('[data-focus]').dragTo(row(page, 'Letters'))
  await rowGone(page, 'z last.txt')
  await toastShown(page, '“z last.txt” moved to Letters')
  violations(t, 'a drag and its toast')
  const upload = join(testFolder(t), 'dropped.txt')
  writeFileSync(upload, 'dropped')
  await dropFromDesktop(page, [upload], await middleOf(page, 'main'))
  await rowShown(page, 'dropped.txt')
  violations(t, 'an upload')
  await page.keyboard.press('i')
  await resting(page)
  violations(t, 'details')
  for (const [keys, what] of [
    ['gt', 'trash'],
    ['gr', 'recent'],
    ['gs', 'shared'],
    ['gf', 'files'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForTimeout(50)
    await resting(page)
    violations(t, what)
  }
  for (const path of ['/platform/requests', '/user/settings/storage', '/platform/trash', '/platform/recent-uploads']) {
    await page.goto(`${app.url}${path}`)
    await hydrated(page)
    await resting(page)
    violations(t, path)
  }
  await page.context().close()
})

t.test('issue 13.15: the viewer shows every kind of file without violating the policy', async (t) => {
  const shown: Record<string, string> = { 'd paper.pdf': 'canvas', 'b clip.webm': 'video', 'c tone.wav': 'audio' }
  for (const name of names) {
    const page = await openFiles(person, { path: `files?view=${ids[name]}` })
    const dialog = page.getByRole('dialog', { name, exact: true })
    await dialog.waitFor()
    await dialog
      .locator(shown[name] ?? 'img, pre, article, table, h1, code')
      .first()
      .waitFor({ state: 'attached' })
    await resting(page)
    violations(t, name)
    await page.context().close()
  }
})
