import type { Operation } from '../../../operations/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import { callsOf, countOf, type Target } from '../selection-target.ts'
import type { Which } from '../storage.api.ts'
import type { ActionKit, ActionsDeps } from './action-runner.ts'
import type { Destination } from './move.ts'

/** One call: what is copied into which folder. */
interface Part {
  which: Which
  to: string | null
}

const partsOf = (target: Target, to: string | null): Part[] => callsOf(target).map((which) => ({ which, to }))

/** Each beside its original: what was found or uploaded lately lies in many folders. */
const besides = (target: Target): Part[] =>
  target.kind === 'allBut'
    ? partsOf(target, target.from.place.id)
    : Array.from(Map.groupBy(target.items, ({ attributes }) => attributes.parent_id)).flatMap(([parent, items]) =>
        partsOf({ ...target, items }, parent),
      )

/** What comes is shown when it has come: its names are the server's. */
export const createCopy = ({ api, files, sidebar, t, watch }: ActionsDeps, kit: ActionKit) => {
  const stop = async ({ id }: Operation): Promise<void> => {
    const stopped = await api.stop(id)
    // One that was stopped in time leaves nothing to take back.
    watch(stopped.attributes.state === 'cancelled' ? stopped : await api.takeBack(id))
  }

  const run = async (target: Target, parts: readonly Part[], textOf: (what: string) => string): Promise<void> => {
    const made: Item[] = []
    const operations: Operation[] = []
    let done = 0
    try {
      await kit.order.run(null, async () => {
        for (const { which, to } of parts) {
          const answer = await api.copy(which, to)
          done += 1
          made.push(...answer.items)
          if (answer.operation) operations.push(watch(answer.operation))
        }
      })
    } catch (error) {
      kit.refuse(error, () => void run(target, parts.slice(done), textOf))
      if (done === 0) return
    }
    const shown = () => {
      for (const { to } of parts) files.forget({ view: 'files', id: to })
      files.forgetView('recent')
      sidebar.reload()
      sidebar.weigh()
      return files.refreshTop()
    }
    const ids = new Set(made.map(({ id }) => id))
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
    const all = made.length === countOf(target)
    const what = all ? kit.named(target) : t('storage:toast.items', { count: made.length })
    const text = operations.length > 0 ? t('storage:operation.running.copy') : textOf(what)
    kit.undo.offer({ text, ids, needs: new Set(parts.flatMap(({ to }) => to ?? [])), undo: takeBack })
    await shown()
  }

  return {
    /** Into a folder; null is the root of the files. */
    copy: (target: Target, to: Destination): Promise<void> =>
      run(target, partsOf(target, to?.id ?? null), (what) =>
        t('storage:toast.copied', { what, where: to?.name ?? t('storage:page.files') }),
      ),
    /** Beside the originals. */
    duplicate: (target: Target): Promise<void> =>
      run(target, besides(target), (what) => t('storage:toast.duplicated', { what })),
  }
}
