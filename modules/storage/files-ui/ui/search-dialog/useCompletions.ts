import { Link2, Lock, UserRound, Users } from 'lucide-react'
import { foldText } from '../../../../shared/contract.ts'
import { useT } from '../../../../web/ui.ts'
import { type SearchFilters, sharingFilters, typedOperator } from '../../../search/ui.ts'
import type { KnownOwner } from '../extensions/types.ts'
import type { FilterRow } from './result-rows.ts'
import { useOwners } from './useOwners.ts'

const maxRows = 6
const sharingIcons = { link: Link2, team: Users, none: Lock }

/** The filter by this person. */
export const filterByOwner = ({ email, name }: KnownOwner): Pick<SearchFilters, 'owner' | 'ownerName'> => ({
  owner: email,
  ownerName: name || email,
})

/** Values of the operator that is being typed at the end of the text, and the people that the filter by owner offers. */
export const useCompletions = (text: string) => {
  const t = useT()
  const typed = typedOperator(text)
  const value = foldText(typed?.value ?? '')
  const { all, named } = useOwners(typed?.name === 'owner' ? value : '')
  const you = t('storage:list.you')
  const rows = (): FilterRow[] => {
    if (!typed) return []
    if (typed.name === 'shared')
      return sharingFilters
        .map((shared): FilterRow => {
          const label = t(`storage:search.sharing.${shared}`)
          return { kind: 'filter', id: `shared-${shared}`, label, icon: sharingIcons[shared], change: { shared } }
        })
        .filter(({ change, label }) => [change.shared ?? '', foldText(label)].some((text) => text.startsWith(value)))
    const me: FilterRow = {
      kind: 'filter',
      id: 'owner-me',
      label: you,
      icon: UserRound,
      change: { owner: 'me', ownerName: '' },
    }
    const people = (named ?? all).filter(
      ({ name, email }) => foldText(name).includes(value) || foldText(email).startsWith(value),
    )
    return [
      ...(['me', foldText(you)].some((word) => word.startsWith(value)) ? [me] : []),
      ...people.map(
        (person): FilterRow => ({
          kind: 'filter',
          id: `owner-${person.email}`,
          label: person.name || person.email,
          person,
          change: filterByOwner(person),
        }),
      ),
    ].slice(0, maxRows)
  }
  return {
    owners: all,
    rows: rows(),
    /** The text without the operator, once a value was chosen. */
    before: typed?.before ?? text,
    /** The text as it is searched: its last operator is complete, or left out. */
    searched: typed?.closed ?? text,
  }
}
