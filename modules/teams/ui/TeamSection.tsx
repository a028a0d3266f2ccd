import { UserCog } from 'lucide-react'
import { useEffect } from 'react'
import type { Item } from '../../storage/contract.ts'
import { LoadFailed, useFilesTools } from '../../storage/ui.ts'
import { Avatar, Button, onRealtime, onRealtimeReconnect, useLoad, useT } from '../../web/ui.ts'
import { loadTeamsApi } from '../client/load-teams-api.ts'
import { teamBadgeOf } from '../client/team-badge.ts'
import { type Invitation, type Member, maxListedMembers, teamsChanged } from '../contract.ts'

/** More are listed in the dialog that changes the people. */
const maxInvited = 5

interface People {
  members: readonly Member[]
  total: number
  /** The first ones; `invited` is their number. */
  invitations: readonly Invitation[]
  invited: number
}

/**
 * Members of a team folder, and for its owner the people who were invited and have not answered. An item of a list carries
 * its members; a folder of somebody else that is open does not. `people` null: no team folder, or not read yet.
 */
const usePeople = (item: Item): { people: People | null; error: unknown; reload: () => Promise<void> } => {
  const team = teamBadgeOf(item)
  const isOwn = item.attributes.access === undefined
  const isTop = isOwn ? team !== null : item.attributes.parent_id === null
  const isIncomplete = isTop && (isOwn || !team)
  const load = async () => {
    const { members, total, invitations, invited } = await (await loadTeamsApi()).members(item.id, maxListedMembers)
    return { id: item.id, members, total, invitations: invitations.slice(0, maxInvited), invited }
  }
  const { data, error, reload } = useLoad(isIncomplete ? load : null, [item.id, JSON.stringify(team?.meta)])
  useEffect(() => {
    const again = () => void reload()
    const stop = [onRealtime(teamsChanged, again), onRealtimeReconnect(again)]
    return () => {
      for (const end of stop) end()
    }
  }, [reload])
  const read = isIncomplete && data?.id === item.id ? data : null
  const { invitations = [], invited = 0 } = read ?? {}
  const people = team ? { members: team.data, total: team.meta.total, invitations, invited } : read
  return { people, error, reload }
}

/** Section of a team folder's details: who is in it, and for its owner who was invited. */
export const TeamSection = ({ item }: { item: Item }) => {
  const t = useT()
  const { open } = useFilesTools()
  const { people, error, reload } = usePeople(item)
  const failed = error !== null && <LoadFailed error={error} retry={reload} />
  if (!people) return failed
  const { members, total, invitations, invited } = people
  const others = total - members.length + invited - invitations.length
  return (
    <section aria-label={t('teams:members')} className="mt-5">
      <h3 className="text-14 font-semibold">{t('teams:members')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {members.map(({ id, attributes: { name, email, avatar, color, permission } }) => (
          <li key={id} className="flex items-center gap-2 text-13">
            <Avatar image={avatar} name={name} email={email} color={color} size={28} />
            <span className="min-w-0 grow truncate">{name}</span>
            <span className="text-muted">{t(`teams:permission.${permission}`)}</span>
          </li>
        ))}
        {invitations.map(({ id, attributes: { email, color, permission, expired } }) => (
          <li key={id} className="flex items-center gap-2 text-13">
            <Avatar image={null} name={email} email={email} color={color} size={28} />
            <span className="min-w-0 grow">
              <span className="block truncate">{email}</span>
              <span className="block truncate text-12 text-muted">
                {t(expired ? 'teams:form.expired' : 'teams:form.waiting')}
              </span>
            </span>
            <span className="text-muted">{t(`teams:permission.${permission}`)}</span>
          </li>
        ))}
      </ul>
      {failed}
      {others > 0 && <p className="mt-2 text-13 text-muted">{t('teams:others', { count: others })}</p>}
      {item.attributes.access === undefined && (
        <Button size="sm" icon={UserCog} className="mt-3" onClick={() => open('team-members', item)}>
          {t('teams:menu.members')}
        </Button>
      )}
    </section>
  )
}
