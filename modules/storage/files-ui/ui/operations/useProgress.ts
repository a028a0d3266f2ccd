import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { onRealtime, type Translate, useFeedback, usePageContext, useT } from '../../../../web/ui.ts'
import { type Operation, type OperationEvent, operationEvent, resultTexts } from '../../../operations/contract.ts'
import { useFiles } from '../context.ts'

/** ms between two polls. */
const pollMs = 700
const views = ['files', 'trash', 'recent'] as const

/** What has been done, and what about names that were taken. */
const endedText = ({ kind, result }: Operation['attributes'], t: Translate, locale: string): string => {
  const text = t(result?.skipped ? 'storage:operation.finished' : `storage:operation.done.${kind}`)
  const told = result ? resultTexts(result, t) : []
  if (told.length === 0) return text
  return t('storage:conflict.result.told', { text, result: new Intl.ListFormat(locale).format(told) })
}

/** Follows running operations and refreshes what they changed when they end. */
export const useProgress = (): void => {
  const { api, files, sidebar, operations } = useFiles()
  const feedback = useFeedback()
  const t = useT()
  const { locale } = usePageContext()
  const running = useSnapshot(operations.state).list.length
  useEffect(() => {
    if (running === 0) return
    const poll = async () => {
      const byId = new Map((await api.operations()).map((operation) => [operation.id, operation]))
      for (const { id } of [...operations.state.list]) {
        const now = byId.get(id)
        if (now?.attributes.state === 'running') {
          operations.watch(now)
          continue
        }
        operations.drop(id)
        for (const view of views) files.evictSection(view)
        sidebar.reload()
        sidebar.reloadUsage()
        void files.refreshTop()
        if (!now) continue
        const { state, error } = now.attributes
        if (state === 'failed') feedback.toast({ kind: 'danger', text: t(`storage:error.${error}`) })
        else if (state === 'done') feedback.toast({ kind: 'success', text: endedText(now.attributes, t, locale) })
      }
    }
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
  }, [running, api, files, sidebar, operations, feedback, t, locale])
}
