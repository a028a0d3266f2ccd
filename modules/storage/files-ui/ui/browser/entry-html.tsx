import { type ComponentType, use } from 'react'
import { needsIsolation } from '../../../../shared/contract.ts'
import { HtmlTemplates, type OutlinedHtml, TextsContext, usePageContext } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { changedAt, iconKindOf, isExtensionSection, isFavorite } from '../../../tree/ui.ts'
import { FilesContext, useFiles } from '../context.ts'
import { AncestorsContext } from '../extensions/ancestors.ts'
import type { EntryProps } from './row-props.ts'
import { splitFileName } from './TileName.tsx'

/**
 * Texts that differ between entries. Every value that a cell shows has a mark here or is part of `shapeOf`; a value in
 * neither is repeated from the first entry of that shape.
 */
const marks = {
  // A number, because rows calculate with it.
  index: '700000007',
  row: '700000009',
  id: 'slot0id0slot',
  stem: 'slot0stem0slot',
  // In the form of the ending that `splitFileName` cuts.
  ending: '0000.slotend0',
  url: 'slot0url0slot',
  thumbnail: 'slot0thumbnail0slot',
  amount: 'slot0amount0slot',
  size: 'slot0size0slot',
  created: 'slot0created0slot',
  createdText: 'slot0createdText0slot',
  updated: 'slot0updated0slot',
  updatedText: 'slot0updatedText0slot',
  deleted: 'slot0deleted0slot',
  deletedText: 'slot0deletedText0slot',
  parent: 'slot0parent0slot',
  parentName: 'slot0parentName0slot',
  day: 'slot0day0slot',
} as const
type Slot = keyof typeof marks

const templates = /* @__PURE__ */ new HtmlTemplates<Slot>(marks)

/** Relationships that other modules add and render. */
const isExtended = ({ relationships: { shared, members, badged_ancestors: above } }: Item) =>
  shared !== undefined || members !== undefined || above !== undefined

const parentOf = ({ relationships }: Item) => relationships.parent?.data

/** Whether texts isolate a name of the item, but not the mark in its place, or the reverse. */
const isIsolatedOtherwise = (item: Item, locale: string): boolean =>
  [item.attributes.name, parentOf(item)?.attributes.name ?? marks.parentName].some(
    (name) => needsIsolation(name, locale) !== needsIsolation(marks.stem, locale),
  )

const markedItem = (item: Item): Item => {
  const { thumbnail, file_url, deleted_at } = item.attributes
  const parent = parentOf(item)
  const markedAttributes = {
    name: splitFileName(item.attributes.name)[1] ? `${marks.stem}${marks.ending}` : marks.stem,
    file_url: file_url && marks.url,
    thumbnail: thumbnail && { ...thumbnail, xs: marks.thumbnail, sm: marks.thumbnail },
    created_at: marks.created,
    updated_at: marks.updated,
    modified_at: null,
    deleted_at: deleted_at && marks.deleted,
  }
  return {
    ...item,
    id: marks.id,
    attributes: { ...item.attributes, ...markedAttributes },
    relationships: {
      ...item.relationships,
      ...(parent && { parent: { data: { ...parent, id: marks.parent, attributes: { name: marks.parentName } } } }),
    },
  }
}

const markedWhen = (iso: string): string => {
  if (iso === marks.created) return marks.createdText
  return iso === marks.updated ? marks.updatedText : marks.deletedText
}

/** Shape of an entry's markup, besides the list's own properties. */
const shapeOf = (props: EntryProps, day: string | undefined, size: 'xs' | 'sm'): string => {
  const { item, section, ofFolder, selected, current, multi, cut, isCreated, draggable } = props
  const { name, color, extension, thumbnail, thumbnail_pending: pending, file_url, deleted_at, owner } = item.attributes
  // Large icons show it.
  const label = size === 'sm' ? extension?.slice(0, 4) : ''
  const attributes = [item.type, iconKindOf(item), label, color, isFavorite(item), parentOf(item) !== undefined, owner]
  const flags = [
    splitFileName(name)[1] !== '',
    thumbnail !== null,
    pending,
    file_url !== null,
    deleted_at !== null,
    day === undefined,
    day === '',
  ]
  return [
    section,
    ofFolder,
    props.index === 0,
    selected,
    current,
    multi,
    cut,
    isCreated,
    draggable,
    ...attributes,
    ...flags,
  ].join(' ')
}

/** Values of an entry that differ from others of its shape. */
interface Filled extends Pick<EntryProps, 'item' | 'index' | 'texts'> {
  day: string | undefined
  size: 'xs' | 'sm'
}

const nameOf = ({ item }: Filled) => splitFileName(item.attributes.name)
const deletedAt = ({ item }: Filled) => item.attributes.deleted_at ?? ''

const values: Record<Slot, (entry: Filled) => string> = {
  index: ({ index }) => String(index),
  row: ({ index }) => String(index + 2),
  id: ({ item }) => item.id,
  stem: (entry) => nameOf(entry)[0],
  ending: (entry) => nameOf(entry)[1],
  url: ({ item }) => item.attributes.file_url ?? '',
  thumbnail: ({ item, size }) => item.attributes.thumbnail?.[size] ?? '',
  amount: ({ item, texts }) => texts.amount(item),
  size: ({ item, texts }) => texts.size(item),
  created: ({ item }) => item.attributes.created_at,
  createdText: ({ item, texts }) => texts.when(item.attributes.created_at),
  updated: ({ item }) => changedAt(item),
  updatedText: ({ item, texts }) => texts.when(changedAt(item)),
  deleted: deletedAt,
  deletedText: (entry) => entry.texts.when(deletedAt(entry)),
  parent: ({ item }) => parentOf(item)?.id ?? '',
  parentName: ({ item }) => parentOf(item)?.attributes.name ?? '',
  day: ({ day }) => day ?? '',
}

/** The props with marks in place of values that differ between entries of one shape. */
const markedProps = <Props extends EntryProps & { day?: string }>(props: Props): Props => ({
  ...props,
  item: markedItem(props.item),
  index: props.index === 0 ? 0 : Number(marks.index),
  day: props.day && marks.day,
  texts: {
    ...props.texts,
    amount: () => marks.amount,
    size: () => marks.size,
    when: markedWhen,
  },
})

/**
 * The markup of an entry as React renders `Component`, from a template. Null for one that a template cannot express, and
 * in the browser. `shape`: the part of the shape that the list's own properties add; `size`: of the thumbnail.
 */
export const useEntryHtml = <Props extends EntryProps & { day?: string }>(
  Component: ComponentType<Props>,
  shape: string,
  size: 'xs' | 'sm',
): ((props: Props) => OutlinedHtml | null) | null => {
  const app = useFiles()
  // Badges of folders above are badges of each entry.
  const isBelowBadged = use(AncestorsContext).some(({ badges }) => badges !== undefined && badges.length > 0)
  const texts = use(TextsContext)
  const { locale } = usePageContext()
  if (!import.meta.env.SSR || isBelowBadged) return null
  return (props) => {
    const { item, day, renaming, section } = props
    const { index, texts: ofRows } = props
    if (renaming || item.attributes.emoji !== null || isExtended(item) || isExtensionSection(section)) return null
    if (isIsolatedOtherwise(item, locale) || ofRows.creator(item)) return null
    const entry: Filled = { item, index, texts: ofRows, day, size }
    return templates.fill(
      `${locale} ${size} ${shape} ${shapeOf(props, day, size)}`,
      () => (
        <TextsContext value={texts}>
          <FilesContext value={app}>
            <Component {...markedProps(props)} />
          </FilesContext>
        </TextsContext>
      ),
      (slot) => values[slot](entry),
    )
  }
}
