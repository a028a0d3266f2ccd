import { UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Item } from '../../storage/contract.ts'
import { useFilesTools } from '../../storage/ui.ts'
import { Avatar, Button, useT } from '../../web/ui.ts'
import { teamBadgeOf } from '../client/team-badge.ts'
import { type Invitation, type Member, maxListedMembers } from '../contract.ts'

/** More are listed in the dialog that changes the people. */
const maxInvited = 5

interface People {
  members: readonly Member[]
  total: number
  invited: readonly Invitation[]
}

/**
 * Who is in a team folder, and for its owner who was invited and has not answered. An item of a list carries its members;
 * a folder of somebody else that is open does not. Null: no team folder, or not read yet.
 */
const usePeople = (item: Item): People | null => {
  const [read, setRead] = useState<People | null>(null)
  const team = teamBadgeOf(item)
  const isOwn = item.attributes.access === undefined
  const isTop = isOwn ? team !== null : item.attributes.parent_id === null
  const isIncomplete = isTop && (isOwn || !team)
  useEffect(() => {
    setRead(null)
    if (!isIncomplete) return
    let left = false
    import('../client/teams.api.ts')
      .then(({ teamsApi }) => teamsApi.members(item.id))
      .then(
        ({ members, invitations }) =>
          left || setRead({ members: members.slice(0, maxListedMembers), total: members.length, invited: invitations }),
        // Members that the item carries are shown without invitations.
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [item.id, isIncomplete])
  if (!team) return read
  return { members: team.data, total: team.meta.total, invited: read?.invited ?? [] }
}

/** Section of a team folder's details: who is in it, and for its owner who was invited. */
export const TeamSection = ({ item }: { item: Item }) => {
  const t = useT()
  const { open } = useFilesTools()
  const people = usePeople(item)
  if (!people) return null
  const { members, total, invited } = people
  const others = total - members.length + Math.max(invited.length - maxInvited, 0)
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
        {invited.slice(0, maxInvited).map(({ id, attributes: { email, color, permission } }) => (
          <li key={id} className="flex items-center gap-2 text-13">
            <Avatar image={null} name={email} email={email} color={color} size={28} />
            <span className="min-w-0 grow">
              <span className="block truncate">{email}</span>
              <span className="block truncate text-12 text-muted">{t('teams:form.waiting')}</span>
            </span>
            <span className="text-muted">{t(`teams:permission.${permission}`)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-2 text-13 text-muted">{t('teams:others', { count: others })}</p>}
      {item.attributes.access === undefined && (
        <Button size="sm" icon={UserCog} className="mt-3" onClick={() => open('team-members', item)}>
          {t('teams:menu.members')}
        </Button>
      )}
    </section>
  )
}
