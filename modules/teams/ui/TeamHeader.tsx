import { UserPlus } from 'lucide-react'
import type { Item, ParentRef } from '../../storage/contract.ts'
import { useFilesTools } from '../../storage/ui.ts'
import { Avatar, cx, formatNumber, Icon, usePageContext, useT, VisuallyHidden } from '../../web/ui.ts'
import { teamBadgeOf } from '../client/team-badge.ts'
import type { Members } from '../contract.ts'
import { Presence } from './Presence.tsx'
import { useTeamText } from './TeamBadges.tsx'

/** Faces beside the path; phones show the first. */
const maxFaces = 3

/** Beside the path of a team's folder: who has it open, and for the owner of a team folder who is in it. */
export const TeamHeader = ({ folder, path }: { folder: Item; path: readonly ParentRef[] }) => (
  <>
    <Presence folder={folder} path={path} />
    <MembersButton folder={folder} />
  </>
)

/** The people with whom the owner shares the folder; opens the dialog that changes them. */
const MembersButton = ({ folder }: { folder: Item }) => {
  const t = useT()
  const text = useTeamText()
  const { open } = useFilesTools()
  const team = teamBadgeOf(folder)
  if (!team || folder.attributes.access !== undefined) return null
  const label = t('web:kit.labelled', { label: t('teams:menu.members'), value: text(team) })
  const faces = facesOf(team).slice(0, maxFaces)
  // `total` counts the owner, who is the reader.
  const people = team.meta.total - 1 + (team.meta.invited ?? 0)
  return (
    <button
      type="button"
      data-tip={label}
      onClick={() => open('team-members', folder)}
      className="inline-flex min-h-9 min-w-9 shrink-0 items-center justify-center gap-1 rounded-md border border-line px-1.5 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true" className="flex items-center gap-1">
        {faces.map(({ key, isInvited, ...person }, index) => (
          <Avatar
            key={key}
            {...person}
            size={24}
            className={cx(
              index > 0 && 'phone:hidden',
              isInvited && 'border border-dashed border-line-strong bg-transparent! text-muted!',
            )}
          />
        ))}
        {faces.length === 0 && <Icon of={UserPlus} size={18} className="text-muted" />}
        <More count={people - faces.length} className="phone:hidden" />
        <More count={faces.length === 0 ? 0 : people - 1} className="sm:hidden" />
      </span>
    </button>
  )
}

const More = ({ count, className }: { count: number; className: string }) => {
  const { locale } = usePageContext()
  return count > 0 && <span className={cx('text-12 text-muted', className)}>+{formatNumber(count, locale)}</span>
}

/** Members, then invited people. */
const facesOf = ({ data, meta }: Members) => [
  ...data.flatMap(({ id, attributes: { permission, name, email, avatar, color } }) =>
    permission === 'owner' ? [] : [{ key: id, name, email, image: avatar, color, isInvited: false }],
  ),
  ...(meta.invited_emails ?? []).map((email) => ({ key: email, name: email, image: null, isInvited: true })),
]
