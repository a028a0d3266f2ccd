import { useState } from 'react'
import { useAction } from '../../../users/ui.ts'
import { Button, Progress, useFeedback, useT } from '../../../web/ui.ts'
import { changeInBatches } from '../../client/bulk.ts'
import type { BulkAction } from '../../contract.ts'
import { SuspendDialog } from './SuspendDialog.tsx'

/** Actions on the selected accounts. */
export const BulkBar = ({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) => {
  const t = useT()
  const act = useAction()
  const feedback = useFeedback()
  const [done, setDone] = useState<number | null>(null)
  const [suspending, setSuspending] = useState(false)
  const run = async (action: BulkAction, reason?: string) => {
    setSuspending(false)
    setDone(0)
    const changed = await act(() => changeInBatches(action, ids, reason, setDone))
    setDone(null)
    if (changed === null) return
    feedback.toast({ kind: 'success', text: t(`admin:bulk.done.${action}`, { count: changed }) })
    onDone()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-brand-tint px-3 py-2 sm:px-4">
      <p role="status" className="me-auto text-14 font-medium">
        {t('admin:bulk.selected', { count: ids.length })}
      </p>
      {done !== null && <Progress label={t('admin:bulk.progress')} value={done} max={ids.length} className="w-40" />}
      <Button size="sm" disabled={done !== null} onClick={() => void run('verify')}>
        {t('admin:bulk.verify')}
      </Button>
      <Button size="sm" disabled={done !== null} onClick={() => void run('reactivate')}>
        {t('admin:bulk.reactivate')}
      </Button>
      <Button size="sm" variant="danger" disabled={done !== null} onClick={() => setSuspending(true)}>
        {t('admin:bulk.suspend')}
      </Button>
      <Button size="sm" variant="quiet" disabled={done !== null} onClick={onDone}>
        {t('admin:bulk.clear')}
      </Button>
      {suspending && (
        <SuspendDialog
          count={ids.length}
          onClose={() => setSuspending(false)}
          onSuspend={(reason) => void run('suspend', reason)}
        />
      )}
    </div>
  )
}
