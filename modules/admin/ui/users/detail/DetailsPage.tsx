import { useData } from '../../../../web/ui.ts'
import type { UserData } from '../AdminUserLayout.tsx'
import { PersonCard } from './PersonCard.tsx'
import { RoleCard } from './RoleCard.tsx'
import { StatusCard } from './StatusCard.tsx'

/** Role, state and the personal details of an account. */
export const DetailsPage = () => {
  const { user } = useData<UserData>()
  return (
    <>
      <RoleCard key={`${user.id} ${user.attributes.role}`} user={user} />
      <StatusCard user={user} />
      <PersonCard user={user} />
    </>
  )
}
