import { cx, Icon, LinkButton, RelativeTime } from '../../web/ui.ts'
import { actionLink } from '../client/action-link.ts'
import type { Notification } from '../contract.ts'
import { CardMenu } from './CardMenu.tsx'
import { categoryIcons } from './category-icons.ts'
import { InvitationButtons } from './InvitationButtons.tsx'

interface NotificationCardProps {
  notification: Notification
  /** Shown with a tinted background. */
  highlighted: boolean
  /** Called when the link is clicked. */
  onFollow: () => void
}

/** One notification: its text, time and link. */
export const NotificationCard = ({ notification, highlighted, onFollow }: NotificationCardProps) => {
  const { category, title, description, created_at, action } = notification.attributes
  const link = actionLink(action)
  return (
    <li
      className={cx(
        'flex gap-3 px-4 py-3 transition-colors duration-200 motion-reduce:transition-none',
        highlighted && 'bg-brand-tint',
      )}
    >
      <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon of={categoryIcons[category]} size={18} />
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-start gap-1">
          <p className="min-w-0 grow text-14 font-semibold break-words">{title}</p>
          <CardMenu id={notification.id} title={title} />
        </div>
        <p className="text-13 break-words text-muted">{description}</p>
        <div className="mt-1.5 flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <RelativeTime at={created_at} className="text-12 text-muted" />
          {action?.type === 'invitation' && action.params.id && <InvitationButtons id={action.params.id} />}
          {link && (
            <LinkButton
              href={link.href}
              size="sm"
              onClick={onFollow}
              {...(link.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            >
              {link.label}
            </LinkButton>
          )}
        </div>
      </div>
    </li>
  )
}
