import { useSnapshot } from 'valtio'
import { cx } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { View } from '../../../tree/ui.ts'
import { type Held, isCut } from '../../client/clipboard.ts'
import { useFiles } from '../context.ts'
import { useSelection } from '../useOpened.ts'
import { type RowTexts, useRowTexts } from './row-texts.ts'
import type { BrowserHandle } from './useBrowser.ts'

/** What a line of the list and a tile of the grid are told alike. */
export interface EntryProps {
  item: Item
  index: number
  texts: RowTexts
  view: View
  selected: boolean
  /** Tab stops here; the arrow keys go on from here. */
  current: boolean
  /** Clicks and taps toggle. */
  multi: boolean
  renaming: boolean
  cut: boolean
  /** The server knows it: things can be dropped on it. */
  made: boolean
  draggable: boolean
  onRenamed: () => void
}

/** Says of each row on screen what it needs to know. */
export const useEntryProps = (browser: BrowserHandle): ((item: Item, index: number) => EntryProps) => {
  const { files, clipboard, folders } = useFiles()
  const { opened, cursor, multi } = useSelection()
  const { renaming } = useSnapshot(files.state)
  const held = useSnapshot(clipboard.state).held as Held | null
  const texts = useRowTexts()
  return (item, index) => ({
    item,
    index,
    texts,
    view: opened.place.view,
    selected: opened.selection.has(index),
    current: cursor === index || (cursor < 0 && index === 0),
    multi,
    renaming: renaming === item.id,
    cut: isCut(held, item.id, opened),
    made: !folders.waits(item.id),
    draggable: browser.draggable,
    onRenamed: browser.renamed,
  })
}

/** The attributes by which the list finds its rows, and their look. */
export const entryState = (
  { item, index, view, selected, cut, made, draggable, renaming }: EntryProps,
  look: string,
) => ({
  'aria-selected': selected,
  'data-index': index,
  'data-drop': made && item.type === 'folder' && view !== 'trash' ? item.id : undefined,
  'data-drop-name': item.attributes.name,
  draggable: draggable && !renaming,
  className: cx(look, selected && 'is-selected', cut && 'is-cut'),
})
