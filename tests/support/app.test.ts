import t from 'tap'
import { testApp } from './app.ts'

t.test('test app: serves the real app on a free port', async (t) => {
  const { url, coffer } = await testApp(t)
  const ping = await fetch(`${url}/api/ping`)
  t.equal(ping.status, 200)
  t.equal((await fetch(`${url}/health/ready`)).status, 200, 'the database is running')
  t.equal(await coffer.platform.installation.done(), true)
})

t.test('test app: two apps are isolated from each other', async (t) => {
  const [one, two] = await Promise.all([testApp(t), testApp(t, { installed: false })])
  t.not(one.url, two.url)
  t.equal(await two.coffer.platform.installation.done(), false)
})
