import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import type { ConflictResult, Operation } from '../../../operations/contract.ts'
import { nameConflictOf } from '../../../operations/contract.ts'
import type { Item, OnConflict } from '../../../tree/contract.ts'
import { randomUuid } from '../../../tree/ui.ts'
import { removeLoadedRows } from '../folder-view.ts'
import type { TargetItemsBody } from '../item-calls.ts'
import { type ActionTarget, targetCalls, targetCount } from '../selection-target.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import type { TargetFolder } from './move.ts'

/** One call: the items to copy and the target folder. */
interface Part {
  targetItems: TargetItemsBody
  to: string | null
}

const partsOf = (target: ActionTarget, to: string | null): Part[] => {
  const action_id = randomUuid()
  return targetCalls(target).map((targetItems) => ({ targetItems: { ...targetItems, action_id }, to }))
}

/** One part per parent folder, because search results and recent uploads come from many folders. */
const beside = (target: ActionTarget): Part[] =>
  target.kind === 'allExcept'
    ? partsOf(target, target.from.location.id)
    : Array.from(Map.groupBy(target.items, ({ attributes }) => attributes.parent_id)).flatMap(([parent, items]) =>
        partsOf({ ...target, items }, parent),
      )

/** Whether all copies come into the folder of their originals, where they always get a number. */
const isBeside = (target: ActionTarget, to: string | null): boolean =>
  target.kind === 'items'
    ? target.items.every(({ attributes }) => attributes.parent_id === to)
    : target.from.location.id === to

/** The copies are shown after the response, because the server chooses their names. */
export const createCopy = ({ api, files, sidebar, t, watch, askConflict }: ChangesDeps, runner: ActionRunner) => {
  const stop = async ({ id }: Operation): Promise<void> => {
    const stopped = await api.stop(id)
    // A cancelled operation leaves nothing to undo.
    watch(stopped.attributes.state === 'cancelled' ? stopped : await api.undo(id))
  }

  const run = async (
    target: ActionTarget,
    parts: readonly Part[],
    onConflict: OnConflict,
    textOf: (what: string) => string,
  ): Promise<readonly Item[]> => {
    const answered = runner.undo.announce()
    const created: Item[] = []
    const operations: Operation[] = []
    const copies: string[] = []
    const results: ConflictResult[] = []
    let done = 0
    const shown = (refresh = files.refreshTop) => {
      for (const { to } of parts) files.evict({ section: 'files', id: to })
      files.evictSection('recent')
      sidebar.reload()
      sidebar.reloadUsage()
      return refresh()
    }
    try {
      await runner.queue.run(null, async () => {
        for (const { targetItems, to } of parts) {
          const answer = await api.copy(targetItems, to, onConflict)
          done += 1
          results.push(answer.result)
          if (!answer.operation) copies.push(answer.id)
          created.push(...answer.items)
          if (answer.operation) operations.push(watch(answer.operation))
        }
      })
    } catch (error) {
      if (done === 0) answered(null)
      const rest = (choice: OnConflict) => run(target, parts.slice(done), choice, textOf)
      const conflict = nameConflictOf(error)
      const asked = conflict && askConflict(conflict, null)
      const choice = await asked
      const isUnknown = isOutcomeUnknown(error)
      // A retry after a lost response would copy twice.
      if (!asked) runner.showError(error, isUnknown ? undefined : () => void rest(onConflict))
      if (isUnknown) await shown(files.refreshQuietly)
      if (done === 0) return choice ? rest(choice) : []
      if (choice) void rest(choice)
    }
    const ids = new Set(created.map(({ id }) => id))
    const undo = async () => {
      let isUndone = true
      for (const folderView of files.all()) removeLoadedRows(folderView, ids)
      try {
        await runner.queue.run(ids, async () => {
          for (const id of copies.toReversed()) await api.undo(id)
          for (const operation of operations) await stop(operation)
        })
      } catch (error) {
        runner.showError(error)
        isUndone = false
      }
      files.evictSection('trash')
      await shown()
      return isUndone
    }
    const all = created.length === targetCount(target)
    const what = all ? runner.targetLabel(target) : t('storage:toast.items', { count: created.length })
    const text = operations.length > 0 ? t('storage:operation.running.copy') : runner.withResult(textOf(what), results)
    answered({ text, ids, requires: new Set(parts.flatMap(({ to }) => to ?? [])), undo })
    await shown()
    return created
  }

  /** Clears the selection as the action begins: items selected while the call runs stay selected. */
  const begin: typeof run = (target, ...rest) => {
    target.from.selection.clear()
    return run(target, ...rest)
  }

  return {
    /** Copies into a folder; null is the root. Resolves with the copies that exist by then. */
    copy: (target: ActionTarget, to: TargetFolder): Promise<readonly Item[]> =>
      begin(target, partsOf(target, to?.id ?? null), isBeside(target, to?.id ?? null) ? 'keep-both' : 'ask', (what) =>
        t('storage:toast.copied', { what, where: to?.name ?? t('storage:page.files') }),
      ),
    /** Copies next to the originals. */
    duplicate: (target: ActionTarget): Promise<readonly Item[]> =>
      begin(target, beside(target), 'keep-both', (what) => t('storage:toast.duplicated', { what })),
  }
}
