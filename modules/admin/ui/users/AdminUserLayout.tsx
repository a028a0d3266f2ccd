import type { ReactNode } from 'react'
import {
  Avatar,
  Badge,
  Callout,
  formatDateTime,
  PageTabs,
  useData,
  useNow,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import type { AdminUserDetails } from '../../contract.ts'
import { AdminLayout } from '../AdminLayout.tsx'
import { hasFixedPlan } from './fixed-plan.ts'
import { isDeletionDue } from './is-deletion-due.ts'
import { PlanBadge } from './PlanBadge.tsx'

export interface UserPageData {
  user: AdminUserDetails
}

const tabs = ['details', 'storage', 'subscription', 'password', 'delete'] as const

/** Layout of the pages of one account: its name above, then the tabs. */
export const AdminUserLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const { engine } = usePageContext()
  const { user } = useData<UserPageData>()
  const isFixed = hasFixedPlan(user)
  const shown = tabs.filter((tab) => tab !== 'subscription' || engine !== 'none' || isFixed)
  const { name, email, avatar, color, role, plan } = user.attributes
  return (
    <AdminLayout narrow>
      <a href="/admin/users" className="self-start text-14 text-muted">
        {t('admin:user.back')}
      </a>
      <div className="flex min-w-0 items-center gap-4">
        <Avatar image={avatar} name={name} email={email} color={color} size={56} />
        <div className="flex min-w-0 flex-col items-start">
          <div className="flex max-w-full flex-wrap items-center gap-2">
            <h1 className="flex max-w-full flex-wrap items-center gap-2 text-20 font-semibold outline-none">
              <span className="bidi-plaintext min-w-0 truncate">{name}</span>
              <Badge tone={role === 'admin' ? 'purple' : 'neutral'}>{t(`admin:users.role.${role}`)}</Badge>
            </h1>
            {(engine === 'fixed' || isFixed) && <PlanBadge plan={plan} />}
          </div>
          <p className="bidi-plaintext max-w-full truncate text-small text-muted">{email}</p>
        </div>
      </div>
      <State user={user} />
      <PageTabs
        label={t('admin:user.tabs')}
        tabs={shown.map((tab) => ({ href: `/admin/user/${user.id}/${tab}`, label: t(`admin:user.${tab}.title`) }))}
      />
      {children}
    </AdminLayout>
  )
}

const State = ({ user: { attributes, meta } }: UserPageData) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { status, suspended_at, suspension_reason, deletion_at } = attributes
  const now = useNow()
  const time = (iso: string) => formatDateTime(iso, locale, zone)
  return (
    <>
      {deletion_at && <Callout tone="danger" title={t('admin:user.deletion', { time: time(deletion_at) })} />}
      {meta.deletion_waits && <Callout tone="danger" title={t('admin:user.deletionWaits')} />}
      {status === 'suspended' && !isDeletionDue(deletion_at, now) && (
        <Callout
          tone="danger"
          title={suspended_at ? t('admin:user.suspendedAt', { time: time(suspended_at) }) : t('admin:user.suspended')}
        >
          {suspension_reason ?? t('admin:user.noReason')}
        </Callout>
      )}
    </>
  )
}
