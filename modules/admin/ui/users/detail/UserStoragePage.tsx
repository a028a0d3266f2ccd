import type { StorageUsage } from '../../../../storage/contract.ts'
import { StorageUsageCards } from '../../../../storage/ui.ts'
import { useData } from '../../../../web/ui.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'
import { CapacityCard } from './CapacityCard.tsx'

/** Storage of the account: usage, limits, traffic. */
export const UserStoragePage = () => {
  const { user, usage } = useData<UserPageData & { usage: StorageUsage }>()
  return (
    <StorageUsageCards usage={usage}>
      <CapacityCard key={user.id} user={user} />
    </StorageUsageCards>
  )
}
