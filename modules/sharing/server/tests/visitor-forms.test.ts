import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import { finishAll, firstAnswer, sendUnfinished } from '../../../../tests/support/unfinished-forms.ts'

const app = await testApp(t)
const owner = await signUp(app)
const staged = () => readdirSync(join(app.coffer.platform.config.dataDir, 'staging'))

/** Headers of a new browser at this IP address, after its first call. */
const browserAt = async (ip: string, begin: (browser: Client, headers: Record<string, string>) => Promise<unknown>) => {
  const browser = anonymous(app)
  const address = { 'x-forwarded-for': ip }
  await browser.fetch('/api/csrf', { headers: address })
  await begin(browser, address)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { ...address, cookie, 'x-xsrf-token': decodeURIComponent(browser.cookies.get('XSRF-TOKEN') ?? '') }
}

t.test('A29: one network sends 60 forms to a link at once', async (t) => {
  const folder = await makeFolder(owner, 'for everybody')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const visit = (browser: Client, headers: Record<string, string>) =>
    browser.fetch(`/api/sharing/folders/all/${token}`, { headers })
  const [one, two, elsewhere] = await Promise.all(
    ['10.1.1.1', '10.1.1.1', '10.2.2.2'].map((ip) => browserAt(ip, visit)),
  )
  const send = (headers = one) =>
    sendUnfinished(`${app.url}/api/sharing/upload/${token}`, headers ?? {}, { name: 'x.bin' }, { size: 10 })
  const forms = Array.from({ length: 61 }, (_none, n) => send(n % 2 ? one : two))
  const { status, others } = await firstAnswer(forms)
  t.equal(status, 429)
  t.same(await finishAll([send(elsewhere)]), [201], 'another network is not affected')
  t.same(await finishAll(others), Array(60).fill(201))
  t.same(await finishAll([send()]), [201], 'ended forms do not count')
  t.same(staged(), [])
})

t.test('A29: an uploader to a request sends ten forms at once', async (t) => {
  const { token } = await makeFileRequest(owner)
  const path = `/api/file-request/${token}`
  const uploader = await browserAt('10.3.3.3', (browser, headers) => browser.post(`${path}/uploader`, {}, { headers }))
  const send = () => sendUnfinished(`${app.url}${path}/upload`, uploader, { name: 'x.bin' }, { size: 10 })
  const { status, others } = await firstAnswer(Array.from({ length: 11 }, send))
  t.equal(status, 429)
  t.same(await finishAll(others), Array(10).fill(201))
  t.same(staged(), [])
})
