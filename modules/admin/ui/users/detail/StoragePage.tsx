import type { StorageUsage } from '../../../../storage/contract.ts'
import { StorageUsageCards } from '../../../../storage/ui.ts'
import { useData } from '../../../../web/ui.ts'
import type { UserData } from '../AdminUserLayout.tsx'
import { CapacityCard } from './CapacityCard.tsx'

/** What the account stores, its limits, and what it transfers. */
export const StoragePage = () => {
  const { user, usage } = useData<UserData & { usage: StorageUsage }>()
  return (
    <StorageUsageCards usage={usage}>
      <CapacityCard key={user.id} user={user} />
    </StorageUsageCards>
  )
}
