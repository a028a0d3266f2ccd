import { useState } from 'react'
import { useAction } from '../../../users/ui.ts'
import { Button, formatNumber, Progress, usePageContext, useT } from '../../../web/ui.ts'
import { changeInBatches } from '../../client/change-in-batches.ts'
import type { BulkAction } from '../../contract.ts'
import { SuspendDialog } from './SuspendDialog.tsx'
import { useReportChange } from './useReportChange.ts'

interface Props {
  ids: readonly string[]
  /** How many of them the shown page does not list. */
  elsewhere: number
  /** Accounts of the whole list. */
  total: number
  onSelectAll: () => Promise<void>
  onDone: () => void
}

/** Actions on the selected accounts. They never suspend the administrator's own account. */
export const BulkBar = ({ ids, elsewhere, total, onSelectAll, onDone }: Props) => {
  const t = useT()
  const { user: me, locale } = usePageContext()
  const act = useAction()
  const reportChange = useReportChange()
  const [done, setDone] = useState<number | null>(null)
  const [suspending, setSuspending] = useState(false)
  const run = async (action: BulkAction, reason?: string) => {
    setSuspending(false)
    setDone(0)
    const others = action === 'suspend' ? ids.filter((id) => id !== me?.id) : ids
    const changed = await act(() => changeInBatches(action, others, reason, setDone))
    setDone(null)
    if (changed === null) return
    reportChange(changed, t(`admin:bulk.done.${action}`, { count: changed }), t('admin:bulk.unchanged'))
    onDone()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-brand-tint px-3 py-2 sm:px-4">
      <p role="status" className="me-auto text-14 font-medium">
        {t('admin:bulk.selected', { count: ids.length })}
        {elsewhere > 0 && (
          <span className="font-normal text-muted">
            {' '}
            · {t('admin:bulk.elsewhere', { number: formatNumber(elsewhere, locale) })}
          </span>
        )}
      </p>
      {ids.length < total && (
        <Button size="sm" variant="quiet" disabled={done !== null} onClick={() => void act(onSelectAll)}>
          {t('admin:bulk.selectAll', { count: total })}
        </Button>
      )}
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
