import t, { type Test } from 'tap'
import { loadComponents } from '../../../../tests/support/components.ts'
import type { beginNavigation, endNavigation, failNavigation } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import type { createViewer } from './viewer.store.ts'

interface Modules {
  createViewer: typeof createViewer
  beginNavigation: typeof beginNavigation
  endNavigation: typeof endNavigation
  failNavigation: typeof failNavigation
}
const modules = await loadComponents<Modules>(t, [
  'modules/storage/previews/client/viewer.store.ts',
  'modules/web/shell/navigation.ts',
])

/** A tab that shows this path; `pushed`: the entries that the page has added to its history. */
const tabAt = (t: Test, path: string) => {
  const pushed: string[] = []
  const location = new URL(path, 'http://localhost')
  const pushState = (_state: unknown, _title: string, url: string) => {
    pushed.push(url)
    location.href = new URL(url, location).href
  }
  const globals = { window: new EventTarget(), location, history: { state: null, pushState } }
  Object.assign(globalThis, globals)
  t.teardown(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  })
  return { location, pushed }
}
const item = { id: 'a-file' } as Item

t.test('a file that is opened while a page is on its way: only a page with a viewer gets its URL', (t) => {
  const arrivals = [
    {
      path: '/platform/files/f',
      end: modules.endNavigation,
      shown: item.id,
      pushed: ['/platform/files/f?view=a-file'],
    },
    { path: '/user/settings', end: modules.endNavigation, shown: null, pushed: [] },
    { path: '/user/settings', end: modules.failNavigation, shown: null, pushed: [] },
    { path: '/platform/files', end: modules.failNavigation, shown: item.id, pushed: ['/platform/files?view=a-file'] },
  ]
  for (const { path, end, shown, pushed } of arrivals) {
    const tab = tabAt(t, '/platform/files')
    const viewer = modules.createViewer({ id: null, item: null }, (pathname) => pathname.startsWith('/platform/files'))
    modules.beginNavigation()
    viewer.open(item)
    t.strictSame(tab.pushed, [], 'not yet')
    tab.location.pathname = path
    end()
    t.strictSame([viewer.state.id, tab.pushed], [shown, pushed], path)
  }
  t.end()
})
