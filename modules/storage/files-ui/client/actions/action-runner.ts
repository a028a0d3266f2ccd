import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import {
  type ConflictAnswer,
  type ConflictResult,
  nameConflictOf,
  resultTexts,
  sumOfResults,
} from '../../../operations/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import type { TargetItemsBody } from '../item-calls.ts'
import { insertRows, type RemovedRows, takeRows } from '../remove-from-views.ts'
import { type ActionTarget, partByCalls, targetCalls, targetCount, targetIds } from '../selection-target.ts'
import type { UndoStep } from '../undo.ts'
import type { ChangesDeps } from './deps.ts'
import { withBadgesOf } from './item-changes.ts'
import { actionOutcomeOf } from './outcome.ts'
import type { AffectedItems } from './serial-queue.ts'

/** State of a running action, as `notify` receives it. */
interface RunningAction {
  /** Ids of the target items that are loaded. */
  ids: ReadonlySet<string>
  /** Items whose calls the queue serializes with this one. */
  affected: AffectedItems
  /** Inserts the removed rows again. */
  rollBack: () => void
  /** Settles when the calls have ended; rejects only when none has succeeded. */
  sent: Promise<void>
  /** Items of the calls that succeeded: the target, or its beginning after a later call failed. */
  done: () => ActionTarget
}

/** An undo offer for an action. */
interface UndoOffer {
  text: string
  requires?: ReadonlySet<string>
  /** The text once the call has succeeded, when it knows more. */
  resultText?: () => string
  /** Reverts the action on the server, after the action's own call. False when that goes on in the background. */
  revert: () => Promise<boolean>
}

/** An action whose rows disappear at once. The call follows; an error rolls everything back. */
interface OptimisticAction {
  target: ActionTarget
  call: (targetItems: TargetItemsBody) => Promise<unknown>
  /** Reports success at once. Returns a function that withdraws the report. */
  notify: (running: RunningAction) => () => void
  /** Retry handler for the error toast, for the rest of the target. */
  retry: (rest: ActionTarget) => void
  /** Runs the action for the rest of the target, with the answer about names that are taken. */
  resolve?: { where: string | null; run: (answer: ConflictAnswer, rest: ActionTarget) => void }
}

const once = (fn: () => void): (() => void) => {
  let called = false
  return () => {
    if (!called) fn()
    called = true
  }
}

/** Runs optimistic actions: rows, call queue, error toasts and undo offers. */
export const createActionRunner = ({
  files,
  sidebar,
  feedback,
  t,
  askConflict,
  list,
  undo,
  queue,
  showError,
}: ChangesDeps) => {
  /** Rows that running actions have removed: changes of their items that end meanwhile apply to them. */
  const removed = new Set<RemovedRows>()
  const removedRow = (id: string) =>
    [...removed].flatMap(({ placed }) => placed).find(({ item }) => item.id === id)?.item
  /** The item as the open view shows it, other views may be stale; else as a running action has removed it. */
  const shownItem = (id: string): Item | undefined =>
    [files.current(), ...files.all()]
      .map(({ listing, root }) => listing.find(id) ?? (root?.id === id ? root : undefined))
      .find((found) => found) ?? removedRow(id)

  /** Removes the target's rows from all listings. `rollBack` inserts them again, `end` tells that the calls have ended. */
  const removeOptimistically = (target: ActionTarget): { rollBack: () => void; end: () => void } => {
    const { listing, selection } = target.from
    selection.clear()
    listing.invalidate()
    if (target.kind === 'allExcept') {
      listing.keepOnly(target.except)
      selection.rowsRemoved([])
      return { rollBack: () => void files.refreshQuietly(target.from), end: () => undefined }
    }
    const rows = takeRows(files.all(), targetIds(target))
    for (const one of rows) removed.add(one)
    return {
      rollBack: () => insertRows(rows),
      end: () => {
        for (const one of rows) removed.delete(one)
      },
    }
  }

  const send = async (
    target: ActionTarget,
    call: (targetItems: TargetItemsBody) => Promise<unknown>,
    onDone?: () => void,
  ): Promise<void> => {
    for (const targetItems of targetCalls(target)) {
      await call(targetItems)
      onDone?.()
    }
  }

  return {
    undo,
    showError,
    queue,
    shownItem,
    /** Reads the open view again when a change may have been made and only its response was lost. */
    readIfUnknown: async (error: unknown): Promise<void> => {
      if (isOutcomeUnknown(error)) await files.refreshQuietly()
    },
    /** Runs an action to its end. */
    run: async ({ target, call, notify, retry, resolve }: OptimisticAction): Promise<void> => {
      const ids = targetIds(target)
      const outcome = actionOutcomeOf(target, files.current(), files.all())
      undo.invalidate(ids)
      const removal = removeOptimistically(target)
      const rollBack = once(removal.rollBack)
      const affected: AffectedItems = target.kind === 'allExcept' ? null : ids
      const finished = () => {
        files.actionFinished(target.from)
        if (target.kind === 'allExcept' || target.items.some(({ type }) => type === 'folder')) sidebar.reload()
      }
      let calls = 0
      const sending = queue.run(affected, () => send(target, call, () => (calls += 1))).finally(removal.end)
      const sent = sending.catch((error: unknown) => {
        if (calls === 0) throw error
      })
      const withdrawOffer = notify({ ids, affected, rollBack, sent, done: () => partByCalls(target, 0, calls) })
      try {
        await sending
      } catch (error) {
        rollBack()
        // Calls that succeeded stay undoable. Only the server knows which rows are left.
        if (calls === 0) withdrawOffer()
        const isUnknown = isOutcomeUnknown(error)
        if (isUnknown) await files.refreshQuietly(outcome.view)
        else if (calls > 0) files.retry()
        const rest = isUnknown ? outcome.unfinished(partByCalls(target, calls)) : partByCalls(target, calls)
        // Only the response was lost.
        if (isUnknown && targetCount(rest) === 0) return finished()
        const goOn = (next: (rest: ActionTarget) => void) => {
          withdrawOffer()
          next(rest)
        }
        const conflict = nameConflictOf(error)
        const asked = conflict && resolve ? askConflict(conflict, resolve.where) : null
        if (!asked) return showError(error, () => goOn(retry))
        const answer = await asked
        if (answer) goOn((rest) => resolve?.run(answer, rest))
        return
      }
      finished()
    },
    /** Offers to undo an action. Returns a function that withdraws the offer. */
    offer: (
      { ids, affected, rollBack, sent }: RunningAction,
      { text, requires, resultText, revert }: UndoOffer,
    ): (() => void) => {
      let undone = false
      const stepOf = (shown: string): UndoStep => ({
        text: shown,
        ids,
        ...(requires && { requires }),
        undo: async () => {
          undone = true
          rollBack()
          let isDone = false
          try {
            isDone = await queue.run(affected, () => sent.then(revert))
          } catch (error) {
            showError(error)
            files.retry()
            return false
          }
          sidebar.reload()
          // While another call is queued, the server's listing is older than the one shown.
          if (!queue.busy(affected)) void files.refreshTop()
          return isDone
        },
      })
      let withdraw = undo.offer(stepOf(text))
      const reportResult = () => {
        const result = resultText?.() ?? text
        if (undone || result === text) return
        withdraw()
        withdraw = undo.offer(stepOf(result))
      }
      // The caller handles a failed call.
      sent.then(reportResult, () => undefined)
      return () => withdraw()
    },
    /** The text, followed by the outcome for names that were taken. */
    withResult: (text: string, results: readonly ConflictResult[]): string => {
      const outcomes = resultTexts(sumOfResults(results), t)
      return outcomes.length > 0 ? t('storage:conflict.result.told', { text, result: list(outcomes) }) : text
    },
    /** Shows a success toast. Returns a function that dismisses it. */
    notifySuccess: (text: string): (() => void) => {
      const id = feedback.toast({ kind: 'success', text })
      return () => feedback.dismiss(id)
    },
    /** “report.pdf” or “3 items”, for use inside a sentence. */
    targetLabel: (target: ActionTarget): string =>
      target.kind === 'items' && target.items.length === 1
        ? t('storage:toast.quoted', { name: target.items[0]?.attributes.name })
        : t('storage:toast.items', { count: targetCount(target) }),
    /** Adds to the item count of a folder, and to its size in bytes where both are known. */
    adjustFolderTotals: (id: string | null, by: number, bytes: number | null): void => {
      if (!id) return
      for (const { listing } of files.all()) {
        const folder = listing.find(id)
        if (!folder) continue
        const items = Math.max(0, folder.attributes.items + by)
        const before = folder.attributes.size
        const size = before === null || bytes === null ? null : Math.max(0, before + bytes)
        listing.edit({ ...folder, attributes: { ...folder.attributes, items, size } })
      }
    },
    /** Replaces an item wherever it is shown. */
    replaceItem: (item: Item): void => {
      const { name, color, emoji } = item.attributes
      for (const { placed } of removed)
        for (const row of placed) if (row.item.id === item.id) row.item = withBadgesOf(row.item, item)
      for (const folderView of files.all()) {
        const row = folderView.listing.find(item.id)
        if (row) folderView.listing.edit(withBadgesOf(row, item))
        if (folderView.root?.id === item.id) folderView.root = withBadgesOf(folderView.root, item)
        folderView.path = folderView.path.map((ref) => (ref.id === item.id ? { ...ref, name, color, emoji } : ref))
        folderView.listing.state.version += 1
      }
      if (item.type === 'folder') sidebar.updateFolder(item)
    },
  }
}

export type ActionRunner = ReturnType<typeof createActionRunner>
