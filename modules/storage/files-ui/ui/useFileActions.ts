import { useFeedback, usePhone, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { mayBeFavorite, mayEdit, mayEditSelection } from '../client/abilities.ts'
import { pasteStateOf } from '../client/paste-state.ts'
import { selectedItems, selectionTarget, targetCount } from '../client/selection-target.ts'
import { downloadItem } from './browser/open-item.ts'
import { useFiles } from './context.ts'

/** Actions of menus, bars and keys on the selection. No-ops without one. */
export const useFileActions = () => {
  const app = useFiles()
  const { files, actions, folders, dialogs, clipboard } = app
  const phone = usePhone()
  const feedback = useFeedback()
  const t = useT()

  const single = () => {
    const { selection, listing } = files.current()
    return selection.count() === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
  }
  const withTarget = async (work: (target: Awaited<ReturnType<typeof selectionTarget>>) => unknown) => {
    const folderView = files.current()
    if (folderView.selection.count() === 0) return
    try {
      const target = await folders.resolvedTarget(await selectionTarget(folderView))
      if (targetCount(target) > 0) await work(target)
    } catch (error) {
      actions.showError(error)
    }
  }
  /** Like `withTarget`, if the caller may change the selected items. */
  const withEditable: typeof withTarget = async (work) => {
    if (mayEditSelection(files.current())) await withTarget(work)
  }
  return {
    single,
    /** Moves to the trash; in the trash deletes permanently. */
    remove: () =>
      withEditable((target) =>
        target.from.location.section === 'trash' ? actions.destroy(target) : actions.trash(target),
      ),
    restore: () => withTarget(actions.restore),
    move: () => withEditable((target) => dialogs.open({ name: 'move', target })),
    copy: () => withEditable((target) => dialogs.open({ name: 'copy', target })),
    /** Extracts a zip archive next to it. */
    extract: () => {
      const item = single()
      if (item && actions.permitted('upload', item)) return actions.extract(item)
    },
    /** Imports an export of an account. */
    importExport: () => {
      const item = single()
      if (item && actions.permitted('upload', item)) return actions.importExport(item)
    },
    /** Copies next to the originals. */
    duplicate: () => withEditable(actions.duplicate),
    /** Downloads a single file as it is, anything else as a zip; from the trash a single file only (D94). */
    download: () => {
      const item = single()
      const { selection, location } = files.current()
      const trashed = location.section === 'trash'
      if (selection.count() === 0) return
      if (trashed && item?.type !== 'file')
        return void feedback.toast({ text: t('storage:toast.restoreFirst'), key: 'restore-first' })
      if (!actions.permitted('download', ...selectedItems(files.current()))) return
      if (item?.type === 'file') return downloadItem(item, trashed)
      return withTarget((target) => dialogs.open({ name: 'download-zip', target }))
    },
    setFavorite: (on: boolean) =>
      withTarget((target) => target.kind === 'items' && actions.setFavorite(target.items, on)),
    customize: async (folder: Item) => {
      const item = await folders.resolved(folder)
      if (item) dialogs.open({ name: 'customize', item })
    },
    /** Restores a folder (null: the root) to an earlier time, which a dialog asks for. */
    restorePoint: async (folder: Item | null) => {
      const item = folder && (await folders.resolved(folder))
      if (item || !folder) dialogs.open({ name: 'restore-point', folder: item })
    },
    emptyTrash: () => void actions.emptyTrash(),
    rename: () => {
      const item = single()
      if (!item || files.current().location.section === 'trash' || !mayEdit(item, files.current())) return
      if (phone) dialogs.open({ name: 'rename-item', item })
      // Waits until the menu has restored the focus.
      else
        requestAnimationFrame(() => {
          files.state.renaming = item.id
        })
    },
    /** Cuts or copies the selection to the clipboard. */
    toClipboard: (mode: 'cut' | 'copy') =>
      withEditable((target) => {
        if (target.from.location.section === 'trash') return
        clipboard.set(mode, target)
        target.from.selection.clear()
      }),
    /** Pastes into the open folder, and selects the pasted items. Copies stay in the clipboard. */
    paste: async () => {
      const { content } = clipboard.state
      const state = content && pasteStateOf(content, app)
      if (!state || state.problem === 'impossible') return
      if (state.problem) return void feedback.toast({ text: t('storage:menu.pasteOtherOwner'), key: 'paste' })
      const { target } = content
      const { to } = state
      const show = (items: readonly Item[]) =>
        files.reveal(
          { section: 'files', id: to?.id ?? null },
          items.map(({ id }) => id),
        )
      // The items are where they were wanted: showing them is optional.
      if (content.mode === 'copy') return show((await actions.copy(target, to)) ?? []).catch(() => undefined)
      clipboard.clear()
      // Cut again where the code of changes cannot be loaded, which `move` tells.
      actions.load().catch(() => clipboard.state.content ?? clipboard.set('cut', target))
      await actions.move(target, to)
      if (target.kind === 'items') await show(target.items).catch(() => undefined)
    },
    /** The selected items if all are loaded and can be favorites; else null. */
    favoriteCandidates: (): readonly Item[] | null => {
      const { selection, listing } = files.current()
      const picked = selection.picked()
      if (picked.kind !== 'some' || picked.unloaded.length > 0) return null
      const items = [...picked.ids].flatMap((id) => listing.find(id) ?? [])
      return items.length === picked.ids.size && items.every(mayBeFavorite) ? items : null
    },
  }
}
