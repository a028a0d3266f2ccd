import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button, call, errorToast, useFeedback, useT } from '../../../web/ui.ts'
import { startMaintenance } from '../../contract.ts'

interface Props {
  job: 'backup' | 'fsck'
  isActive: boolean
  onStarted(): Promise<void>
}

/** Starts a backup or a check of files; busy while it runs. */
export const StartJobButton = ({ job, isActive, onStarted }: Props) => {
  const t = useT()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      feedback.toast({ kind: 'success', text: (await call(startMaintenance, { params: { job } })).message })
      await onStarted()
    } catch (error) {
      feedback.toast(errorToast(error, t))
    } finally {
      setBusy(false)
    }
  }
  if (isActive)
    return (
      <p role="status" className="text-small text-muted">
        {t('admin:health.running')}
      </p>
    )
  return (
    <Button
      size="sm"
      icon={Play}
      loading={busy}
      aria-label={t('admin:health.runNowLabel', { name: t(`admin:health.${job}.title`) })}
      onClick={() => void start()}
    >
      {t('admin:health.runNow')}
    </Button>
  )
}
