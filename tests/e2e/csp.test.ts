import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { hydrated, resting } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { filesOfEachKind } from '../support/files-of-each-kind.ts'
import { filesTest } from '../support/pages-test.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { app, browser, newUser } = await filesTest(t)
const violations = (t: Test, what: string) => t.strictSame(browser.errors.splice(0), [], what)

const { person, ids } = await filesOfEachKind(app, newUser)
const folder = { id: ids.Box as string, type: 'folder' }
for (const name of ['inside.txt', 'beside.txt']) await putFile(person, name, name, folder.id)
const open = await makeShare(person, folder)
const editable = await makeShare(person, { id: ids.Letters as string, type: 'folder' }, { permission: 'editor' })
const single = await makeShare(person, { id: ids['a photo.jpg'] as string, type: 'file' })
const locked = await makeShare(person, { id: ids['d paper.pdf'] as string, type: 'file' }, { password: 'long enough' })
const request = await makeFileRequest(person, { title: 'Photos of Lisbon', require_name: true })

t.test('control: a style without the nonce and a style attribute are reported as violations', async (t) => {
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
})

t.test('every response has the policy, with its own nonce and no unsafe source', async (t) => {
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

t.test('styles of server markup apply before, without and after scripts', async (t) => {
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

const sharePaths = [
  `/share/${open.token}`,
  `/share/${open.token}/files?view=tiles`,
  `/share/${editable.token}/files`,
  `/share/${single.token}/file`,
  `/share/${locked.token}/authenticate`,
  `/request/${request.token}/upload`,
  '/request/unknown-token/upload',
]
/** With scripts, the accessibility tests visit them. */
const sitePaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgotten-password',
  '/create-new-password?token=x',
  '/successfully-send',
  '/successfully-verified',
  '/temporary-unavailable',
  '/nowhere',
]

const checkPaths = async (t: Test, page: Page) => {
  for (const path of sharePaths) {
    await page.goto(`${app.url}${path}`)
    await hydrated(page)
    await resting(page)
    violations(t, path)
  }
}

t.test('no public page violates the policy without scripts', async (t) => {
  const page = await browser.visit(`${app.url}/`, { scripts: false })
  for (const path of [...sitePaths, ...sharePaths]) {
    await page.goto(`${app.url}${path}`)
    violations(t, path)
  }
})

t.test('no share link and no file request violates the policy on a phone in the dark', async (t) => {
  const look = { width: 390, height: 844, theme: 'dark' as const, inAdvance: true }
  await checkPaths(t, await browser.visit(`${app.url}/`, look))
})

t.test('no share link and no file request violates the policy on a desk, nor what opens on it', async (t) => {
  const page = await browser.visit(`${app.url}/`, { inAdvance: true })
  await checkPaths(t, page)
  await page.goto(`${app.url}/share/${open.token}/files`)
  await hydrated(page)
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
})

t.test('sign-up reached from a share link is in a document that allows reCAPTCHA', async (t) => {
  const { settings } = app.coffer.platform
  await settings.set({ allowed_recaptcha: true, recaptcha_client_id: 'site', recaptcha_client_secret: 'secret' })
  t.teardown(() => settings.set({ allowed_recaptcha: false }))
  const page = await browser.visit(app.url, { hydrates: false })
  const policies: string[] = []
  page.on('response', async (answer) => {
    if (answer.request().isNavigationRequest()) policies.push(answer.headers()['content-security-policy'] ?? '')
  })
  for (const path of [`/share/${open.token}/files`, '/share/nothing']) {
    await page.goto(app.url + path)
    await hydrated(page)
    await page.getByRole('link', { name: 'Coffer' }).click()
    await page.waitForURL(`${app.url}/`)
    await page.waitForFunction(() => document.querySelector('html[data-hydrated] a[href="/sign-up"]'))
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await page.waitForURL('**/sign-up')
    t.match(policies.at(-1), /frame-src [^;]*https:\/\/www\.google\.com/, path)
  }
  violations(t, 'sign-up')
})
