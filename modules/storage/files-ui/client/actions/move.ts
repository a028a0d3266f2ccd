import { type ConflictResult, sumOfResults } from '../../../operations/contract.ts'
import type { Item, OnConflict } from '../../../tree/contract.ts'
import { isFlatSection, randomUuid } from '../../../tree/ui.ts'
import { type ActionTarget, completedPart, targetCount, targetSize } from '../selection-target.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import { createShowSkipped } from './show-skipped.ts'
import { createUndoAll } from './undo-all.ts'

/** Target folder of a move or copy; null is the root. */
export type TargetFolder = { id: string; name: string } | null

/** Items that are in the folder already come first, so that a later call numbers others of their names. */
const placedFirst = (target: ActionTarget, folder: string | null): ActionTarget => {
  if (target.kind !== 'items') return target
  const isPlaced = ({ attributes }: Item) => Number(attributes.parent_id === folder)
  return { ...target, items: target.items.toSorted((a, b) => isPlaced(b) - isPlaced(a)) }
}

export const createMove = (deps: ChangesDeps, runner: ActionRunner) => {
  const { api, files, t, watch } = deps
  const showSkipped = createShowSkipped(deps, runner)
  const where = (to: TargetFolder) => to?.name ?? t('storage:page.files')
  const undoAll = createUndoAll({ api, watch })
  /** `before`: the operations that moved the first part of `whole`, as parts of one action. */
  const run = async (
    target: ActionTarget,
    to: TargetFolder,
    onConflict: OnConflict,
    whole: ActionTarget,
    before: { action: string; moves: readonly string[]; results: readonly ConflictResult[]; grown: number },
  ): Promise<void> => {
    const count = targetCount(target)
    const bytes = target.kind === 'items' ? targetSize(target.items) : null
    const id = to?.id ?? null
    const from = target.from.location.id
    const parents = whole.kind === 'items' ? whole.items.map(({ attributes }) => attributes.parent_id) : [from]
    const { action } = before
    const moves = [...before.moves]
    const results = [...before.results]
    /** Items by which the whole has grown the folder's shown count. */
    let { grown } = before
    const goOn = (rest: ActionTarget, answer: OnConflict) =>
      void run(rest, to, answer, whole, { action, moves, results, grown })
    // The server restores the names that it had to change.
    const undoMoves = async () => {
      const isDone = await undoAll(moves)
      for (const parent of new Set(parents)) files.evict({ section: 'files', id: parent })
      return isDone
    }
    await runner.run({
      target,
      call: async (targetItems) => {
        const answer = await api.move({ ...targetItems, action_id: action }, id, onConflict)
        moves.push(answer.id)
        results.push(answer.result)
        watch(answer.operation)
      },
      retry: (rest) => goOn(rest, onConflict),
      resolve: { where: where(to), run: (answer, rest) => goOn(rest, answer) },
      notify: (running) => {
        grown += count
        runner.adjustFolderTotals(id, count, bytes)
        files.evict({ section: 'files', id })
        // A moved file stays in the list of recent uploads.
        if (isFlatSection(target.from.location.section)) running.rollBack()
        const textOf = (what: ActionTarget) =>
          t('storage:toast.moved', { what: runner.targetLabel(what), where: where(to) })
        const text = textOf(whole)
        const shrink = (by: number) => {
          const left = Math.min(by, grown)
          grown -= left
          if (left > 0) runner.adjustFolderTotals(id, -left, left === count && bytes !== null ? -bytes : null)
        }
        const shrinkByRest = () => {
          const { skipped, merged, replaced } = sumOfResults(results.slice(before.results.length))
          shrink(count - targetCount(running.done()) + skipped + merged + replaced)
        }
        running.sent.then(shrinkByRest, () => shrink(count))
        const requires = new Set([id, ...parents].filter((folder) => folder !== null))
        const undo = async () => {
          const isDone = await undoMoves()
          shrink(grown)
          files.evict({ section: 'files', id })
          return isDone
        }
        const withdrawOffer = runner.offer(running, {
          text,
          requires,
          revert: undo,
          resultText: () => runner.withResult(textOf(completedPart(whole, target, running.done())), results),
        })
        showSkipped(whole, { sent: running.sent, results: () => results, withdrawOffer })
        return withdrawOffer
      },
    })
  }
  return (target: ActionTarget, to: TargetFolder, onConflict: OnConflict = 'ask'): Promise<void> => {
    const ordered = placedFirst(target, to?.id ?? null)
    return run(ordered, to, onConflict, ordered, { action: randomUuid(), moves: [], results: [], grown: 0 })
  }
}
