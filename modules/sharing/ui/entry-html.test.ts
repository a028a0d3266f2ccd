import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { loadComponents } from '../../../tests/support/components.ts'
import type { Item } from '../../storage/contract.ts'
import type { entryHtml } from './entry-html.tsx'
import type { ShareEntryProps } from './ShareEntry.tsx'

const components = await loadComponents<{ ShareEntry: ComponentType<ShareEntryProps>; entryHtml: typeof entryHtml }>(
  t,
  ['modules/sharing/ui/ShareEntry.tsx', 'modules/sharing/ui/entry-html.tsx'],
)

const itemNamed = (name: string, at: number, over: Partial<Item['attributes']> = {}): Item => {
  const isFolder = !name.includes('.')
  const thumbnail = { xs: `/t/xs/${at}?v=1&s=2`, sm: `/t/sm/${at}`, lg: `/t/lg/${at}`, xl: `/t/xl/${at}?v=1&s=2` }
  return {
    id: `0000000${at}-0000-4000-8000-000000000000`,
    type: isFolder ? 'folder' : 'file',
    attributes: {
      name,
      color: null,
      emoji: null,
      parent_id: null,
      items: at,
      size: at * 1_000,
      kind: 'other',
      etag: null,
      mimetype: isFolder ? null : 'text/plain',
      extension: isFolder ? null : (name.split('.').at(-1) ?? null),
      file_url: isFolder ? null : `/file/${at}/${encodeURIComponent(name)}${at % 2 ? '?share=a&b=c' : ''}`,
      thumbnail: name.endsWith('.jpg') ? thumbnail : null,
      thumbnail_pending: name.endsWith('.mp4'),
      created_at: '2026-11-20T09:31:44.244Z',
      updated_at: `2026-11-2${at}T09:31:44.244Z`,
      modified_at: null,
      deleted_at: null,
      ...over,
    },
    relationships: {},
  }
}

const names = [
  `a & "b" <i> 'c'.txt`,
  'slot0name0slot.jpg',
  '$& $1 {{name}} ?#%.pdf',
  '旅行 😀.zip',
  '<!-- -->.mp4',
  'same.txt',
  'Folder & "quoted"',
  'Another folder',
]
const items = [
  ...names.map((name, at) => itemNamed(name, at)),
  itemNamed('Coloured', 8, { color: 'red' }),
  itemNamed('of 2019.txt', 9, { modified_at: '2019-05-01T09:31:44.244Z' }),
]

const propsOf = (item: Item, index: number, over: Partial<ShareEntryProps>): ShareEntryProps => ({
  item,
  row: index + 2,
  token: 'a token & more',
  show: { sorting: { field: 'name', direction: 'ASC' }, display: 'list', page: 1 },
  texts: {
    t: (key, values = {}) => `${key}: ${Object.values(values).join()}`,
    amount: ({ attributes }) => `${attributes.items} & more`,
    day: (iso) => `<${iso.slice(0, 10)}>`,
    exact: (iso) => `"${iso}"`,
  },
  download: true,
  folder: {} as ShareEntryProps['folder'],
  selected: false,
  selectable: false,
  actions: null,
  onView: () => undefined,
  ...over,
})

const views: ShareEntryProps['show'][] = [
  { sorting: { field: 'name', direction: 'ASC' }, display: 'list', page: 1 },
  { sorting: { field: 'size', direction: 'DESC' }, display: 'list', page: 1 },
  { sorting: { field: 'size', direction: 'DESC' }, display: 'grid', page: 3 },
]

t.test('rows of a link: templates yield what React renders, for every shape and awkward names', async (t) => {
  const { ShareEntry, entryHtml } = components
  // The first item of each shape makes the template, so that the reversed list fills templates made from other items.
  for (const download of [true, false])
    for (const show of views)
      for (const list of [items, items.toReversed()])
        for (const [index, item] of list.entries()) {
          const props = propsOf(item, index, { download, show })
          const rendered = renderToString(createElement(ShareEntry, props))
          t.equal(
            entryHtml(props, 'en')?.html,
            rendered,
            `${item.attributes.name} ${index} ${show.display} ${download}`,
          )
        }
})

t.test('a name of another direction than the language, which labels isolate, is left to React', async (t) => {
  const [hebrew, latin] = [itemNamed('שלום.txt', 1), itemNamed('Notes.txt', 2)]
  t.equal(components.entryHtml(propsOf(hebrew, 1, {}), 'en'), null)
  t.ok(components.entryHtml(propsOf(hebrew, 1, {}), 'ar'))
  t.ok(components.entryHtml(propsOf(latin, 1, {}), 'ar'), 'names in texts from right to left are all isolated')
})

t.test('an emoji is left to React', async (t) => {
  const item = itemNamed('Party', 1, { emoji: { char: '🎉' } })
  t.equal(components.entryHtml(propsOf(item, 1, {}), 'en'), null)
})

t.test('rows of a link: “Modified” is the time of the file itself', async (t) => {
  const item = itemNamed('of 2019.txt', 9, { modified_at: '2019-05-01T09:31:44.244Z' })
  const html = renderToString(createElement(components.ShareEntry, propsOf(item, 1, {})))
  t.match(html, '2019-05-01')
  t.notMatch(html, item.attributes.updated_at.slice(0, 10))
})
