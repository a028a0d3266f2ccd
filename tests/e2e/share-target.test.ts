import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults, setCookies } from '../support/browser.ts'
import { listedNames } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)

const isActive = async () => (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active)
/** The files page of the installed app, which can receive files. */
const openApp = async (user: Actor) => {
  const page = await browser.visit(`${app.url}/platform/files?shared=missed`, { as: user })
  await poll(() => page.evaluate(isActive))
  return page
}
/** Shares files to the app: the browser posts them as this form. */
const share = async (page: Page, names: string[]) => {
  await page.evaluate((names) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share-target/files', enctype: 'multipart/form-data' })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    const files = new DataTransfer()
    for (const name of names) files.items.add(new File([name], name))
    input.files = files.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, names)
  await page.waitForURL(/shared=received/)
}
const ready = (page: Page, title = 'A shared file is ready to upload') => page.getByText(title).waitFor()
const uploadHere = (page: Page) => page.getByRole('button', { name: 'Upload here' }).press('Enter')
/** Another window of the same browser, with the files page. */
const openAnother = async (page: Page) => {
  const other = await page.context().newPage()
  await other.goto(`${app.url}/platform/files?shared=received`)
  return other
}

t.test('share target: files shared to the app are uploaded to the folder that the person opens', async (t) => {
  const user = await signUp(app)
  const folderId = await makeFolder(user, 'Holiday')
  const page = await browser.visit(`${app.url}/platform/files?shared=missed`, { as: user })
  await page.getByText('Share the files again').waitFor()
  await poll(() => page.evaluate(isActive))
  t.equal(await page.evaluate(() => navigator.serviceWorker.controller), null, 'it does not control the pages')

  await share(page, ['beach.txt', 'hotel.txt'])
  await page.getByText('2 shared files are ready to upload').waitFor()
  t.strictSame(await axeFaults(page), [])
  await page.locator('main').getByText('Holiday', { exact: true }).first().dblclick()
  await page.waitForURL(new RegExp(folderId))
  await page.getByRole('button', { name: 'Upload here' }).press('Enter')
  await page.getByText('beach.txt').first().waitFor()
  const names = async () => {
    const { body } = await user.client.get<{ data: { data: { attributes: { name: string } } }[] }>(
      `/api/browse/folders/${folderId}`,
    )
    return body.data.map(({ data }) => data.attributes.name).sort()
  }
  await eventually(t, names, ['beach.txt', 'hotel.txt'])
  await page.reload()
  await page.getByText('beach.txt').first().waitFor()
  t.equal(await page.getByText('ready to upload').count(), 0, 'they are uploaded once')
  t.strictSame(browser.errors, [])
})

t.test('share target: an upload that the closed app has interrupted is continued by itself', async (t) => {
  const user = await signUp(app)
  const page = await openApp(user)
  await share(page, ['scan.txt'])
  await ready(page)
  await page.route('**/api/upload/{bundle,chunks}**', (route) => route.abort())
  const sent = page.waitForRequest('**/api/upload/{bundle,chunks}**')
  await uploadHere(page)
  await sent
  const journaled = (id: string) =>
    new Promise<number>((resolve) => {
      const opened = indexedDB.open(`coffer-uploads-${id}`)
      opened.onsuccess = () => {
        const request = opened.result.transaction('uploads').objectStore('uploads').count()
        request.onsuccess = () => resolve(request.result)
      }
    })
  await eventually(t, () => page.evaluate(journaled, user.id), 1)
  const next = await openAnother(page)
  await page.close()
  await next.reload()
  await eventually(t, listedNames(user), ['scan.txt'])
  t.equal(await next.getByText('ready to upload').count(), 0)
  await eventually(t, () => next.evaluate(journaled, user.id), 0)
  await next.reload()
  await share(next, ['next.txt'])
  await ready(next)
  t.strictSame(browser.errors, [])
})

t.test(
  'share target: a rejected file waits until it is discarded, and later ones are not discarded with it',
  async (t) => {
    await app.coffer.platform.settings.set({ mimetypes_blacklist: ['exe'] })
    const page = await openApp(await signUp(app))
    await share(page, ['tool.exe'])
    await ready(page)
    await uploadHere(page)
    await page.getByRole('alertdialog').getByRole('button').first().click()
    await page.reload()
    await ready(page)
    const other = await openAnother(page)
    await share(other, ['photo.txt'])
    await ready(other, '2 shared files are ready to upload')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('ready to upload').waitFor({ state: 'detached' })
    await eventually(
      t,
      async () => {
        await other.reload()
        await other.getByText('ready to upload').waitFor()
        return other.getByText('tool.exe').count()
      },
      0,
    )
    await other.getByText('photo.txt').waitFor()
  },
)

t.test('share target: what one account has shared is not shown to another', async () => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const page = await openApp(ann)
  await share(page, ['ann.txt'])
  await ready(page)
  await setCookies(page.context(), app.url, { as: bob })
  const other = await openAnother(page)
  await share(other, ['bob.txt'])
  await ready(other)
  await other.getByText('bob.txt').waitFor()
  await setCookies(page.context(), app.url, { as: ann })
  await page.reload()
  await ready(page)
  await page.getByText('ann.txt').waitFor()
})
