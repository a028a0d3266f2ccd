import { Clock } from 'lucide-react'
import { Avatar, formatDeadline, Icon, usePageContext, useT, useZone } from '../../web/ui.ts'
import type { PublicShareLink } from '../contract.ts'

/** Size, owner and expiry. */
export const ShareDetails = ({ size, share }: { size: string; share: PublicShareLink }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { owner } = share.relationships
  const until = share.attributes.expires_at
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-14 text-muted tabular-nums">
      <li>{size}</li>
      {owner?.name && (
        <li className="flex min-w-0 items-center gap-2">
          <Avatar image={owner.avatar} name={owner.name} color={owner.color} size={20} />
          <span className="truncate">{t('sharing:meta.from', { owner: owner.name })}</span>
        </li>
      )}
      {until && (
        <li className="flex items-center gap-2">
          <Icon of={Clock} size={16} className="shrink-0" />
          <time dateTime={until}>{t('sharing:page.until', { date: formatDeadline(until, locale, zone) })}</time>
        </li>
      )}
    </ul>
  )
}
