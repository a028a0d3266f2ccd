import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const app = await testApp(t, { pages: true })

t.test('unlock form without scripts: the page says why an attempt was rejected', async (t) => {
  const owner = await signUp(app)
  const { token } = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Locked'), type: 'folder' },
    { password: 'open the door' },
  )
  const path = `/share/${token}/authenticate`
  const visitor = anonymous(app)
  const page = async (path: string) => (await visitor.fetch(path)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page(path))?.[1] ?? ''
  const attempt = async () => {
    const body = new URLSearchParams({ csrf, password: 'wrong' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await visitor.fetch(path, { method: 'POST', headers, body, redirect: 'manual' })
    return page(answer.headers.get('location') ?? '')
  }
  t.match(await attempt(), 'Wrong password.')
  for (let n = 0; n < 10; n += 1) await attempt()
  t.match(await attempt(), 'Too many attempts. Try again in a few minutes.')
})
