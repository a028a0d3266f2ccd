import { useState } from 'react'
import { useAction } from '../../../users/ui.ts'
import { Badge, Button, call, RelativeTime, useFeedback, useT } from '../../../web/ui.ts'
import { type AbuseReport, maxReasonLength, type ReportAction, resolveReport } from '../../contract.ts'
import { SuspendDialog } from '../users/SuspendDialog.tsx'

/** A report: the link, the reason, and the buttons that resolve it. */
export const ReportRow = ({ report }: { report: AbuseReport }) => {
  const t = useT()
  const feedback = useFeedback()
  const act = useAction()
  const { id, item_name, reason, message, email, created_at, owner, link_exists, resolution } = report
  const [suspending, setSuspending] = useState(false)
  const resolve = async (action: ReportAction, suspension: { reason?: string } = {}) => {
    const isSure =
      action !== 'close-link' ||
      (await feedback.confirm({
        title: t('admin:reports.confirm.close-link', { item: item_name }),
        confirmLabel: t(`admin:reports.action.${action}`),
        danger: true,
      }))
    if (!isSure) return
    await act(
      () => call(resolveReport, { params: { id: String(id) }, body: { action, ...suspension } }),
      t('admin:message.report-resolved'),
    )
  }
  return (
    <li data-report={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          <span className="min-w-0 break-words">{item_name}</span>
          <Badge tone="danger">{t(`sharing:report.reason.${reason}`)}</Badge>
          {!link_exists && <Badge>{t('admin:reports.gone')}</Badge>}
        </p>
        {message && <p className="mt-1 text-14 break-words whitespace-pre-line">{message}</p>}
        <p className="mt-1 text-small break-words text-muted">
          <a className="link" href={`/admin/user/${owner.id}/details`}>
            {owner.name}
          </a>{' '}
          · <RelativeTime at={created_at} />
          {email && ` · ${t('admin:reports.from', { email })}`}
        </p>
      </div>
      {resolution ? (
        <Badge tone="success">{t(`admin:reports.resolution.${resolution}`)}</Badge>
      ) : (
        <div className="flex flex-wrap gap-2">
          {link_exists && (
            <Button size="sm" onClick={() => void resolve('close-link')}>
              {t('admin:reports.action.close-link')}
            </Button>
          )}
          <Button size="sm" variant="danger" onClick={() => setSuspending(true)}>
            {t('admin:reports.action.suspend')}
          </Button>
          <Button size="sm" variant="quiet" loading={act.busy} onClick={() => void resolve('dismiss')}>
            {t('admin:reports.action.dismiss')}
          </Button>
          {suspending && (
            <SuspendDialog
              count={1}
              title={t('admin:reports.confirm.suspend', { name: owner.name })}
              given={`${t(`sharing:report.reason.${reason}`)}: ${item_name}`.slice(0, maxReasonLength)}
              onClose={() => setSuspending(false)}
              onSuspend={(given) => {
                setSuspending(false)
                void resolve('suspend', { reason: given })
              }}
            />
          )}
        </div>
      )}
    </li>
  )
}
