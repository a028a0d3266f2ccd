import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import type { Operation } from '../../../operations/contract.ts'
import type { OnConflict } from '../../../tree/contract.ts'
import { randomUuid } from '../../../tree/ui.ts'
import type { CallResult } from '../item-calls.ts'
import { type ActionTarget, completedPart, targetCount, targetIds, targetSize } from '../selection-target.ts'
import type { RemovedFavorite } from '../sidebar.store.ts'
import { trashContent } from '../undo.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import { createShowSkipped } from './show-skipped.ts'
import { createUndoAll } from './undo-all.ts'

/** Items trashed by the calls of an action: the operations, and the favorites among the items, the last removed first. */
interface Trashed {
  operations: readonly string[]
  favorites: readonly RemovedFavorite[]
}

/** Trash, restore, permanent deletion and emptying the trash. */
export const createTrash = (deps: ChangesDeps, runner: ActionRunner) => {
  const { api, files, sidebar, feedback, t, bytes, open, watch } = deps
  const showSkipped = createShowSkipped(deps, runner)
  const undoAll = createUndoAll({ api, watch })
  /** `target`: the rest of `whole` after an earlier call failed; `before`: items trashed until then. */
  const trash = async (target: ActionTarget, whole: ActionTarget, before: Trashed): Promise<void> => {
    const removed = target.kind === 'items' ? sidebar.removeFavorites(new Set(target.items.map(({ id }) => id))) : []
    /** Favorites among items whose call has not succeeded yet. */
    let pending = removed
    const operations = [...before.operations]
    const favorites = () => [...removed.filter((one) => !pending.includes(one)), ...before.favorites]
    // Not by the trash, which a member of a team folder does not see.
    const undo = async () => {
      const isDone = await undoAll(operations)
      sidebar.restoreFavorites(favorites())
      files.evictSection('trash')
      return isDone
    }
    await runner.run({
      target,
      call: async (targetItems) => {
        try {
          const removal = await api.trash(targetItems)
          if (removal.id) operations.push(removal.id)
          watch(removal.operation)
        } catch (error) {
          sidebar.restoreFavorites(pending)
          throw error
        }
        const done = new Set('items' in targetItems ? targetItems.items.map(({ id }) => id) : [])
        pending = pending.filter(({ favorite }) => !done.has(favorite.id))
      },
      retry: (rest) => void trash(rest, whole, { operations, favorites: favorites() }),
      notify: (running) => {
        files.evictSection('trash')
        const textOf = (what: ActionTarget) => t('storage:toast.trashed', { what: runner.targetLabel(what) })
        return runner.offer(running, {
          text: textOf(whole),
          resultText: () => textOf(completedPart(whole, target, running.done())),
          requires: new Set([trashContent]),
          revert: undo,
        })
      },
    })
  }

  /** Leaves a trashed folder that is about to be no more in the trash. */
  const leave = (target: ActionTarget) => {
    const { location, path } = target.from
    if (location.id !== null && targetIds(target).has(location.id) && files.current() === target.from)
      open({ section: 'trash', id: path.at(-1)?.id ?? null })
  }

  /** `whole` and `before`: as above, and the operations that restored the first part, as parts of one `action`. */
  const restore = async (
    target: ActionTarget,
    onConflict: OnConflict,
    whole: ActionTarget,
    { action, before }: { action: string; before: readonly CallResult[] },
  ): Promise<void> => {
    const restores = [...before]
    const undo = async () => {
      const isDone = await undoAll(restores.map(({ id }) => id))
      files.evictSection('files')
      return isDone
    }
    await runner.run({
      target,
      call: async (targetItems) => {
        const restored = await api.restore({ ...targetItems, action_id: action }, onConflict)
        restores.push(restored)
        watch(restored.operation)
      },
      retry: (rest) => void restore(rest, onConflict, whole, { action, before: restores }),
      resolve: { where: null, run: (answer, rest) => void restore(rest, answer, whole, { action, before: restores }) },
      notify: (running) => {
        files.evictSection('files')
        files.evictSection('recent')
        const { used, limit } = sidebar.state.usage ?? { used: 0, limit: null }
        // A restore needs no free quota, but the account may have been shrunk below its usage.
        const over = limit !== null && used > limit
        const textOf = (what: ActionTarget) =>
          t(over ? 'storage:toast.restoredOver' : 'storage:toast.restored', { what: runner.targetLabel(what) })
        const results = () => restores.map(({ result }) => result)
        const resultText = () => runner.withResult(textOf(completedPart(whole, target, running.done())), results())
        const withdrawOffer = runner.offer(running, { text: textOf(whole), resultText, revert: undo })
        showSkipped(whole, { sent: running.sent, results, withdrawOffer })
        return withdrawOffer
      },
    })
  }

  const actions = {
    trash: (target: ActionTarget): Promise<void> => trash(target, target, { operations: [], favorites: [] }),

    /** Restores to the original folders; what remains in the trash otherwise, to the root. */
    restore: (target: ActionTarget, onConflict: OnConflict = 'ask'): Promise<void> => {
      leave(target)
      return restore(target, onConflict, target, { action: randomUuid(), before: [] })
    },

    /** Deletes permanently after a confirmation that names count and size. */
    async destroy(target: ActionTarget): Promise<void> {
      const count = targetCount(target)
      const size = target.kind === 'items' ? targetSize(target.items) : null
      const name = target.kind === 'items' ? target.items[0]?.attributes.name : ''
      const confirmed = await feedback.confirm({
        title: t('storage:dialog.deletePermanently.title', { count, name }),
        body:
          size === null
            ? t('storage:dialog.deletePermanently.text')
            : t('storage:dialog.deletePermanently.textSize', { count, size: bytes(size) }),
        confirmLabel: t('storage:dialog.deletePermanently.confirm'),
        danger: true,
      })
      if (!confirmed) return
      leave(target)
      await runner.run({
        target,
        call: async (targetItems) => {
          const operation = await api.deletePermanently(targetItems)
          watch(operation)
          sidebar.reloadUsage()
          // Items trashed since the dialog opened are still there.
          if (!operation && target.kind === 'allExcept') void files.refreshTop()
        },
        retry: (rest) => void actions.destroy(rest),
        notify: ({ ids }) => {
          const { from } = target
          const all = target.kind === 'allExcept' && target.except.size === 0 && from.location.id === null
          runner.undo.dropPurged(all ? trashContent : ids)
          return runner.notifySuccess(t('storage:toast.deletedPermanently', { what: runner.targetLabel(target) }))
        },
      })
    },

    async emptyTrash(): Promise<void> {
      // Counting a large trash takes a while: a dialog that waited for it would miss a second click.
      const summary = api.trashSummary().catch(() => null)
      const text = summary.then((counted) =>
        counted
          ? t('storage:dialog.emptyTrash.text', { count: counted.items, size: bytes(counted.size) })
          : t('storage:dialog.deletePermanently.text'),
      )
      const confirmed = await feedback.confirm({
        title: t('storage:dialog.emptyTrash.title'),
        body: text,
        confirmLabel: t('storage:dialog.emptyTrash.confirm'),
        danger: true,
      })
      if (!confirmed) return
      let operation: Operation | null
      try {
        runner.undo.dropPurged(trashContent)
        const until = (await summary)?.until
        operation = await runner.queue.run(null, async () => watch(await api.dump(until)))
      } catch (error) {
        runner.showError(error, () => void actions.emptyTrash())
        if (isOutcomeUnknown(error)) await files.refreshQuietly()
        return
      }
      sidebar.reloadUsage()
      const folderView = files.current()
      files.evictSection('trash')
      const { section, id } = folderView.location
      if (section === 'trash' && id !== null) open({ section, id: null })
      else if (section === 'trash') {
        folderView.selection.clear()
        folderView.listing.invalidate()
        folderView.listing.keepOnly(new Set())
        if (!operation) void files.refreshTop()
      }
      runner.notifySuccess(t('storage:toast.emptied'))
    },
  }
  return actions
}
