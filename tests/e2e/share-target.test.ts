import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)

t.test('share target: files shared to the app are uploaded to the folder that the person opens', async (t) => {
  const user = await signUp(app)
  const folderId = await makeFolder(user, 'Holiday')
  const page = await browser.visit(`${app.url}/platform/files?shared=missed`, { as: user })
  await page.getByText('Share the files again').waitFor()
  await eventually(
    t,
    () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active)),
    true,
  )
  t.equal(await page.evaluate(() => navigator.serviceWorker.controller), null, 'it does not control the pages')

  // The browser posts shared files as this form.
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share-target/files', enctype: 'multipart/form-data' })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    const files = new DataTransfer()
    for (const name of ['beach.txt', 'hotel.txt']) files.items.add(new File([name], name))
    input.files = files.files
    form.append(input)
    document.body.append(form)
    form.submit()
  })
  await page.waitForURL(/shared=received/)
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
