import { Users } from 'lucide-react'
import type { Item } from '../../storage/contract.ts'
import { Avatar, formatNumber, Icon, usePageContext, useT, VisuallyHidden } from '../../web/ui.ts'
import { teamBadgeOf } from '../client/team-badge.ts'

const TeamIcon = ({ label }: { label: string }) => (
  <span data-team data-tip={label} className="shrink-0 text-brand-text">
    <Icon of={Users} size={14} />
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
)

/** People icon beside the name of a team folder. */
export const TeamBadge = ({ item }: { item: Item }) => {
  const t = useT()
  const team = teamBadgeOf(item)
  return team && <TeamIcon label={t('teams:badge', { count: team.meta.total })} />
}

/** The same in the folder tree. */
export const TeamFolderBadge = ({ badges }: { badges: readonly string[] }) => {
  const t = useT()
  return badges.includes('members') && <TeamIcon label={t('teams:teamFolder')} />
}

/** Number of members, as one line below the name. */
export const TeamSummary = ({ item }: { item: Item }) => {
  const t = useT()
  const team = teamBadgeOf(item)
  return team && t('teams:badge', { count: team.meta.total })
}

/** Cell with the first members and the number of the others. */
export const MembersCell = ({ item }: { item: Item }) => {
  const { locale } = usePageContext()
  const team = teamBadgeOf(item)
  if (!team) return null
  const others = team.meta.total - team.data.length
  return (
    <span className="flex items-center gap-1">
      {team.data.map(({ id, attributes: { name, email, avatar, color } }) => (
        <span key={id} data-tip={name}>
          <Avatar image={avatar} name={name} email={email} color={color} size={22} label={name} />
        </span>
      ))}
      {others > 0 && <span className="text-12 text-muted">+{formatNumber(others, locale)}</span>}
    </span>
  )
}

/** Section of a team folder's details: who is in it. */
export const TeamSection = ({ item }: { item: Item }) => {
  const t = useT()
  const team = teamBadgeOf(item)
  if (!team) return null
  const others = team.meta.total - team.data.length
  return (
    <section aria-label={t('teams:members')} className="mt-5">
      <h3 className="text-14 font-semibold">{t('teams:members')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {team.data.map(({ id, attributes: { name, email, avatar, color, permission } }) => (
          <li key={id} className="flex items-center gap-2 text-13">
            <Avatar image={avatar} name={name} email={email} color={color} size={28} />
            <span className="min-w-0 grow truncate">{name}</span>
            <span className="text-muted">{t(`teams:permission.${permission}`)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-2 text-13 text-muted">{t('teams:others', { count: others })}</p>}
    </section>
  )
}
