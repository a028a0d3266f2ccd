import { useState } from 'react'
import { ActionButton, useAction } from '../../../../users/ui.ts'
import { Button, Card, call, useNow, usePageContext, useT } from '../../../../web/ui.ts'
import { type BulkAction, changeUsers, keepUser, verifyUser } from '../../../contract.ts'
import { ActionRow } from '../../ActionRow.tsx'
import type { UserPageData } from '../AdminUserLayout.tsx'
import { isDeletionDue } from '../is-deletion-due.ts'
import { SuspendDialog } from '../SuspendDialog.tsx'
import { useReportChange } from '../useReportChange.ts'

/** Card with the account's status (active or suspended) and its verification, with the actions that change them. */
export const StatusCard = ({ user: { id, attributes, meta } }: UserPageData) => {
  const t = useT()
  const { user: me } = usePageContext()
  const act = useAction()
  const keeping = useAction()
  const reportChange = useReportChange()
  const now = useNow()
  const [suspending, setSuspending] = useState(false)
  const isSuspended = attributes.status === 'suspended'
  const verified = attributes.email_proven_at !== null
  /** The shown status may be outdated: another administrator or the deletion of the account may have changed it. */
  const change = async (body: { action: BulkAction; reason?: string }, doneText: string) => {
    const answer = await act(() => call(changeUsers, { body: { ...body, ids: [id] } }))
    if (answer) reportChange(answer.data.changed, doneText, t('admin:user.status.unchanged'))
  }
  const reactivate = () => change({ action: 'reactivate' }, t('admin:user.status.reactivated'))
  const suspend = async (reason: string) => {
    setSuspending(false)
    await change({ action: 'suspend', reason }, t('admin:user.status.suspended'))
  }
  const keep = async () => {
    const answer = await keeping(() => call(keepUser, { params: { id } }))
    if (answer) reportChange(answer.data.changed, t('admin:user.status.kept'), t('admin:user.status.unchanged'))
  }
  const isOther = me?.id !== id && !isDeletionDue(attributes.deletion_at, now)
  return (
    <Card title={t('admin:user.status.title')} flush>
      <ul className="divide-y divide-line">
        <ActionRow
          title={t(verified ? 'admin:user.status.verified' : 'admin:user.status.unverified')}
          text={attributes.email}
        >
          {!verified && (
            <ActionButton run={() => call(verifyUser, { params: { id } })} doneText={t('admin:message.user-verified')}>
              {t('admin:user.status.verify')}
            </ActionButton>
          )}
        </ActionRow>
        {isOther && (
          <ActionRow
            title={t(isSuspended ? 'admin:user.status.isSuspended' : 'admin:user.status.isActive')}
            text={t(isSuspended ? 'admin:user.status.suspendedText' : 'admin:user.status.activeText')}
          >
            {isSuspended ? (
              <Button loading={act.busy} onClick={reactivate}>
                {t('admin:user.status.reactivate')}
              </Button>
            ) : (
              <Button variant="danger" onClick={() => setSuspending(true)}>
                {t('admin:user.status.suspend')}
              </Button>
            )}
          </ActionRow>
        )}
        {isOther && !meta.deletion_ordered && (attributes.deletion_at !== null || meta.deletion_waits) && (
          <ActionRow title={t('admin:user.status.leaving')} text={t('admin:user.status.leavingText')}>
            <Button loading={keeping.busy} onClick={keep}>
              {t('admin:user.status.keep')}
            </Button>
          </ActionRow>
        )}
      </ul>
      {suspending && <SuspendDialog count={1} onClose={() => setSuspending(false)} onSuspend={suspend} />}
    </Card>
  )
}
