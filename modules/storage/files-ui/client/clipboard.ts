import { proxy, ref } from 'valtio'
import type { FolderView } from './folder-view.ts'
import { type ActionTarget, targetIds } from './selection-target.ts'

/** Items that were cut or copied. */
export interface ClipboardContent {
  mode: 'cut' | 'copy'
  target: ActionTarget
  /** Ids of the target's items; null for a whole listing. */
  ids: ReadonlySet<string> | null
}

/** The clipboard of the files screens. Survives navigation between folders. */
export const createClipboard = () => {
  const state = proxy<{ content: ClipboardContent | null }>({ content: null })
  return {
    state,
    set: (mode: ClipboardContent['mode'], target: ActionTarget): void => {
      state.content = ref({ mode, target, ids: target.kind === 'items' ? targetIds(target) : null })
    },
    clear: (): void => {
      state.content = null
    },
  }
}

export type ClipboardStore = ReturnType<typeof createClipboard>

/** Whether an item is shown as cut. */
export const isCut = (content: ClipboardContent | null, id: string, folderView: FolderView): boolean => {
  if (content?.mode !== 'cut') return false
  const { target, ids } = content
  if (ids) return ids.has(id)
  return target.kind === 'allExcept' && target.from === folderView && !target.except.has(id)
}
