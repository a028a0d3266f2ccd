import { Badge, formatBytes, RelativeTime, usePageContext, useT } from '../../../web/ui.ts'
import type { UserColumn } from '../../client/users-query.ts'
import type { AdminUser } from '../../contract.ts'
import { hasFixedPlan } from './fixed-plan.ts'
import { PlanBadge } from './PlanBadge.tsx'

/** One value of an account in the list. */
export const UserCell = ({ user, column }: { user: AdminUser; column: UserColumn }) => {
  const t = useT()
  const { locale, engine } = usePageContext()
  const { role, status, deletion_at, email_verified_at, plan, storage, created_at } = user.attributes
  switch (column) {
    case 'role':
      return <Badge tone={role === 'admin' ? 'purple' : 'neutral'}>{t(`admin:users.role.${role}`)}</Badge>
    case 'status':
      if (deletion_at) return <Badge tone="danger">{t('admin:users.status.deleting')}</Badge>
      return <Badge tone={status === 'active' ? 'success' : 'danger'}>{t(`admin:users.status.${status}`)}</Badge>
    case 'verified':
      return email_verified_at ? (
        t('admin:users.verified.yes')
      ) : (
        <Badge tone="warning">{t('admin:users.verified.no')}</Badge>
      )
    case 'plan':
      if (engine === 'fixed' || hasFixedPlan(user)) return <PlanBadge plan={plan} />
      return plan?.estimate?.formatted ?? '–'
    case 'used':
      return formatBytes(storage.used, locale)
    case 'capacity':
      return storage.capacity === null ? '–' : formatBytes(storage.capacity, locale)
    case 'created_at':
      return <RelativeTime at={created_at} />
  }
}
