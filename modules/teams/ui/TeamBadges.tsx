import { Users } from 'lucide-react'
import { formatLocale } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import type { DestinationNoteProps } from '../../storage/ui.ts'
import { Avatar, formatNumber, Icon, usePageContext, useT, VisuallyHidden } from '../../web/ui.ts'
import { teamBadgeOf } from '../client/team-badge.ts'
import type { Members } from '../contract.ts'

const TeamIcon = ({ label }: { label: string }) => (
  <span data-team data-tip={label} className="shrink-0 text-brand-text">
    <Icon of={Users} size={14} />
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
)

/** Note that a team's people will be able to open the items that are moved into their folder. */
export const TeamNote = ({ count, folders, areIn }: DestinationNoteProps) => {
  const t = useT()
  const team = folders.find(({ badges }) => badges?.includes('members'))
  return team && !areIn(team.id) && t('teams:willOpen', { count, name: team.name })
}

/** How many people are in the team, and for its owner how many are invited. */
export const useTeamText = () => {
  const t = useT()
  return ({ meta: { total, invited = 0 } }: Members): string =>
    [t('teams:badge', { count: total }), invited > 0 && t('teams:invited', { count: invited })]
      .filter(Boolean)
      .join(' · ')
}

/** People icon beside the name of a team folder. */
export const TeamBadge = ({ item }: { item: Item }) => {
  const text = useTeamText()
  const team = teamBadgeOf(item)
  return team && <TeamIcon label={text(team)} />
}

/** The same in the folder tree. */
export const TeamFolderBadge = ({ badges }: { badges: readonly string[] }) => {
  const t = useT()
  return badges.includes('members') && <TeamIcon label={t('teams:teamFolder')} />
}

/** Number of members and invited people, as one line below the name. */
export const TeamSummary = ({ item }: { item: Item }) => {
  const text = useTeamText()
  const team = teamBadgeOf(item)
  return team && text(team)
}

/** Members in a cell that also says how many are invited. */
const maxBesideInvited = 2

/** Cell with the first members, the number of the others, and the number of invited people. */
export const MembersCell = ({ item }: { item: Item }) => {
  const t = useT()
  const { locale } = usePageContext()
  const team = teamBadgeOf(item)
  if (!team) return null
  const { total, invited = 0, invited_emails: emails = [] } = team.meta
  const shown = invited > 0 ? team.data.slice(0, maxBesideInvited) : team.data
  const others = total - shown.length
  return (
    <span className="flex min-w-0 items-center gap-1">
      {shown.map(({ id, attributes: { name, email, avatar, color } }) => (
        <span key={id} data-tip={name}>
          <Avatar image={avatar} name={name} email={email} color={color} size={22} label={name} />
        </span>
      ))}
      {others > 0 && <span className="text-12 text-muted">+{formatNumber(others, locale)}</span>}
      {invited > 0 && (
        <span
          className="truncate text-12 text-muted"
          data-tip={new Intl.ListFormat(formatLocale(locale)).format(emails)}
        >
          {t('teams:invited', { count: invited })}
        </span>
      )}
    </span>
  )
}
