import t from 'tap'
import { anonymous, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'

const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]

t.test('A68: pages of the last second', async (t) => {
  const app = await testApp(t, { pages: true })
  const [ann, bob] = [await signUp(app, { name: 'Ann Canary' }), await signUp(app, { name: 'Bob' })]
  const page = async (client: typeof ann.client) => {
    const answer = await client.fetch('/platform/files')
    return { answer, html: await answer.text() }
  }

  t.test('each answer has a nonce of its own, which its scripts carry', async (t) => {
    const [first, second] = [await page(ann.client), await page(ann.client)]
    t.not(nonceOf(first.answer), nonceOf(second.answer))
    for (const { answer, html } of [first, second]) {
      const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      t.ok(scripts.length > 0)
      t.ok(scripts.every((tag) => tag.includes(`nonce="${nonceOf(answer)}"`)))
    }
  })

  t.test('nobody gets the page of another', async (t) => {
    await page(ann.client)
    t.notMatch((await page(bob.client)).html, 'Ann Canary')
    t.equal((await page(anonymous(app))).answer.status, 302)
  })

  t.test('people see their own writes at once, every time', async (t) => {
    for (let round = 0; round < 20; round++) {
      await page(ann.client)
      await ann.client.post('/api/create-folder', { name: `round ${round}` })
      t.match((await page(ann.client)).html, `round ${round}`)
    }
  })

  t.test('signed out is signed out', async (t) => {
    await page(ann.client)
    const cookie = [...ann.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await ann.client.post('/logout')
    const answer = await fetch(`${app.url}/platform/files`, { headers: { cookie }, redirect: 'manual' })
    t.equal(answer.status, 302)
  })
})
