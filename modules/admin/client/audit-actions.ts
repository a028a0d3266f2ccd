import type { AuditAction } from '../../platform/contract.ts'
import type { Translate } from '../../web/ui.ts'
import type { AuditEntry } from '../contract.ts'

/** Action of the command line → action whose text it shares. */
const alike = {
  'settings.changed': 'admin.setting.changed',
  'users.password.set': 'users.password.changed',
} as const satisfies Partial<Record<AuditAction, AuditAction>>

const withText: Record<Exclude<AuditAction, keyof typeof alike>, true> = {
  'admin.audit.exported': true,
  'admin.job.deleted': true,
  'admin.job.retried': true,
  'admin.job.started': true,
  'admin.language.changed': true,
  'admin.language.created': true,
  'admin.language.deleted': true,
  'admin.log.downloaded': true,
  'admin.page.changed': true,
  'admin.setting.changed': true,
  'admin.users.exported': true,
  'billing.balance.credited': true,
  'billing.bill.waived': true,
  'billing.cap.changed': true,
  'billing.gateway.configured': true,
  'billing.gateways.reconciled': true,
  'billing.payment.disputed': true,
  'billing.payment.refunded': true,
  'billing.payment.rejected': true,
  'billing.payment.unneeded': true,
  'billing.plan.archived': true,
  'billing.plan.changed': true,
  'billing.plan.created': true,
  'billing.plan.removed': true,
  'billing.refund.failed': true,
  'billing.subscription.cancelled': true,
  'billing.subscription.changed': true,
  'billing.subscription.ended': true,
  'billing.subscription.resumed': true,
  'billing.subscriptions.exported': true,
  'billing.transactions.exported': true,
  'installer.completed': true,
  'platform.key.rotated': true,
  'sharing.link.changed': true,
  'sharing.link.created': true,
  'sharing.link.downloaded': true,
  'sharing.link.revoked': true,
  'sharing.report.resolved': true,
  'sharing.request.changed': true,
  'sharing.request.created': true,
  'sharing.request.revoked': true,
  'sharing.slug.freed': true,
  'sharing.unlock.failed': true,
  'storage.backup.completed': true,
  'storage.backup.failed': true,
  'storage.backup.restored': true,
  'storage.fsck.completed': true,
  'teams.folder.created': true,
  'teams.folder.dissolved': true,
  'teams.invitation.changed': true,
  'teams.invitation.withdrawn': true,
  'teams.member.joined': true,
  'teams.member.left': true,
  'teams.member.removed': true,
  'teams.permission.changed': true,
  'teams.person.invited': true,
  'users.created': true,
  'users.deleted': true,
  'users.deletion.cancelled': true,
  'users.deletion.ordered': true,
  'users.deletion.requested': true,
  'users.email.change-requested': true,
  'users.email.changed': true,
  'users.email.verified': true,
  'users.export.downloaded': true,
  'users.export.requested': true,
  'users.identity.linked': true,
  'users.identity.unlinked': true,
  'users.limits.changed': true,
  'users.passkey.created': true,
  'users.passkey.deleted': true,
  'users.password.changed': true,
  'users.password.confirmation-failed': true,
  'users.password.removed': true,
  'users.password.requested': true,
  'users.password.reset': true,
  'users.reactivated': true,
  'users.registered': true,
  'users.registration.rejected': true,
  'users.role.changed': true,
  'users.session.revoked': true,
  'users.sessions.revoked': true,
  'users.sign-in.done': true,
  'users.sign-in.failed': true,
  'users.suspended': true,
  'users.token.created': true,
  'users.token.deleted': true,
  'users.two-factor.codes-renewed': true,
  'users.two-factor.disabled': true,
  'users.two-factor.enabled': true,
  'users.two-factor.failed': true,
  'users.two-factor.recovery-code-used': true,
  'users.two-factor.reset': true,
}
/** Actions that have a text of their own. */
export const auditActions: readonly string[] = Object.keys(withText)

// i18n-keys: admin:audit.do.*
/** The text of an action; null for an action that a newer version has written. */
export const actionText = (action: string, t: Translate): string | null => {
  const name = new Map<string, string>(Object.entries(alike)).get(action) ?? action
  return auditActions.includes(name) ? t(`admin:audit.do.${name.replaceAll('.', '_')}`) : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '–' : JSON.stringify(value)

/** One line per detail; the values before and after a change share a line. */
export const detailLines = (details: AuditEntry['details']): string[] => {
  const { before, after, ...others } = details ?? {}
  const isChange = before !== undefined || after !== undefined
  return [
    ...(isChange ? [`${textOf(before)} → ${textOf(after)}`] : []),
    ...Object.entries(others).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`),
  ]
}
