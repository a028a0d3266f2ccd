import { Bell as BellIcon } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { cx, Icon, IconButton, useT } from '../../web/ui.ts'
import type { BellPlacement } from '../client/notifications.store.ts'
import { useNotifications } from './notifications-context.ts'

/** Opens the notification panel and shows the number of unread notifications. */
export const Bell = ({ placement }: { placement: BellPlacement }) => {
  const t = useT()
  const store = useNotifications()
  const { unread, open } = useSnapshot(store.state)
  const label = unread > 0 ? t('notifications:center.openUnread', { count: unread }) : t('notifications:center.title')
  const shared = {
    'data-bell': '',
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open !== null,
    onClick: (event: { currentTarget: HTMLElement }) => store.toggle(placement, event.currentTarget),
  }
  if (placement === 'rail') return <IconButton {...shared} icon={BellIcon} size="lg" label={label} badge={unread} />
  return (
    <button
      type="button"
      {...shared}
      aria-label={label}
      className={cx('bar-tab', open ? 'text-brand-text' : 'text-muted')}
    >
      <span className="relative">
        <Icon of={BellIcon} size={20} />
        {unread > 0 && (
          <span
            data-fill
            className="absolute -end-0.5 -top-0.5 size-2.5 rounded-full bg-danger-solid ring-2 ring-page"
          />
        )}
      </span>
      <span aria-hidden="true" className="max-w-full truncate px-0.5">
        {t('notifications:center.title')}
      </span>
    </button>
  )
}
