import { usePhone } from '../../web/ui.ts'
import { targetOf } from '../client/which.ts'
import { useFiles } from './context.ts'

/** What menus, bars and keys do to the selection. Each is a no-op without one. */
export const useDeeds = () => {
  const { files, actions, screen } = useFiles()
  const phone = usePhone()

  const single = () => {
    const { selection, listing } = files.current()
    return selection.count() === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
  }
  const withTarget = async (work: (target: Awaited<ReturnType<typeof targetOf>>) => unknown) => {
    const opened = files.current()
    if (opened.selection.count() === 0) return
    try {
      await work(await targetOf(opened))
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
    duplicate: () =>
      withTarget(({ ...target }) => {
        const { root, place } = target.from
        const items = target.kind === 'items' ? target.items : []
        const parent = place.view === 'files' ? place.id : (items[0]?.attributes.parent_id ?? null)
        return actions.copy(target, parent === null ? null : { id: parent, name: root?.attributes.name ?? '' })
      }),
    favour: (on: boolean) => withTarget((target) => target.kind === 'items' && actions.favour(target.items, on)),
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
    cut: () =>
      withTarget((target) => {
        if (target.kind === 'items' && target.from.place.view !== 'trash')
          files.state.cut = { ids: target.items.map(({ id }) => id), from: target.from.place }
      }),
    /** Moves what was cut into the folder on screen. */
    paste: async () => {
      const { cut } = files.state
      const to = files.current()
      if (!cut || to.place.view !== 'files') return
      const ids = new Set(cut.ids)
      const from = files.all().find(({ listing }) => cut.ids.some((id) => listing.find(id)))
      files.state.cut = null
      if (!from || to.place.id === from.place.id) return
      const items = from.listing.known().flatMap(({ item }) => (ids.has(item.id) ? [item] : []))
      await actions.move(
        { kind: 'items', items, from },
        to.root ? { id: to.root.id, name: to.root.attributes.name } : null,
      )
      await files.refresh()
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
