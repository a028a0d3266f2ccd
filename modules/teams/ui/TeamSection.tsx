import { UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Item } from '../../storage/contract.ts'
import { useFilesTools } from '../../storage/ui.ts'
import { Avatar, Button, useT } from '../../web/ui.ts'
import { teamBadgeOf } from '../client/team-badge.ts'
import type { Invitation } from '../contract.ts'

/** More are listed in the dialog that changes the people. */
const maxInvited = 5

/** Who was invited to a folder of the caller and has not answered; others are not told. */
const useInvited = (item: Item): readonly Invitation[] => {
  const [invited, setInvited] = useState<readonly Invitation[]>([])
  const own = item.attributes.access === undefined
  const team = teamBadgeOf(item)
  useEffect(() => {
    if (!own || !team) return setInvited([])
    let left = false
    import('../client/teams.api.ts')
      .then(({ teamsApi }) => teamsApi.members(item.id))
      .then(
        ({ invitations }) => left || setInvited(invitations),
        // The members are shown without them.
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [item.id, own, team])
  return invited
}

/** Section of a team folder's details: who is in it, and for its owner who was invited. */
export const TeamSection = ({ item }: { item: Item }) => {
  const t = useT()
  const { open } = useFilesTools()
  const team = teamBadgeOf(item)
  const invited = useInvited(item)
  if (!team) return null
  const others = team.meta.total - team.data.length + Math.max(invited.length - maxInvited, 0)
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
