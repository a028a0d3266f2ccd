import { useSnapshot } from 'valtio'
import { cx } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { Section } from '../../../tree/ui.ts'
import { type ClipboardContent, isCut } from '../../client/clipboard.ts'
import { useFiles } from '../context.ts'
import { useSelection } from '../useListing.ts'
import { type RowTexts, useRowTexts } from './row-texts.ts'
import type { BrowserHandle } from './useBrowser.ts'

/** Props that rows and tiles share. */
export interface EntryProps {
  item: Item
  index: number
  texts: RowTexts
  section: Section
  /** The list is of one folder: its entries need not name it. */
  ofFolder: boolean
  selected: boolean
  /** Tab stop of the list (roving tabindex). */
  current: boolean
  /** Clicks and taps toggle the selection. */
  multi: boolean
  renaming: boolean
  cut: boolean
  /** The folder exists on the server and can be a drop target. */
  isCreated: boolean
  draggable: boolean
  onRenamed: () => void
}

/** Returns the props of each row on screen. */
export const useEntryProps = (browser: BrowserHandle): ((item: Item, index: number) => EntryProps) => {
  const { files, clipboard, folders } = useFiles()
  const { folderView, cursor, multi } = useSelection()
  const { renaming } = useSnapshot(files.state)
  const content = useSnapshot(clipboard.state).content as ClipboardContent | null
  const texts = useRowTexts()
  return (item, index) => ({
    item,
    index,
    texts,
    section: folderView.location.section,
    ofFolder: folderView.location.section === 'files' || folderView.location.id !== null,
    selected: folderView.selection.has(index),
    current: cursor === index || (cursor < 0 && index === 0),
    multi,
    renaming: renaming === item.id,
    cut: isCut(content, item.id, folderView),
    isCreated: !folders.isPending(item.id),
    draggable: browser.draggable,
    onRenamed: browser.renamed,
  })
}

/** Attributes and classes by which the handlers find rows. */
export const entryState = (
  { item, index, section, selected, cut, isCreated, draggable, renaming }: EntryProps,
  baseClass: string,
) => {
  const isTarget = isCreated && item.type === 'folder' && section !== 'trash' && item.attributes.access !== 'visitor'
  return {
    'aria-selected': selected,
    'data-index': index,
    'data-drop': isTarget ? item.id : undefined,
    'data-drop-name': isTarget ? item.attributes.name : undefined,
    draggable: (draggable && !renaming) || undefined,
    className: cx(baseClass, selected && 'is-selected', cut && 'is-cut'),
  }
}
