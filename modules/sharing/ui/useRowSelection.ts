import type { KeyboardEvent, MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Folder } from '../client/shared-folder.store.ts'

/** Position of the row that an event happened in, by the number that it has in the table; −1 in none. */
const rowOf = (target: EventTarget): number =>
  Number((target as Element).closest('.share-row')?.getAttribute('aria-rowindex') ?? 1) - 2

/**
 * Clicks and keys that select: the box of a row, Ctrl and Shift with a click anywhere in it, any tap while selecting;
 * Ctrl A and Escape. A plain click opens, as it does without scripts.
 */
export const useRowSelection = ({ selection, listing, state }: Folder) => {
  const { selectable } = useSnapshot(state)
  const { multi, version } = useSnapshot(selection.state)
  const on = multi || (version > 0 && selection.count() > 0)

  const onClickCapture = (event: MouseEvent) => {
    const index = rowOf(event.target)
    const target = event.target as Element
    if (!selectable || index < 0 || event.button !== 0 || target.closest('.share-acts')) return
    const box = target.closest('.share-mark')
    const adding = event.ctrlKey || event.metaKey
    if (!box && !adding && !event.shiftKey && !multi) return
    // The click on a label comes again on its box.
    if (box && !(target instanceof HTMLInputElement)) return
    if (!box) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.shiftKey) selection.extend(index, true)
    else selection.toggle(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!selectable || event.defaultPrevented) return
    if (event.key === 'Escape' && on) selection.clear()
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.all(listing.complete())
    else return
    event.preventDefault()
  }
  return { on, onClickCapture, onKeyDown }
}
