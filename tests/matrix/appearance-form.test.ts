import t from 'tap'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'

const app = await testApp(t, { pages: true })

t.test(
  'appearance form without scripts: while the database is away, it can be sent again or its page opened',
  async (t) => {
    const { client, id } = await signUp(app)
    const { db } = app.coffer.platform
    const { query, builder } = db
    const back = '/contact-us?a="b"'
    const submit = (headers: Record<string, string> = {}) =>
      client.fetch('/appearance', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
        body: new URLSearchParams({ theme: 'dark', back }).toString(),
      })
    const submitWithoutDatabase = async (headers?: Record<string, string>) => {
      const lost = () => Object.assign(new Error('terminating connection'), { code: '57P01' })
      Object.assign(db, {
        query: () => Promise.reject(lost()),
        builder: () => {
          throw lost()
        },
      })
      const answer = await submit(headers).finally(() => {
        Object.assign(db, { query, builder })
      })
      t.equal(answer.status, 503)
      return answer.text()
    }
    t.equal((await submit()).status, 303)
    t.equal((await client.get('/api/user')).status, 200, 'the session is cached from now on')
    const form = await submitWithoutDatabase()
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    t.same(
      fields.map(([, name, value = '']) => [name, value.replace(/&(quot|#34);/g, '"')]),
      [
        ['theme', 'dark'],
        ['back', back],
      ],
    )
    app.coffer.users.invalidate(id)
    const page = `${app.url}${encodeURI(back)}`
    t.match(await submitWithoutDatabase({ referer: page }), `<a href="${page}">`, 'its session cannot be read')
    for (const referer of ['', 'https://elsewhere.example/']) {
      app.coffer.users.invalidate(id)
      t.match(await submitWithoutDatabase({ referer }), '<a href="/">')
    }
  },
)
