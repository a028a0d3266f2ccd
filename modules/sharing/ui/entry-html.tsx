import { needsIsolation } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import { changedAt, iconKindOf } from '../../storage/ui.ts'
import { HtmlTemplates, type OutlinedHtml } from '../../web/ui.ts'
import { ShareEntry, type ShareEntryProps } from './ShareEntry.tsx'

/** Texts that differ between rows. */
const marks = {
  row: 'slot0row0slot',
  id: 'slot0id0slot',
  token: 'slot0token0slot',
  name: 'slot0name0slot',
  query: 'slot0query0slot',
  thumb: 'slot0thumb0slot',
  changed: 'slot0changed0slot',
  amount: 'slot0amount0slot',
  day: 'slot0day0slot',
  exact: 'slot0exact0slot',
} as const
type Slot = keyof typeof marks

const templates = /* @__PURE__ */ new HtmlTemplates<Slot>(marks)

/** Key of the shape of a row's markup: all that decides which elements it has. */
const shapeOf = (item: Item, { download, show }: ShareEntryProps, locale: string): string => {
  const { color, kind, thumbnail, thumbnail_pending, file_url } = item.attributes
  const { display, sorting } = show
  // Large icons show it.
  const label = display === 'grid' ? item.attributes.extension?.slice(0, 4) : null
  const traits = [
    item.type,
    kind,
    iconKindOf(item),
    label,
    color,
    thumbnail !== null,
    thumbnail_pending,
    file_url?.includes('?'),
  ]
  // Links of folders repeat the view.
  return [locale, display, sorting.field, sorting.direction, download, ...traits].join(' ')
}

const markedItem = (item: Item): Item => {
  const { thumbnail, file_url } = item.attributes
  const url = file_url?.includes('?') ? `?${marks.query}` : file_url
  const pictures = thumbnail && { xs: marks.thumb, sm: marks.thumb, lg: '', xl: '' }
  const marked = { name: marks.name, updated_at: marks.changed, modified_at: null, file_url: url, thumbnail: pictures }
  return { ...item, id: marks.id, attributes: { ...item.attributes, ...marked } }
}

const markedEntry = (props: ShareEntryProps) => {
  const texts = { ...props.texts, amount: () => marks.amount, day: () => marks.day, exact: () => marks.exact }
  const row = marks.row as unknown as number
  return <ShareEntry {...props} item={markedItem(props.item)} row={row} token={marks.token} texts={texts} />
}

const values: Record<Slot, (entry: ShareEntryProps) => string> = {
  row: ({ row }) => String(row),
  id: ({ item }) => item.id,
  token: ({ token }) => encodeURIComponent(token),
  name: ({ item }) => item.attributes.name,
  query: ({ item }) => /\?(.*)/s.exec(item.attributes.file_url ?? '')?.[1] ?? '',
  thumb: ({ item, show }) => item.attributes.thumbnail?.[show.display === 'grid' ? 'sm' : 'xs'] ?? '',
  changed: ({ item }) => changedAt(item),
  amount: ({ item, texts }) => texts.amount(item),
  day: ({ item, texts }) => texts.day(changedAt(item)),
  exact: ({ item, texts }) => texts.exact(changedAt(item)),
}

/** The markup of a row as React renders `ShareEntry`. Null for one that a template cannot express. */
export const entryHtml = (props: ShareEntryProps, locale: string): OutlinedHtml | null => {
  const { item } = props
  const { emoji, name } = item.attributes
  // Labels isolate a name in another script, but not the mark that stands for it in the template.
  if (emoji !== null || needsIsolation(name, locale) !== needsIsolation(marks.name, locale)) return null
  return templates.fill(
    shapeOf(item, props, locale),
    () => markedEntry(props),
    (slot) => values[slot](props),
  )
}
