import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type PlanSyncResult, synchronizePlans } from '../../../billing/contract.ts'
import { apiErrorText } from '../../../users/ui.ts'
import { Button, CallError, call, errorToast, reloadPage, useFeedback, usePageContext, useT } from '../../../web/ui.ts'

/** A quick synchronisation shows no dialog. */
const progressDelayMs = 300

/** Brings the plans of the payment services up to date, and says which of them failed. */
export const SyncPlansButton = () => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const show = async (results: PlanSyncResult[]) => {
    const failed = results.filter((result) => result.failed > 0)
    if (results.length === 0)
      return feedback.alert({ title: t('admin:sync.nowhere'), body: t('admin:sync.nowhereText') })
    if (failed.length === 0) return feedback.toast({ kind: 'success', text: t('admin:sync.done') })
    const lines = failed.map(({ gateway, failed: count, reason }) =>
      t('admin:sync.failedAt', { service: t(`admin:billing.driver.${gateway}`), count, reason: reason ?? '' }),
    )
    return feedback.alert({
      title: t('admin:sync.failed'),
      body: lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    })
  }
  const run = async () => {
    setBusy(true)
    let close = () => {}
    const timer = setTimeout(() => {
      close = feedback.processing({ title: t('admin:sync.running'), body: t('admin:sync.runningText') })
    }, progressDelayMs)
    try {
      const { data } = await call(synchronizePlans)
      clearTimeout(timer)
      close()
      setBusy(false)
      await reloadPage()
      await show(data)
    } catch (error) {
      clearTimeout(timer)
      close()
      if (!(error instanceof CallError)) throw error
      feedback.toast(errorToast(error, t, apiErrorText(error, t, locale)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={RefreshCw} loading={busy} onClick={() => void run()}>
      {t('admin:sync.start')}
    </Button>
  )
}
