import { normalEmail } from '../../shared/contract.ts'
import { maxPeoplePerCall, type TeamPermission, type UpdateTeamFolder } from '../contract.ts'

/** A member (with an id) or an invited person. */
interface ChangedPerson {
  id: string | null
  email: string
  permission: TeamPermission
  /** True for an expired invitation that is not sent again. */
  expired?: boolean
}

type Changes = NonNullable<UpdateTeamFolder['changes']>

const chunk = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / maxPeoplePerCall) }, (_, n) =>
    list.slice(n * maxPeoplePerCall, (n + 1) * maxPeoplePerCall),
  )

/**
 * Bodies of the calls that turn the people `before` into `after`: a call has an upper limit of people, a folder has none.
 * Unchanged people are left out, so that a person who joins meanwhile keeps their access.
 */
export const peopleChanges = (before: readonly ChangedPerson[], after: readonly ChangedPerson[]): Changes[] => {
  const earlier = new Map(before.map((person) => [normalEmail(person.email), person]))
  const left = new Set(after.map(({ email }) => normalEmail(email)))
  const changed = after.filter(({ email, permission, expired }) => {
    const known = earlier.get(normalEmail(email))
    return known?.permission !== permission || (known.expired && !expired)
  })
  const gone = before.filter(({ email }) => !left.has(normalEmail(email)))
  const parts = {
    members: chunk(changed.flatMap(({ id, permission }) => (id === null ? [] : { id, permission }))),
    invitations: chunk(changed.flatMap(({ id, email, permission }) => (id === null ? { email, permission } : []))),
    removed: chunk(gone.flatMap(({ id }) => id ?? [])),
    withdrawn: chunk(gone.flatMap(({ id, email }) => (id === null ? email : []))),
  }
  const calls = Math.max(1, ...Object.values(parts).map((chunks) => chunks.length))
  return Array.from({ length: calls }, (_, n) =>
    Object.fromEntries(Object.entries(parts).flatMap(([name, chunks]) => (chunks[n] ? [[name, chunks[n]]] : []))),
  )
}
