import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { onRealtime, useFeedback, useT } from '../../../../web/ui.ts'
import { type OperationEvent, operationEvent } from '../../../operations/contract.ts'
import { useFiles } from '../context.ts'

/** ms between two looks at what runs. */
const pause = 700
const views = ['files', 'trash', 'recent'] as const

/** Follows the operations to their end, and shows then what they changed. */
export const useProgress = (): void => {
  const { api, files, sidebar, operations } = useFiles()
  const feedback = useFeedback()
  const t = useT()
  const running = useSnapshot(operations.state).list.length
  useEffect(() => {
    if (running === 0) return
    const look = async () => {
      const told = new Map((await api.operations()).map((operation) => [operation.id, operation]))
      for (const { id } of [...operations.state.list]) {
        const now = told.get(id)
        if (now?.attributes.state === 'running') {
          operations.watch(now)
          continue
        }
        operations.drop(id)
        for (const view of views) files.forgetView(view)
        sidebar.reload()
        sidebar.weigh()
        void files.refreshTop()
        const { kind, state, error } = now?.attributes ?? { kind: null, state: null, error: null }
        if (state === 'failed') feedback.toast({ kind: 'danger', text: t(`storage:error.${error}`) })
        else if (state === 'done') feedback.toast({ kind: 'success', text: t(`storage:operation.done.${kind}`) })
      }
    }
    const again = () => void look().catch(() => undefined)
    // A socket may be shut out; then there is still this.
    const timer = setInterval(again, pause)
    const off = onRealtime(operationEvent, (event: OperationEvent) => {
      if (event.state !== 'running') again()
    })
    return () => {
      clearInterval(timer)
      off()
    }
  }, [running, api, files, sidebar, operations, feedback, t])
}
