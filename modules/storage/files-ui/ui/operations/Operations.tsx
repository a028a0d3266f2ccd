import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'

const OperationRows = lazyComponent(async () => (await import('./OperationRows.tsx')).default)
/** Delay in ms before running operations are loaded, because the first paint does not need them. */
const restoreDelayMs = 1_500

/** Progress of bulk operations above the list. */
export const Operations = () => {
  const { operations } = useFiles()
  const some = useSnapshot(operations.state).list.length > 0
  useEffect(() => {
    const timer = setTimeout(() => operations.restore().catch(() => undefined), restoreDelayMs)
    return () => clearTimeout(timer)
  }, [operations])
  return some ? <OperationRows /> : null
}
