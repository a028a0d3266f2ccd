import { useData } from '../../../../web/ui.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'
import { PersonalDetailsCard } from './PersonalDetailsCard.tsx'
import { RoleCard } from './RoleCard.tsx'
import { StatusCard } from './StatusCard.tsx'

/** Role, state and the personal details of an account. */
export const UserDetailsPage = () => {
  const { user } = useData<UserPageData>()
  return (
    <>
      <RoleCard key={`${user.id} ${user.attributes.role}`} user={user} />
      <StatusCard user={user} />
      <PersonalDetailsCard user={user} />
    </>
  )
}
