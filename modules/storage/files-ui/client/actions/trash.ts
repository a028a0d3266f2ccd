import type { Operation } from '../../../operations/contract.ts'
import { countOf, sizeOf, type Target } from '../selection-target.ts'
import { inTrash } from '../undo.ts'
import type { ActionKit, ActionsDeps } from './action-runner.ts'

/** Into the trash, out of it, and out of the world. */
export const createTrash = ({ api, files, sidebar, feedback, t, bytes, watch }: ActionsDeps, kit: ActionKit) => {
  const actions = {
    async trash(target: Target): Promise<void> {
      const favourites = sidebar.state.favourites.map((favourite) => ({ ...favourite }))
      if (target.kind === 'items') {
        const ids = new Set(target.items.map(({ id }) => id))
        sidebar.setFavourites(favourites.filter(({ id }) => !ids.has(id)))
      }
      let deletedAt: string | null = null
      let operation: Operation | null = null
      const takeBack = async () => {
        if (target.kind === 'items') await kit.send(target, (which) => api.restore(which, false))
        else if (operation) watch(await api.takeBack(operation.id))
        else if (deletedAt)
          await api.restore({ selection: { view: 'trash', parent_id: null, except: [], deleted_at: deletedAt } }, false)
        sidebar.setFavourites(favourites)
        files.forgetView('trash')
      }
      await kit.run({
        target,
        call: async (which) => {
          const removed = await api.remove(which, false)
          deletedAt = removed.at
          operation = watch(removed.operation)
        },
        again: () => void actions.trash(target),
        tell: (underway) => {
          files.forgetView('trash')
          const text = t('storage:toast.trashed', { what: kit.named(target) })
          const withdraw = kit.offer(underway, { text, needs: new Set([inTrash]), work: takeBack })
          return () => {
            withdraw()
            sidebar.setFavourites(favourites)
          }
        },
      })
    },

    /** Back to where each was; from inside a trashed folder, home. */
    async restore(target: Target): Promise<void> {
      const toHome = target.from.place.id !== null
      const takeBack = async () => {
        await kit.send(target, (which) => api.remove(which, false))
        files.forgetView('files')
      }
      await kit.run({
        target,
        call: async (which) => watch(await api.restore(which, toHome)),
        again: () => void actions.restore(target),
        tell: (underway) => {
          files.forgetView('files')
          files.forgetView('recent')
          const { used, limit } = sidebar.state.usage ?? { used: 0, limit: null }
          // Restoring needs no room; the account was made smaller meanwhile.
          const over = limit !== null && used > limit
          const text = t(over ? 'storage:toast.restoredOver' : 'storage:toast.restored', { what: kit.named(target) })
          if (target.kind === 'allBut' || toHome) return kit.told(text)
          return kit.offer(underway, { text, work: takeBack })
        },
      })
    },

    /** For good, after a dialog that names count and size. */
    async destroy(target: Target): Promise<void> {
      const count = countOf(target)
      const size = target.kind === 'items' ? sizeOf(target.items) : null
      const name = target.kind === 'items' ? target.items[0]?.attributes.name : ''
      const sure = await feedback.confirm({
        title: t('storage:popup.destroy.title', { count, name }),
        body:
          size === null
            ? t('storage:popup.destroy.text')
            : t('storage:popup.destroy.textSize', { count, size: bytes(size) }),
        confirmLabel: t('storage:popup.destroy.confirm'),
        danger: true,
      })
      if (!sure) return
      await kit.run({
        target,
        call: async (which) => {
          watch((await api.remove(which, true)).operation)
          sidebar.weigh()
        },
        again: () => void actions.destroy(target),
        tell: ({ ids }) => {
          const { from } = target
          const all = target.kind === 'allBut' && target.except.size === 0 && from.place.id === null
          kit.undo.lost(all ? inTrash : ids)
          return kit.told(t('storage:toast.destroyed', { what: kit.named(target) }))
        },
      })
    },

    async emptyTrash(): Promise<void> {
      try {
        const { items, size } = await api.trashSummary()
        const sure = await feedback.confirm({
          title: t('storage:popup.empty.title'),
          body: t('storage:popup.empty.text', { count: items, size: bytes(size) }),
          confirmLabel: t('storage:popup.empty.confirm'),
          danger: true,
        })
        if (!sure) return
        kit.undo.lost(inTrash)
        await kit.order.run(null, async () => void watch(await api.dump()))
      } catch (error) {
        return kit.refuse(error, () => void actions.emptyTrash())
      }
      sidebar.weigh()
      const opened = files.current()
      files.forgetView('trash')
      if (opened.place.view === 'trash') {
        opened.selection.clear()
        opened.listing.outdate()
        opened.listing.keepOnly(new Set())
      }
      kit.told(t('storage:toast.emptied'))
    },
  }
  return actions
}
