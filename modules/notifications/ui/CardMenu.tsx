import { Ellipsis, MailOpen, Trash2 } from 'lucide-react'
import { IconButton, Menu, useFeedback, useT } from '../../web/ui.ts'
import { dismiss, markUnread } from '../client/notification-actions.ts'
import { useNotifications } from './notifications-context.ts'

/** Actions of one notification. */
export const CardMenu = ({ id, title }: { id: string; title: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const store = useNotifications()
  const label = t('notifications:card.menu', { title })
  const run = (action: typeof dismiss) => () =>
    void action(store, id).catch(() => feedback.toast({ kind: 'danger', text: t('notifications:card.failed') }))
  return (
    <Menu
      label={label}
      align="end"
      items={[
        { id: 'unread', icon: MailOpen, label: t('notifications:card.markUnread'), onSelect: run(markUnread) },
        { id: 'dismiss', icon: Trash2, label: t('notifications:card.dismiss'), onSelect: run(dismiss) },
      ]}
    >
      <IconButton size="sm" icon={Ellipsis} label={label} className="-mt-1 -me-1" />
    </Menu>
  )
}
