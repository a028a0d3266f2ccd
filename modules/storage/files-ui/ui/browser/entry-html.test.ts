import { type ComponentType, type Context, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t, { type Test } from 'tap'
import { loadComponents } from '../../../../../tests/support/components.ts'
import type { Item } from '../../../tree/contract.ts'
import { columns, shownColumns } from './columns.ts'
import type { useEntryHtml } from './entry-html.tsx'
import type { ItemRowProps } from './ItemRowView.tsx'
import type { TileProps } from './ItemTile.tsx'

interface Components {
  useEntryHtml: typeof useEntryHtml
  ItemRowView: ComponentType<ItemRowProps>
  ItemTile: ComponentType<TileProps>
  FilesContext: Context<unknown>
  TextsContext: Context<unknown>
  PageContextProvider: Context<unknown>
}

const browser = 'modules/storage/files-ui/ui/browser'
const {
  useEntryHtml: useHtml,
  ItemRowView,
  ItemTile,
  FilesContext,
  TextsContext,
  PageContextProvider,
} = await loadComponents<Components>(t, [
  `${browser}/entry-html.tsx`,
  `${browser}/ItemRowView.tsx`,
  `${browser}/ItemTile.tsx`,
  'modules/storage/files-ui/ui/context.ts',
  'modules/web/page-context.tsx',
  'modules/web/i18n/use-t.ts',
])

const translate = (key: string, values: Record<string, unknown> = {}) => `${key}: ${Object.values(values).join()}`
const texts = { t: translate, language: 'en', getResource: () => undefined }
const Badge = ({ item }: { item: Item }) => (item.relationships.shared ? createElement('b', null, 'shared') : null)
const app = { added: [{ id: 'one', Badge }] }
const within = (element: ReactNode) =>
  createElement(
    PageContextProvider,
    { value: { locale: 'en' } },
    createElement(TextsContext, { value: texts }, createElement(FilesContext, { value: app }, element)),
  )

/** The function that the hook returns for a component. */
const htmlOf = <Props extends ItemRowProps | TileProps>(
  Component: ComponentType<Props>,
  size: 'xs' | 'sm',
  shape = '',
) => {
  let html: ReturnType<typeof useHtml<Props>> = null
  const Probe = () => {
    html = useHtml(Component, shape, size)
    return null
  }
  renderToString(within(createElement(Probe)))
  return (props: Props) => (html as unknown as NonNullable<ReturnType<typeof useHtml<Props>>>)(props)?.html ?? null
}

const time = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:31:44.244Z`
const itemNamed = (name: string, at: number, over: Partial<Item['attributes']> = {}): Item => {
  const isFolder = !name.includes('.')
  const thumbnail = { xs: `/t/xs/${at}?v=1&s=2`, sm: `/t/sm/${at}`, lg: `/t/lg/${at}`, xl: `/t/xl/${at}` }
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
      file_url: isFolder ? null : `/file/${at}/${encodeURIComponent(name)}`,
      thumbnail: name.endsWith('.jpg') ? thumbnail : null,
      thumbnail_pending: name.endsWith('.mp4'),
      created_at: time(at),
      updated_at: time(at + 1),
      modified_at: null,
      deleted_at: null,
      ...over,
    },
    relationships: isFolder ? { favourites: { favourite: at % 2 === 0 } } : {},
  }
}

const names = [
  `a & "b" <i> 'c'.txt`,
  'slot0name0slot.jpg',
  '700000007.jpg',
  '$& $1 {{name}} ?#%.pdf',
  '旅行 😀.zip',
  '<!-- -->.mp4',
  'Folder & "quoted"',
  'Another folder',
]
const items = [
  ...names.map((name, at) => itemNamed(name, at + 1)),
  itemNamed('Coloured', 9, { color: 'red' }),
  itemNamed('Own colour', 10, { color: '#a1b2c3' }),
  itemNamed('of Ann.txt', 11, { owner: 'Ann & <b>' }),
  itemNamed('of Ben.txt', 12, { owner: 'Ben' }),
  itemNamed('of 2019.txt', 13, { modified_at: '2019-05-01T09:31:44.244Z' }),
]

const addedBy = (id: string, name: string): Item['relationships'] => ({
  creator: { data: { id, type: 'creator', attributes: { name, avatar: null, color: '#336699' } } },
})

const propsOf = (item: Item, index: number): ItemRowProps & { day: string | undefined } => ({
  item,
  index,
  texts: {
    t: translate,
    creator: ({ relationships: { creator } }) => (creator?.data.id === 'me' ? undefined : creator?.data),
    amount: ({ attributes }) => `${attributes.items} & more`,
    size: ({ attributes }) => `${attributes.size} B`,
    day: (iso) => iso.slice(0, 10),
    when: (iso) => `<${iso}>`,
    exact: (iso) => iso,
  },
  section: 'files',
  ofFolder: true,
  columns,
  day: undefined,
  selected: false,
  current: index === 0,
  multi: false,
  renaming: false,
  cut: false,
  isCreated: true,
  draggable: false,
  onRenamed: () => undefined,
})

const compare = <Props extends ItemRowProps | TileProps>(
  t: Test,
  Component: ComponentType<Props>,
  size: 'xs' | 'sm',
  over: (item: Item, index: number) => Partial<Props>,
) => {
  const html = htmlOf(Component, size)
  // The first entry of each shape makes the template; in the second round others have made the templates.
  for (const list of [items, items.toReversed()])
    for (const [index, item] of list.entries()) {
      const props = { ...propsOf(item, index), ...over(item, index) } as unknown as Props
      t.equal(html(props), renderToString(within(createElement(Component, props))), `${item.attributes.name} ${index}`)
    }
}

t.test('rows: templates yield what React renders, for every shape and awkward names', async (t) => {
  compare(t, ItemRowView, 'xs', () => ({}))
  t.comment('recent files: the folder, the day')
  compare(t, ItemRowView, 'xs', (item, index) => ({
    item: {
      ...item,
      relationships: { parent: { data: { id: `p${index}`, type: 'folder', attributes: { name: `In <${index}>` } } } },
    },
    section: 'recent',
    ofFolder: false,
    columns: ['where', 'created_at'] as const,
    day: index % 3 ? '' : `Day & ${index}`,
  }))
  for (const ofFolder of [false, true]) {
    t.comment(ofFolder ? 'a trashed folder' : 'trash')
    compare(t, ItemRowView, 'xs', (item) => ({
      item: { ...item, attributes: { ...item.attributes, deleted_at: time(20) } },
      section: 'trash',
      ofFolder,
      columns: ['where', 'deleted_at', 'size'] as const,
    }))
  }
})

t.test('tiles: templates yield what React renders', async (t) => {
  compare(t, ItemTile, 'sm', (_item, index) => ({ day: index % 3 ? '' : `Day & ${index}` }))
})

t.test('React renders what a template cannot express', async (t) => {
  const html = htmlOf(ItemRowView, 'xs')
  const [file] = items as [Item]
  t.not(html(propsOf(file, 1)), null)
  t.equal(html({ ...propsOf(file, 1), renaming: true }), null)
  t.equal(html(propsOf({ ...file, attributes: { ...file.attributes, emoji: { char: '🎉' } } }, 1)), null)
  t.equal(html(propsOf({ ...file, relationships: { shared: {} } }, 1)), null)
  t.equal(html(propsOf({ ...file, relationships: { members: {} } }, 1)), null)
  t.equal(html(propsOf({ ...file, relationships: addedBy('ann', 'Ann') }, 1)), null)
  t.not(html(propsOf({ ...file, relationships: addedBy('me', 'Me') }, 1)), null)
  t.equal(html({ ...propsOf(file, 1), section: '/platform/shared-with-me' }), null)
  t.equal(html(propsOf(itemNamed('שלום.txt', 1), 1)), null, 'labels isolate a name of another direction')
})

t.test(
  'rows: what the trash lists names its former folder without a link, what is in a trashed folder none',
  async (t) => {
    const deleted = itemNamed('a.txt', 1, { deleted_at: time(20) })
    const parent = { data: { id: 'docs', type: 'folder', attributes: { name: 'Docs' } } }
    const htmlIn = (item: Item, ofFolder: boolean) => {
      const location = { section: 'trash' as const, id: ofFolder ? 'old' : null }
      const shown = shownColumns({ location, sorting: { field: 'name', direction: 'ASC' }, root: null }, undefined)
      const props = { ...propsOf(item, 1), section: location.section, ofFolder, columns: shown }
      return renderToString(within(createElement(ItemRowView, props)))
    }
    const listed = htmlIn({ ...deleted, relationships: { parent } }, false)
    t.match(listed, 'Docs')
    t.notMatch(listed, '/platform/files')
    t.notMatch(htmlIn(deleted, true), 'storage:page.files')
  },
)

t.test('rows and tiles: a file that somebody else has added shows who it was', async (t) => {
  const htmlOf = (relationships: Item['relationships']) => {
    const props = propsOf(itemNamed('a.txt', 1), 1)
    const all = { ...props, item: { ...props.item, relationships }, day: '' }
    return [createElement(ItemRowView, all), createElement(ItemTile, all)].map((one) => renderToString(within(one)))
  }
  for (const html of htmlOf(addedBy('ann', 'Ann'))) t.match(html, 'storage:detail.creator: ,Ann')
  for (const html of htmlOf(addedBy('me', 'Me'))) t.notMatch(html, 'storage:detail.creator')
})

t.test('rows: “Modified” is the time of the file itself', async (t) => {
  const item = itemNamed('of 2019.txt', 13, { modified_at: '2019-05-01T09:31:44.244Z' })
  const html = renderToString(within(createElement(ItemRowView, { ...propsOf(item, 1), columns: ['updated_at'] })))
  t.match(html, '2019-05-01')
  t.notMatch(html, item.attributes.updated_at)
})
