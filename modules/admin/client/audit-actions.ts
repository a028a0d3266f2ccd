import type { Translate } from '../../web/ui.ts'
import type { AuditEntry } from '../contract.ts'

/** Actions that have a text. */
export const auditActions = [
  'admin.audit.exported',
  'admin.job.deleted',
  'admin.job.retried',
  'admin.job.started',
  'admin.language.changed',
  'admin.language.created',
  'admin.language.deleted',
  'admin.log.downloaded',
  'admin.page.changed',
  'admin.setting.changed',
  'admin.users.exported',
  'billing.balance.credited',
  'billing.cap.changed',
  'billing.gateway.configured',
  'billing.gateways.reconciled',
  'billing.payment.disputed',
  'billing.payment.refunded',
  'billing.payment.rejected',
  'billing.plan.archived',
  'billing.plan.changed',
  'billing.plan.created',
  'billing.plan.removed',
  'billing.refund.failed',
  'billing.subscription.cancelled',
  'billing.subscription.changed',
  'billing.subscription.resumed',
  'billing.subscriptions.exported',
  'billing.transactions.exported',
  'installer.completed',
  'platform.key.rotated',
  'sharing.link.changed',
  'sharing.link.created',
  'sharing.link.downloaded',
  'sharing.link.revoked',
  'sharing.report.resolved',
  'sharing.request.changed',
  'sharing.request.created',
  'sharing.request.revoked',
  'sharing.unlock.failed',
  'storage.backup.completed',
  'storage.backup.failed',
  'storage.backup.restored',
  'storage.fsck.completed',
  'teams.folder.created',
  'teams.folder.dissolved',
  'teams.invitation.changed',
  'teams.invitation.withdrawn',
  'teams.member.joined',
  'teams.member.left',
  'teams.member.removed',
  'teams.permission.changed',
  'teams.person.invited',
  'users.created',
  'users.deleted',
  'users.deletion.cancelled',
  'users.deletion.ordered',
  'users.deletion.requested',
  'users.email.change-requested',
  'users.email.changed',
  'users.email.verified',
  'users.export.downloaded',
  'users.export.requested',
  'users.identity.linked',
  'users.identity.unlinked',
  'users.limits.changed',
  'users.passkey.created',
  'users.passkey.deleted',
  'users.password.changed',
  'users.password.confirmation-failed',
  'users.password.removed',
  'users.password.requested',
  'users.password.reset',
  'users.reactivated',
  'users.registered',
  'users.registration.rejected',
  'users.role.changed',
  'users.session.revoked',
  'users.sessions.revoked',
  'users.sign-in.done',
  'users.sign-in.failed',
  'users.suspended',
  'users.token.created',
  'users.token.deleted',
  'users.two-factor.codes-renewed',
  'users.two-factor.disabled',
  'users.two-factor.enabled',
  'users.two-factor.failed',
  'users.two-factor.recovery-code-used',
  'users.two-factor.reset',
] as const

/** Actions of the command line, with the texts of those they are like. */
const alike: Record<string, string> = {
  'settings.changed': 'admin.setting.changed',
  'users.password.set': 'users.password.changed',
}

// i18n-keys: admin:audit.do.*
/** What an action is called; null for one that a newer version has written. */
export const actionText = (action: string, t: Translate): string | null => {
  const name = alike[action] ?? action
  const isKnown = auditActions.some((known) => known === name)
  return isKnown ? t(`admin:audit.do.${name.replaceAll('.', '_')}`) : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '–' : JSON.stringify(value)

/** One line for each detail; what was changed from one value to another is in the same line. */
export const detailLines = (details: AuditEntry['details']): string[] => {
  const { before, after, ...others } = details ?? {}
  const isChange = before !== undefined || after !== undefined
  return [
    ...(isChange ? [`${textOf(before)} → ${textOf(after)}`] : []),
    ...Object.entries(others).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`),
  ]
}
