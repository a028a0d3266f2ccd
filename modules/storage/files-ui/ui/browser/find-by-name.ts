import { foldText } from '../../../../shared/contract.ts'
import { isFlatSection, pageSize } from '../../../tree/ui.ts'
import type { FilesApi } from '../../client/files.api.ts'
import type { FolderView } from '../../client/folder-view.ts'
import type { BrowserContext } from './browser-context.ts'

/** Index of the next row, from `start` with wraparound, whose name starts with `typed`; -1 for none. */
export const findByName = (names: readonly { index: number; name: string }[], typed: string, start: number): number => {
  const wanted = foldText(typed)
  const hits = names.filter(({ name }) => foldText(name).startsWith(wanted))
  return (hits.find(({ index }) => index >= start) ?? hits[0])?.index ?? -1
}

/** Like `findByName` in a folder, of which the rows with the first hit are loaded where an earlier hit may not be. */
export const findRow = async (
  { page }: Pick<FilesApi, 'page'>,
  { location, sorting, listing }: FolderView,
  typed: string,
  start: number,
): Promise<number> => {
  const loaded = () => listing.known().map(({ index, item }) => ({ index, name: item.attributes.name }))
  const index = findByName(loaded(), typed, start)
  const between = loaded().filter((row) => row.index >= start && row.index <= index)
  const isNext = index >= start && between.length === index - start + 1
  if (isNext || listing.complete() || isFlatSection(location.section)) return index
  // Not found, or offline: one that is loaded, if any.
  await listing.putAround(() => page(location, sorting, { starting_with: typed }, pageSize)).catch(() => undefined)
  return findByName(loaded(), typed, start)
}

/** The last typed text: the row of an earlier one may be found later. */
let latest = ''

/** Where a name was typed: the row with the focus, and the focused element. */
interface TypedAt {
  cursor: number
  target: EventTarget
}

/** Focuses the row that `findRow` finds in the open folder, unless the selection or the focus went elsewhere meanwhile. */
export const focusTyped = async (
  browsing: BrowserContext,
  typed: string,
  { cursor, target }: TypedAt,
): Promise<void> => {
  const { app, focusRow, scroller } = browsing
  const folderView = app.files.current()
  const { selection } = folderView
  const { version } = selection.state
  /** A row that was scrolled out leaves the focus to the list or the page. */
  const isInList = () => {
    const { activeElement, body } = document
    return activeElement?.matches('[data-focus]') || [target, scroller.current, body, null].includes(activeElement)
  }
  latest = typed
  const index = await findRow(app.api, folderView, typed, typed.length === 1 ? cursor + 1 : Math.max(0, cursor))
  if (index < 0 || typed !== latest || app.files.current() !== folderView) return
  if (selection.state.cursor !== cursor || selection.state.version !== version || !isInList()) return
  selection.only(index)
  focusRow(index)
}
