import t from 'tap'
import { anonymous, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'

t.test('POST /appearance: sets the cookie and redirects to a path of this server only', async (t) => {
  const app = await testApp(t)
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await anonymous(app).fetch('/appearance', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
    return {
      status: answer.status,
      to: answer.headers.get('location'),
      cookies: answer.headers.getSetCookie().map((line) => line.split(';')[0]),
    }
  }
  t.match(await post({ theme: 'dark', back: '/share/abc?page=2' }), {
    status: 303,
    to: '/share/abc?page=2',
    cookies: ['theme=dark'],
  })
  t.match(await post({ locale: 'de' }), { status: 303, to: '/', cookies: ['locale=de'] })
  t.same((await post({ locale: 'xx' })).cookies, [])
  const back = '/page/terms?lang=de&q=a+b'
  t.equal((await post({ locale: 'en', back })).to, '/page/terms?q=a+b', 'the URL’s language would prevail')
  t.equal((await post({ locale: 'en', back: '/?lang=de' })).to, '/')
  t.equal((await post({ locale: 'en', back: '/?x=1&lang=de&lang=fr' })).to, '/?x=1')
  t.equal((await post({ theme: 'dark', back })).to, back)
  for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\r\nx: y'])
    t.equal((await post({ theme: 'light', back })).to, '/', back)
  t.equal((await post({ theme: 'blue' })).status, 422)
  t.equal((await post({ theme: 'dark' }, { 'sec-fetch-site': 'cross-site' })).status, 403)
})

t.test('POST /appearance: what somebody who is signed in chooses is stored with the account', async (t) => {
  const app = await testApp(t)
  const { client } = await signUp(app)
  await client.patch('/api/user/settings', { name: 'locale', value: 'fr' })
  const choose = (fields: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return client.fetch('/appearance', { method: 'POST', redirect: 'manual', headers, body })
  }
  await choose({ locale: 'de' })
  await choose({ theme: 'dark' })
  await choose({ locale: 'xx' })
  const { body } = await client.get<{ data: { relationships: { settings: object } } }>('/api/user')
  t.match(JSON.stringify(body), /"locale":"de"/)
  t.match(JSON.stringify(body), /"theme_mode":"dark"/)
})
