import { proxy, ref } from 'valtio'
import type { Opened } from './files.store.ts'
import { idsOf, type Target } from './selection-target.ts'

/** What was cut or copied, to be pasted into another folder. */
export interface Held {
  mode: 'cut' | 'copy'
  target: Target
  /** Ids of the target's items, when they are known one by one. */
  ids: ReadonlySet<string> | null
}

/** What is on its way from one folder to another; lasts while folders are changed. */
export const createClipboard = () => {
  const state = proxy<{ held: Held | null }>({ held: null })
  return {
    state,
    hold: (mode: Held['mode'], target: Target): void => {
      state.held = ref({ mode, target, ids: target.kind === 'items' ? idsOf(target) : null })
    },
    letGo: (): void => {
      state.held = null
    },
  }
}

export type ClipboardStore = ReturnType<typeof createClipboard>

/** Whether an item is about to leave: it looks that way until it is pasted or let go. */
export const isCut = (held: Held | null, id: string, opened: Opened): boolean => {
  if (held?.mode !== 'cut') return false
  const { target, ids } = held
  if (ids) return ids.has(id)
  return target.kind === 'allBut' && target.from === opened && !target.except.has(id)
}
