import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { mailedLink } from '../../../tests/support/mail-folder.ts'
import type { CategorySetting } from '../contract.ts'

const app = await testApp(t, { pages: true })
const { jobs } = app.coffer.platform
const settings = '/api/notifications/settings'
const mailedCategories = async ({ client }: Actor) =>
  (await client.get<{ data: CategorySetting[] }>(settings)).body.data.flatMap(({ category, channel }) =>
    channel === 'mail' ? [category] : [],
  )
const create = (userId: string) =>
  app.coffer.notifications.create({ userId, category: 'gift', template: 'remoteUploadDone', params: { count: 1 } })
/** The path of the link in a digest, which is sent. */
const mailedPath = async (person: Actor) => {
  await person.client.patch(settings, { category: 'gift', channel: 'mail' })
  await create(person.id)
  await jobs.runNow('send-daily-digests')
  return new URL(await mailedLink(app.dataDir, person.email, '/unsubscribe/')).pathname
}
/** As a mail program sends it: no cookies, no token of a page, from elsewhere. */
const post = (path: string, body: BodyInit, headers = {}) =>
  fetch(app.url + path, { method: 'POST', body, redirect: 'manual', headers })
const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

t.test('unsubscribe: one POST of a mail program ends the emails of all categories, and no GET does', async (t) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const path = await mailedPath(ann)
  await bob.client.patch(settings, { category: 'gift', channel: 'mail' })
  await create(ann.id)
  for (const method of ['GET', 'HEAD']) t.equal((await fetch(app.url + path, { method })).status, 200)
  t.strictSame(await mailedCategories(ann), ['gift', 'file-request'])
  const answer = await post(path, oneClick(), { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' })
  t.equal(answer.status, 204, 'no redirect')
  t.strictSame(await mailedCategories(ann), [])
  t.match(await jobs.runNow('send-daily-digests'), { sent: 0 }, 'what waited')
  t.strictSame(await mailedCategories(bob), ['gift', 'file-request'])
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const known = await mailedPath(bob)
  t.equal((await post(known, form)).status, 204, 'as multipart form')
  t.strictSame(await mailedCategories(bob), [])
})

t.test(
  'unsubscribe: the page has a button that works without scripts, also for another signed-in person',
  async (t) => {
    const [ann, bob] = [await signUp(app), await signUp(app)]
    const path = await mailedPath(ann)
    for (const reader of [anonymous(app), bob.client]) {
      await ann.client.patch(settings, { category: 'gift', channel: 'mail' })
      const page = await (await reader.fetch(path)).text()
      t.match(page, /<form method="post">.*Unsubscribe/s)
      t.notMatch(page, ann.email)
      const answer = await reader.fetch(path, { method: 'POST', body: new URLSearchParams() })
      t.match({ status: answer.status, to: answer.headers.get('location') }, { status: 303, to: path })
      const after = await (await reader.fetch(path)).text()
      t.match(after, /You’re unsubscribed/)
      t.notMatch(after, '<form method="post">')
      t.strictSame(await mailedCategories(ann), [])
    }
  },
)

t.test('unsubscribe: 404 for a token that was not issued', async (t) => {
  const ann = await signUp(app)
  const [, , token = ''] = (await mailedPath(ann)).split('/')
  const [id = '', signature = ''] = token.split('.')
  const { id: other } = await signUp(app)
  for (const unknown of [`${other}.${signature}`, `${id}.`, id, `x.${signature}`, `${randomUUID()}.${signature}`]) {
    t.equal((await post(`/unsubscribe/${unknown}`, oneClick())).status, 404)
    t.equal((await fetch(`${app.url}/unsubscribe/${unknown}`)).status, 404)
  }
  t.strictSame(await mailedCategories(ann), ['gift', 'file-request'])
})
