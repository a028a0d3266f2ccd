import { BellOff, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { Button, EmptyState, ErrorBoundary, Skeleton, useFeedback, useT } from '../../web/ui.ts'
import { loadOlderNotifications, markListedRead, refreshNotifications } from '../client/notification-actions.ts'
import type { Notification } from '../contract.ts'
import { NotificationCard } from './NotificationCard.tsx'
import { useNotifications } from './notifications-context.ts'
import { useKeepFocus } from './useKeepFocus.ts'

/** The notifications, unread ones first. */
export const NotificationList = () => {
  const { items, unread } = useSnapshot(useNotifications().state)
  return (
    <div {...useKeepFocus(items, unread)}>
      <ErrorBoundary>
        <Content />
      </ErrorBoundary>
    </div>
  )
}

const Content = () => {
  const t = useT()
  const feedback = useFeedback()
  const store = useNotifications()
  const { status, items, next, newIds, highlighted } = useSnapshot(store.state)
  if (status === 'unknown')
    return (
      <div className="p-4" aria-busy="true">
        <Skeleton shape="row" count={4} />
      </div>
    )
  if (status === 'error')
    return (
      <EmptyState
        icon={CircleAlert}
        title={t('notifications:center.failed')}
        actions={
          <Button onClick={() => void refreshNotifications(store).catch(() => undefined)}>
            {t('notifications:center.retry')}
          </Button>
        }
      />
    )
  if (items.length === 0)
    return (
      <EmptyState icon={BellOff} title={t('notifications:center.empty')} text={t('notifications:center.emptyText')} />
    )
  const isNew = ({ id, attributes }: Notification) => attributes.read_at === null || newIds.includes(id)
  const all = items as readonly Notification[]
  const loadMore = () =>
    void loadOlderNotifications(store)
      .catch(() => feedback.toast({ kind: 'danger', text: t('notifications:center.failed') }))
      // Marked with the next page after a failure.
      .then(() => markListedRead(store).catch(() => undefined))
  const group = (label: string, notifications: readonly Notification[]) =>
    notifications.length > 0 && (
      <Group label={label} items={notifications} highlighted={highlighted} onFollow={store.close} />
    )
  return (
    <>
      {group(t('notifications:center.unread'), all.filter(isNew))}
      {group(
        t('notifications:center.read'),
        all.filter((notification) => !isNew(notification)),
      )}
      {next && (
        <div className="p-3">
          <Button wide variant="quiet" onClick={loadMore}>
            {t('notifications:center.more')}
          </Button>
        </div>
      )}
    </>
  )
}

interface GroupProps {
  label: string
  items: readonly Notification[]
  highlighted: readonly string[]
  onFollow: () => void
}

const Group = ({ label, items, highlighted, onFollow }: GroupProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-4 pt-3 pb-1 text-12 font-semibold text-muted">
        {label}
      </h3>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <NotificationCard
            key={item.id}
            notification={item}
            highlighted={highlighted.includes(item.id)}
            onFollow={onFollow}
          />
        ))}
      </ul>
    </section>
  )
}
