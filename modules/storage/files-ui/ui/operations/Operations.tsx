import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'

const OperationRows = lazyComponent(async () => (await import('./OperationRows.tsx')).default)
/** ms after which a page asks for what still runs from before: nothing a person waits for at first. */
const restoreAfter = 1_500

/** Progress of large deeds, above the list; nothing while there are none. */
export const Operations = () => {
  const { operations } = useFiles()
  const some = useSnapshot(operations.state).list.length > 0
  useEffect(() => {
    const timer = setTimeout(() => operations.restore().catch(() => undefined), restoreAfter)
    return () => clearTimeout(timer)
  }, [operations])
  return some ? <OperationRows /> : null
}
