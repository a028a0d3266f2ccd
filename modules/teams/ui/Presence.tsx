import { useEffect, useState } from 'react'
import type { Item, ParentRef } from '../../storage/contract.ts'
import {
  Avatar,
  cx,
  formatNumber,
  onRealtime,
  onRealtimeOpen,
  sendRealtime,
  usePageContext,
  useT,
  VisuallyHidden,
} from '../../web/ui.ts'
import { isInTeamFolder } from '../client/team-badge.ts'
import { type FolderPresence, folderPresence, presenceMessage, teamsChanged } from '../contract.ts'

/** Avatars beside the path; phones show the first. */
const maxAvatars = 3

/** The other people who have this team's folder open; announces that the reader has it open. */
export const Presence = ({ folder, path }: { folder: Item; path: readonly ParentRef[] }) => {
  const present = usePresence(isInTeamFolder(folder, path) ? folder.id : null)
  const t = useT()
  const { user } = usePageContext()
  const others = present?.people.filter(({ id }) => id !== user?.id) ?? []
  const total = Math.max(others.length, (present?.total ?? 1) - 1)
  const shown = others.slice(0, maxAvatars)
  if (others.length === 0) return null
  return (
    <ul aria-label={t('teams:presence.title')} className="flex shrink-0 items-center gap-1">
      {shown.map(({ id, attributes: { name, avatar, color } }, index) => (
        <li
          key={id}
          data-tip={t('teams:presence.here', { name })}
          className={cx('relative flex', index > 0 && 'phone:hidden')}
        >
          <Avatar image={avatar} name={name} color={color} size={26} label={t('teams:presence.here', { name })} />
          {/* Distinguishes people who are here from the team's members beside them. */}
          <span className="absolute -end-1 -bottom-1 size-3 rounded-full border-2 border-page bg-success" />
        </li>
      ))}
      <More count={total - shown.length} className="phone:hidden" />
      <More count={total - 1} className="sm:hidden" />
    </ul>
  )
}

const More = ({ count, className }: { count: number; className: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  return (
    count > 0 && (
      <li className={cx('text-12 text-muted', className)} data-tip={t('teams:presence.others', { count })}>
        <span aria-hidden="true">+{formatNumber(count, locale)}</span>
        <VisuallyHidden>{t('teams:presence.others', { count })}</VisuallyHidden>
      </li>
    )
  )
}

/** Announces to the server that this tab shows the folder, and has the others who do; null: no folder of a team. */
const usePresence = (folderId: string | null): FolderPresence | null => {
  const [present, setPresent] = useState<FolderPresence | null>(null)
  useEffect(() => {
    if (folderId === null) return
    const announce = () => sendRealtime(presenceMessage, { folder_id: folderId })
    const stopOpen = onRealtimeOpen(announce)
    // A reader who had lost the folder may have it again.
    const stopChanges = onRealtime(teamsChanged, announce)
    const stopEvents = onRealtime<FolderPresence>(folderPresence, setPresent)
    return () => {
      stopOpen()
      stopChanges()
      stopEvents()
      sendRealtime(presenceMessage, { folder_id: null })
    }
  }, [folderId])
  return present?.folder_id === folderId ? present : null
}
