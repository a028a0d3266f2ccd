import { useEffect } from 'react'
import { formatLocale } from '../../../../shared/contract.ts'
import { formatNumber, onRealtime, type Translate, useFeedback, usePageContext, useT } from '../../../../web/ui.ts'
import {
  type LeftOut,
  type Operation,
  type OperationEvent,
  operationEvent,
  resultTexts,
} from '../../../operations/contract.ts'
import { itemCalls } from '../../client/item-calls.ts'
import { createProgress } from '../../client/operation-progress.ts'
import { needsDialog } from '../../client/operations.store.ts'
import { openLocation } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'

/** ms between two polls. */
const pollMs = 700
const views = ['files', 'trash', 'recent'] as const

/** Text of an extraction or restore that left out entries, with their number for each reason. */
const leftOutText = (isRestore: boolean, leftOut: readonly LeftOut[], t: Translate, locale: string): string => {
  const reasons = leftOut.map(({ reason, count }) =>
    t('storage:operation.leftOut.reason', {
      reason: t(`storage:operation.leftOut.${reason}`),
      number: formatNumber(count, locale),
    }),
  )
  const told = isRestore ? 'storage:operation.leftOut.restored' : 'storage:operation.leftOut.told'
  return t(told, { reasons: new Intl.ListFormat(formatLocale(locale)).format(reasons) })
}

/** Text of an ended operation, with the outcome for names that were taken. */
const endedText = ({ kind, result, left_out }: Operation['attributes'], t: Translate, locale: string): string => {
  if (left_out.length > 0 && kind !== 'import') return leftOutText(kind === 'rewind', left_out, t, locale)
  const text = t(result?.skipped ? 'storage:operation.finished' : `storage:operation.done.${kind}`)
  const outcomes = result ? resultTexts(result, t) : []
  if (outcomes.length === 0) return text
  return t('storage:conflict.result.told', { text, result: new Intl.ListFormat(formatLocale(locale)).format(outcomes) })
}

/** Follows the operations of the store and, when they end, refreshes the views that they changed. */
export const useProgress = (): void => {
  const { api, files, sidebar, operations, actions, dialogs } = useFiles()
  const feedback = useFeedback()
  const t = useT()
  const { locale } = usePageContext()
  useEffect(() => {
    const onEnded = (operation: Operation | null) => {
      for (const view of views) files.evictSection(view)
      sidebar.reload()
      sidebar.reloadUsage()
      void files.refreshTop()
      const { kind, state, error, to_id } = operation?.attributes ?? {}
      const open = () => openLocation(files, { section: 'files', id: to_id ?? null })
      const undo = (id: string) =>
        itemCalls.undo(id).then(operations.watch, (failure: unknown) => actions.showError(failure))
      /** A dialog: a toast, which goes, is not enough for what an import left out. */
      const showResult = () => {
        if (operation) dialogs.open({ name: 'imported', operation })
      }
      const actionOf = (ended: Operation | null) => {
        if (kind === 'extract' && to_id) return { action: { label: t('storage:menu.open'), onAct: open } }
        if (kind === 'import') return { action: { label: t('storage:import.details'), onAct: showResult } }
        if (kind !== 'rewind' || !ended?.attributes.undoable) return {}
        return { action: { label: t('web:kit.undo'), onAct: () => void undo(ended.id) } }
      }
      const action = actionOf(operation)
      if (state === 'failed') feedback.toast({ kind: 'danger', text: t(`storage:error.${error}`), ...action })
      else if (operation && needsDialog(operation) && !dialogs.state.dialog) showResult()
      else if (operation && state === 'done')
        feedback.toast({ kind: 'success', text: endedText(operation.attributes, t, locale), ...action })
    }
    const { poll } = createProgress({ api: { ...itemCalls, ...api }, operations, onEnded })
    const pollSafely = () => void poll().catch(() => undefined)
    // Polls, because the realtime connection may be blocked.
    const timer = setInterval(pollSafely, pollMs)
    const unsubscribe = onRealtime(operationEvent, (event: OperationEvent) => {
      if (event.state !== 'running') pollSafely()
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [api, files, sidebar, operations, actions, dialogs, feedback, t, locale])
}
