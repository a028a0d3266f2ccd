import { renderToString } from 'react-dom/server'
import type { Item } from '../../storage/contract.ts'
import { iconKindOf } from '../../storage/ui.ts'
import { canPreview } from '../client/preview-only.ts'
import { Entry, type EntryProps } from './Entry.tsx'

/** Values that differ between rows; each stands in the template as a text that escaping does not change. */
const slots = [
  'row',
  'id',
  'token',
  'name',
  'url',
  'query',
  'thumb',
  'large',
  'changed',
  'amount',
  'day',
  'exact',
] as const
type Slot = (typeof slots)[number]
const slot = (name: Slot) => `slot0${name}0slot`
const slotPattern = new RegExp(`slot0(${slots.join('|')})0slot`)
const maxTemplates = 500

/** Parts of a row's markup: texts and slots in turn. */
const templates = new Map<string, string[]>()

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeAsReact = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => escapes[char] ?? '') : text

/** What decides the shape of a row's markup, besides the props that all rows share. */
const shapeOf = (item: Item, { download, show }: EntryProps) => {
  const { color, thumbnail, thumbnail_pending, file_url } = item.attributes
  const kind = iconKindOf(item)
  // Large icons show it.
  const label = show.display === 'grid' ? item.attributes.extension?.slice(0, 4) : null
  return [
    item.type,
    kind,
    label,
    color,
    thumbnail !== null,
    thumbnail_pending,
    file_url?.includes('?'),
    canPreview(item, download),
  ]
}

const markedItem = (item: Item): Item => {
  const { thumbnail, file_url } = item.attributes
  const url = file_url && slot('url') + (file_url.includes('?') ? `?${slot('query')}` : '')
  const pictures = thumbnail && { xs: slot('thumb'), sm: slot('thumb'), lg: slot('large'), xl: slot('large') }
  const own = { name: slot('name'), updated_at: slot('changed'), file_url: url, thumbnail: pictures }
  return { ...item, id: slot('id'), attributes: { ...item.attributes, ...own } }
}

const templateOf = (props: EntryProps, shape: string): string[] => {
  const known = templates.get(shape)
  if (known) return known
  const texts = { ...props.texts, amount: () => slot('amount'), day: () => slot('day'), exact: () => slot('exact') }
  const marked = {
    ...props,
    item: markedItem(props.item),
    row: slot('row') as unknown as number,
    token: slot('token'),
    texts,
  }
  const template = renderToString(<Entry {...marked} />).split(slotPattern)
  if (templates.size >= maxTemplates) templates.clear()
  templates.set(shape, template)
  return template
}

/**
 * The markup of rows as React renders `Entry`, in a twentieth of the time: rows of one shape differ in a few texts, so
 * React renders one of them and the texts are put in. Null for what a template cannot express.
 */
export const entriesHtml = (entries: readonly EntryProps[], locale: string): (() => string) | null => {
  if (entries.some(({ item }) => item.attributes.emoji !== null)) return null
  return () => entries.map((props) => entryHtml(props, locale)).join('')
}

const entryHtml = (props: EntryProps, locale: string): string => {
  const { item, row, token, show, texts, download } = props
  const { name, updated_at: changed, file_url: url, thumbnail } = item.attributes
  const [path = '', query = ''] = url?.split(/\?(.*)/s, 2) ?? []
  const template = templateOf(props, JSON.stringify([locale, show, download, ...shapeOf(item, props)]))
  const values: Record<Slot, string> = {
    row: String(row),
    id: item.id,
    token: encodeURIComponent(token),
    name: escapeAsReact(name),
    url: escapeAsReact(path),
    query: escapeAsReact(query),
    thumb: escapeAsReact(show.display === 'grid' ? (thumbnail?.sm ?? '') : (thumbnail?.xs ?? '')),
    large: escapeAsReact(thumbnail?.xl ?? ''),
    changed,
    amount: escapeAsReact(texts.amount(item)),
    day: escapeAsReact(texts.day(changed)),
    exact: escapeAsReact(texts.exact(changed)),
  }
  let html = ''
  for (const [at, part] of template.entries()) html += at % 2 === 0 ? part : values[part as Slot]
  return html
}
