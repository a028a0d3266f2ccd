import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { memoryJournal } from './journal.ts'
import type { OpenTabs } from './open-tabs.ts'
import { type HttpRequest, noResponse } from './transport.ts'
import { createUploadJournal } from './upload-journal.ts'
import { createUploads } from './uploads.ts'

const entry = {
  tab: 'closed',
  size: 3,
  lastModified: 1,
  parentId: null,
  parentName: 'Files',
  choice: null,
  isChecked: true,
}

const singleTab: OpenTabs = { own: 'own', living: async () => new Set(['own']), close: () => {} }

/** The open tabs of a browser, with one journal that holds these interrupted uploads. */
const setUp = async (names: string[]) => {
  const journal = memoryJournal()
  await journal.put(names.map((name, at) => ({ ...entry, id: name, name, path: name, at })))
  const living = new Set<string>()
  const listeners = new Map<string, (ids: readonly string[]) => void>()
  const sent: string[] = []
  const open = async (own: string, { speaks = true }: { speaks?: boolean } = {}) => {
    living.add(own)
    const tabs: OpenTabs = {
      own,
      living: async () => new Set(living),
      announceHandled: (ids) => {
        for (const [tab, callback] of listeners) if (tab !== own) callback(ids)
      },
      onHandled: (callback) => void (speaks && listeners.set(own, callback)),
      close: () => {},
    }
    const transport = async ({ method, url, body }: HttpRequest) => {
      sent.push(`${own} ${method} ${url.split('?')[0]}`)
      if (url === '/api/config') return noResponse
      // The bytes are never answered, so that the upload goes on.
      if (body instanceof Blob || body instanceof ArrayBuffer) return new Promise<never>(() => {})
      return {
        status: 200,
        body: { data: { attributes: { offset: 0, finished: false } }, conflicts: [] },
        retryAfter: null,
      }
    }
    const uploads = createUploads({ transport, tabs, journal, notify: () => {}, checkPermission: false })
    await uploads.recover()
    return uploads
  }
  const tabsOf = async () => Object.fromEntries((await journal.all()).map(({ id, tab }) => [id, tab]))
  const discarded = () => sent.filter((call) => call.includes('DELETE'))
  return { journal, living, sent, open, tabsOf, discarded }
}
const selection = (name: string) => ({
  files: [{ path: name, file: new File(['abc'], name, { lastModified: 1 }) }],
  emptyFolders: [],
  unreadable: [],
})
const shown = ({ state }: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['open']>>) =>
  state.interrupted.map(({ id }) => id).join()

t.test('interrupted uploads: a tab does not discard what another one has resumed', async (t) => {
  const { open, tabsOf, discarded } = await setUp(['film', 'song'])
  // The second tab does not hear of it.
  const [first, second] = [await open('first'), await open('second', { speaks: false })]
  t.same([shown(first), shown(second)], ['film,song', 'film,song'])
  await first.add(selection('film'), null)
  await turn()
  await second.discardInterrupted()
  t.same(
    discarded().map((call) => call.split('/').at(-1)),
    ['song'],
  )
  t.same(await tabsOf(), { film: 'first' }, 'its entry stays')
  t.equal(shown(second), '')
  first.pauseAll()
})

t.test('interrupted uploads: other tabs no longer list what is resumed or discarded', async (t) => {
  const { open } = await setUp(['film', 'song', 'text'])
  const [first, second] = [await open('first'), await open('second')]
  await first.add(selection('film'), null)
  t.equal(shown(second), 'song,text')
  await second.discardInterrupted()
  t.equal(shown(first), '')
  first.pauseAll()
})

t.test('interrupted uploads: a file that another tab has resumed is a new upload here', async (t) => {
  const { open, tabsOf } = await setUp(['film'])
  const [first, second] = [await open('first'), await open('second', { speaks: false })]
  await first.add(selection('film'), null)
  await turn()
  await second.add(selection('film'), { id: null, name: 'Files' })
  const [upload] = second.groups()[0]!.uploads
  t.not(upload!.id, 'film')
  await second.flush()
  t.same(await tabsOf(), { film: 'first', [upload!.id]: 'second' })
  for (const uploads of [first, second]) uploads.pauseAll()
})

t.test('discard: an upload that was interrupted since the list was read stays', async (t) => {
  const { journal, open, tabsOf, discarded } = await setUp(['film'])
  const uploads = await open('first')
  await journal.put([{ ...entry, id: 'song', name: 'song', path: 'song', at: 2 }])
  await uploads.discardInterrupted()
  t.equal(discarded().length, 1)
  t.same(await tabsOf(), { song: 'closed' })
  t.equal(shown(uploads), 'song')
})

t.test('interrupted uploads: each is compared with the files of its path only', async (t) => {
  const count = 2_000
  let reads = 0
  const entries = Array.from({ length: count }, (_, at) => {
    const name = `film ${at}`
    return Object.defineProperty({ ...entry, id: name, name, path: name, at }, 'path', {
      get: () => {
        reads += 1
        return name
      },
    })
  })
  const journal = createUploadJournal({ ...memoryJournal(), all: async () => entries }, singleTab)
  await journal.interrupted()
  for (let at = 0; at < count; at++) {
    if (journal.match({ path: `song ${at}`, size: 3, lastModified: 1 }, null)) t.fail(`song ${at} is new`)
    if (!journal.match({ path: `film ${at}`, size: 3, lastModified: 1 }, null)) t.fail(`film ${at} is resumed`)
  }
  t.ok(reads <= 2 * count, `${reads} reads`)
  t.same(journal.leftovers(), [])
})

t.test('interrupted uploads: of the same file in two folders, each is resumed in its own', async (t) => {
  const entries = ['a', 'b', 'c'].map((id, at) => ({ ...entry, id, name: 'x', path: 'x', parentId: id, at }))
  const interrupted = createUploadJournal({ ...memoryJournal(), all: async () => entries }, singleTab)
  await interrupted.interrupted()
  const file = { path: 'x', size: 3, lastModified: 1 }
  const at = (id: string) => interrupted.match(file, { id, name: '' })?.id
  t.same([at('b'), at('b'), at('none')], ['b', undefined, undefined])
  interrupted.handledElsewhere(['a'])
  t.same([interrupted.match(file, null)?.id, interrupted.match(file, null)], ['c', null])
})

t.test('a journal that cannot be read or written for a moment loses nothing', async (t) => {
  const stored = memoryJournal()
  let isBroken = false
  const broken =
    <Args extends unknown[], Result>(fn: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      isBroken ? Promise.reject(new Error('closed')) : fn(...args)
  const journal = createUploadJournal(
    { all: broken(stored.all), put: broken(stored.put), remove: broken(stored.remove) },
    singleTab,
  )
  const ids = async () => (await stored.all()).map(({ id }) => id).sort()
  const upload = (id: string) => ({ id, name: id, path: id, file: { lastModified: 1 }, target: { id: null } }) as never
  await stored.put([{ ...entry, id: 'film', name: 'film', path: 'film', at: 1 }])
  t.equal((await journal.interrupted()).length, 1)
  isBroken = true
  journal.record([upload('a'), upload('b'), upload('c')])
  journal.forget(['film'])
  const flushing = journal.flush()
  journal.forget(['b'])
  await flushing
  journal.record([upload('song')])
  await journal.flush()
  t.same(await ids(), ['film'])
  isBroken = false
  await journal.flush()
  t.same(await ids(), ['a', 'c', 'song'])

  await stored.put([{ ...entry, id: 'text', name: 'text', path: 'text', at: 1 }])
  const known = async () => (await journal.interrupted()).map(({ id }) => id)
  t.same(await known(), ['text'])
  isBroken = true
  t.same(await known(), ['text'], 'what was known stays')
  t.same(await journal.discard(), [], 'another tab may have resumed it')
})
