import { useT } from '../../../../web/ui.ts'
import type { SearchFilters } from '../../../search/ui.ts'
import type { KnownOwner } from '../extensions/types.ts'
import { ValueChip } from './FilterChips.tsx'
import { filterByOwner } from './useCompletions.ts'

type OwnerFilter = globalThis.Pick<SearchFilters, 'owner' | 'ownerName'>
type Props = { filters: OwnerFilter; owners: readonly KnownOwner[]; onPick: (change: OwnerFilter) => void }

/** The filter by owner: the account, people it works with, and whoever was typed. Not shown to who works alone. */
export const OwnerPick = ({ filters: { owner, ownerName }, owners, onPick }: Props) => {
  const t = useT()
  if (owners.length === 0 && owner === '') return null
  const isOffered = owner === '' || owner === 'me' || owners.some(({ email }) => email === owner)
  return (
    <ValueChip
      label={t('storage:list.column.owner')}
      value={owner}
      options={[
        ['me', t('storage:list.you')],
        ...owners.map(({ email, name }): [string, string] => [email, name || email]),
        ...(isOffered ? [] : [[owner, ownerName || owner] as [string, string]]),
      ]}
      onPick={(value) => {
        const person = owners.find(({ email }) => email === value)
        onPick(person ? filterByOwner(person) : { owner: value, ownerName: value === owner ? ownerName : '' })
      }}
    />
  )
}
