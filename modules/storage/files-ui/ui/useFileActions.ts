import { usePhone } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { countOf, targetOf } from '../client/selection-target.ts'
import { download } from './browser/open.ts'
import { useFiles } from './context.ts'

/** What menus, bars and keys do to the selection. Each is a no-op without one. */
export const useDeeds = () => {
  const { files, actions, folders, screen, drag, clipboard } = useFiles()
  const phone = usePhone()

  const single = () => {
    const { selection, listing } = files.current()
    return selection.count() === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
  }
  const withTarget = async (work: (target: Awaited<ReturnType<typeof targetOf>>) => unknown) => {
    const opened = files.current()
    if (opened.selection.count() === 0) return
    try {
      const target = await folders.settledTarget(await targetOf(opened))
      if (countOf(target) > 0) await work(target)
    } catch (error) {
      actions.tell(error)
    }
  }
  return {
    single,
    /** Trash; in the trash for good. */
    remove: () =>
      withTarget((target) => (target.from.place.view === 'trash' ? actions.destroy(target) : actions.trash(target))),
    restore: () => withTarget(actions.restore),
    move: () => withTarget((target) => screen.open({ name: 'move', target })),
    copy: () => withTarget((target) => screen.open({ name: 'copy', target })),
    /** Copies beside the originals. */
    duplicate: () => withTarget(actions.duplicate),
    /** One file as it is, all else as an archive; of the trash one file only. */
    download: () => {
      const item = single()
      const { selection, place } = files.current()
      const trashed = place.view === 'trash'
      if (selection.count() === 0 || (trashed && item?.type !== 'file') || !actions.permitted('download')) return
      if (item?.type === 'file') return download(item, trashed)
      return withTarget((target) => screen.open({ name: 'download-zip', target }))
    },
    favour: (on: boolean) => withTarget((target) => target.kind === 'items' && actions.favour(target.items, on)),
    customise: async (folder: Item) => {
      const item = await folders.settled(folder)
      if (item) screen.open({ name: 'customise', item })
    },
    emptyTrash: () => void actions.emptyTrash(),
    rename: () => {
      const item = single()
      if (!item || files.current().place.view === 'trash') return
      if (phone) screen.open({ name: 'rename-item', item })
      // After the menu has given the focus back.
      else
        requestAnimationFrame(() => {
          files.state.renaming = item.id
        })
    },
    /** Keeps the selection for `paste`; what was cut looks as if it were leaving. */
    hold: (mode: 'cut' | 'copy') =>
      withTarget((target) => {
        if (target.from.place.view === 'trash') return
        clipboard.hold(mode, target)
        target.from.selection.clear()
      }),
    /** Puts what was cut or copied into the folder on screen; a copy can be put into another one after that. */
    paste: async () => {
      const { held } = clipboard.state
      const { place, root } = files.current()
      if (!held || place.view !== 'files') return
      const { target } = held
      const to = root ? { id: root.id, name: root.attributes.name } : null
      if (held.mode === 'copy') return actions.copy(target, to)
      clipboard.letGo()
      if (drag.fits(target, to)) await actions.move(target, to)
    },
    onlyFolders: () => {
      const { selection, listing } = files.current()
      const picked = selection.picked()
      return (
        picked.kind === 'some' &&
        picked.unloaded.length === 0 &&
        [...picked.ids].every((id) => listing.find(id)?.type === 'folder')
      )
    },
  }
}
