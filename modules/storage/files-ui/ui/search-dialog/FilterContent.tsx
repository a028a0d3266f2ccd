import { Avatar, Icon } from '../../../../web/ui.ts'
import type { FilterRow } from './result-rows.ts'

/** A value that completes an operator: a person, or a word with an icon. */
export const FilterContent = ({ row: { icon, person, label } }: { row: FilterRow }) => (
  <>
    <span className="grid size-7 shrink-0 place-items-center text-muted phone:size-10">
      {icon && <Icon of={icon} size={18} />}
      {person && (
        <Avatar image={person.avatar} name={person.name} email={person.email} color={person.color} size={28} />
      )}
    </span>
    <span className="min-w-0 grow">
      <span className="bidi-plaintext block truncate text-14">{label}</span>
      {person?.name && <span className="block truncate text-12 text-muted">{person.email}</span>}
    </span>
  </>
)
