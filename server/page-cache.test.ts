import fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { WorkerChannel } from '../modules/platform/server/worker-channel.ts'
import { defaultPrefs, serializePrefs } from '../modules/web/contract.ts'
import { anonymous, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { eventually, poll } from '../tests/support/poll.ts'
import { makeFolder, makeShare } from '../tests/support/shares.ts'
import { NonceTemplate, newPlaceholders } from './nonce-template.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'

const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]

t.test('A68: the page cache', async (t) => {
  const app = await testApp(t, { pages: true })
  const [ann, bob] = [await signUp(app, { name: 'Ann Canary' }), await signUp(app, { name: 'Bob' })]
  const page = async (client: typeof ann.client) => {
    const answer = await client.fetch('/platform/files')
    return { answer, html: await answer.text() }
  }

  t.test('every response has its own nonce, and its scripts carry it', async (t) => {
    const [first, second] = [await page(ann.client), await page(ann.client)]
    t.not(nonceOf(first.answer), nonceOf(second.answer))
    for (const { answer, html } of [first, second]) {
      const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      t.ok(scripts.length > 0)
      t.ok(scripts.every((tag) => tag.includes(`nonce="${nonceOf(answer)}"`)))
    }
  })

  t.test('a page is not served to another account', async (t) => {
    await page(ann.client)
    t.notMatch((await page(bob.client)).html, 'Ann Canary')
    t.equal((await page(anonymous(app))).answer.status, 302)
  })

  t.test('a page shows the caller’s own write immediately', async (t) => {
    for (let round = 0; round < 20; round++) {
      await page(ann.client)
      await ann.client.post('/api/create-folder', { name: `round ${round}` })
      t.match((await page(ann.client)).html, `round ${round}`)
    }
  })

  t.test('open pages that hear of a changed setting get it', async (t) => {
    const { settings } = app.coffer.platform
    for (const name of ['First name', 'Second name']) {
      await page(bob.client)
      await settings.set({ app_title: name })
      t.match((await page(bob.client)).html, name)
    }
  })

  t.test('a page is not served after signing out', async (t) => {
    await page(ann.client)
    const cookie = [...ann.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await ann.client.post('/logout')
    const answer = await fetch(`${app.url}/platform/files`, { headers: { cookie }, redirect: 'manual' })
    t.equal(answer.status, 302)
  })
})

t.test('page cache: the page of a link holds no preference of its visitor but the shortcuts', async (t) => {
  const app = await testApp(t, { pages: true })
  const owner = await signUp(app)
  const { token } = await makeShare(owner, { id: await makeFolder(owner, 'Photos'), type: 'folder' })
  const prefs = { ...defaultPrefs, bars: false, folded: ['canary-group'], changedKeys: { u: 'x' } }
  const headers = { cookie: `prefs=${serializePrefs(prefs)}` }
  const html = await (await anonymous(app).fetch(`/share/${token}/files`, { headers })).text()
  t.match(html, /"changedKeys":\{"u":"x"\}/)
  t.notMatch(html, 'canary-group')
  t.match(html, '"bars":true')
})

t.test('page cache: pages with a shared key', async (t) => {
  /** An app whose renderings end when the test calls `finish`. */
  const setup = async () => {
    const app = fastify() as unknown as FastifyInstance
    let time = 0
    const cache = new PageCache(app, new WorkerChannel(), () => time)
    const open: (() => void)[] = []
    let count = 0
    const render = () => {
      count += 1
      const body = NonceTemplate.of([`page ${count}`], newPlaceholders())
      return new Promise<RenderedPage>((resolve) => open.push(() => resolve({ status: 200, headers: [], body })))
    }
    app.get('/', async (request) =>
      (await cache.get(request, render, 'link')).body.plain({ nonce: '', csrf: '' }).toString(),
    )
    app.post('/', async () => 'changed')
    await app.ready()
    const ask = async () => (await app.inject('/')).body
    const opened = (renderings: number) => poll(() => open.length === renderings)
    /** Ends as many renderings, once they have begun. */
    const finish = async (renderings = 1) => {
      await opened(renderings)
      for (const done of open.splice(0)) done()
    }
    const later = (ms: number) => {
      time += ms
    }
    return { app, cache, ask, opened, finish, later, rendered: () => count }
  }

  t.test('concurrent requests share one rendering, and an aging page is renewed in the background', async (t) => {
    const { ask, finish, later, rendered } = await setup()
    const concurrent = Promise.all(Array.from({ length: 20 }, ask))
    await finish()
    t.strictSame([...new Set(await concurrent)], ['page 1'])
    later(850)
    t.equal(await ask(), 'page 1', 'from the cache, while a new rendering runs')
    t.equal(rendered(), 2)
    await finish()
    await eventually(t, ask, 'page 2')
  })

  t.test('a page expires after a second, and a rendering from before a write is not served after it', async (t) => {
    const { app, ask, opened, finish, later } = await setup()
    const early = ask()
    await opened(1)
    await app.inject({ method: 'POST', url: '/' })
    const late = ask()
    await finish(2)
    t.strictSame([await early, await late], ['page 1', 'page 2'])
    t.equal(await ask(), 'page 2', 'the rendering from before the write is not cached')
    later(1_050)
    const old = ask()
    await finish()
    t.equal(await old, 'page 3')
  })

  t.test('a page without further requests is dropped', async (t) => {
    const { cache, ask, finish, later } = await setup()
    const first = ask()
    await finish()
    await first
    t.equal(cache.size, 1)
    later(1_050)
    await poll(() => cache.size === 0)
  })
})
