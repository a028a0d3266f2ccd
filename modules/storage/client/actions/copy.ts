import type { Item, Operation } from '../../contract.ts'
import { callsOf, type Target } from '../which.ts'
import type { ActionKit, ActionsDeps } from './kit.ts'
import type { Destination } from './move.ts'

/** Copies into a folder; null is the root of the files. What comes is shown when it has come: its names are the server's. */
export const createCopy = ({ api, files, sidebar, t, watch }: ActionsDeps, kit: ActionKit) => {
  const stop = async ({ id }: Operation): Promise<void> => {
    const stopped = await api.stop(id)
    // One that was stopped in time leaves nothing to take back.
    watch(stopped.attributes.state === 'cancelled' ? stopped : await api.takeBack(id))
  }

  const copy = async (target: Target, to: Destination): Promise<void> => {
    const id = to?.id ?? null
    const made: Item[] = []
    const operations: Operation[] = []
    try {
      await kit.order.run(null, async () => {
        for (const which of callsOf(target)) {
          const answer = await api.copy(which, id)
          made.push(...answer.items)
          if (answer.operation) operations.push(watch(answer.operation))
        }
      })
    } catch (error) {
      return kit.refuse(error, () => void copy(target, to))
    }
    const shown = () => {
      files.forget({ view: 'files', id })
      files.forgetView('recent')
      sidebar.reload()
      sidebar.weigh()
      return files.refreshTop()
    }
    const ids = new Set(made.map((item) => item.id))
    const takeBack = async () => {
      for (const { listing, selection } of files.all()) {
        listing.remove(ids)
        selection.retain((id) => !ids.has(id))
      }
      try {
        await kit.order.run(ids, async () => {
          await kit.send({ kind: 'items', items: made, from: target.from }, (which) => api.remove(which, false))
          for (const operation of operations) await stop(operation)
        })
      } catch (error) {
        kit.refuse(error)
      }
      files.forgetView('trash')
      await shown()
    }
    target.from.selection.clear()
    const text =
      operations.length > 0
        ? t('storage:operation.running.copy')
        : t('storage:toast.copied', { what: kit.named(target), where: to?.name ?? t('storage:page.files') })
    kit.undo.offer({ text, ids, undo: takeBack })
    await shown()
  }
  return copy
}
