import type { MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { SharedFolderStore } from '../client/shared-folder.store.ts'

/** Position of the row of an event's target; −1 outside of rows. */
const rowOf = (target: EventTarget): number =>
  Number((target as Element).closest('.share-row')?.getAttribute('aria-rowindex') ?? 1) - 2

/**
 * Selects rows by their checkbox, by Ctrl or Shift click, and by any click in multi-select mode. A plain click opens, as it
 * does without JavaScript.
 */
export const useRowSelection = ({ selection, state }: SharedFolderStore) => {
  const { selectable } = useSnapshot(state)
  const { multi, version } = useSnapshot(selection.state)
  const on = multi || (version > 0 && selection.count() > 0)

  const onClickCapture = (event: MouseEvent) => {
    const index = rowOf(event.target)
    const target = event.target as Element
    if (!selectable || index < 0 || event.button !== 0 || target.closest('.share-row > :last-child')) return
    const box = target.closest('.share-mark')
    const adding = event.ctrlKey || event.metaKey
    if (!box && !adding && !event.shiftKey && !multi) return
    // The browser repeats a click on the label at its checkbox.
    if (box && !(target instanceof HTMLInputElement)) return
    if (!box) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.shiftKey) selection.extend(index, { add: true })
    else selection.toggle(index)
  }
  return { on, onClickCapture }
}
