import type { Sql } from '../../../platform/index.ts'
import { foldText, isSameEmail } from '../../../shared/contract.ts'
import { displayName } from '../../../users/index.ts'
import { type KnownPersonRow, searchContacts } from './people-queries.ts'

type Named = Pick<KnownPersonRow, 'id' | 'email' | 'first_name' | 'last_name'>

/** More people than this are not named by one text. */
const maxPeople = 1_000

const isWhole = (person: Named, text: string) =>
  isSameEmail(person.email, text) || foldText(displayName(person)) === foldText(text)

/** The domain of an email names too many people. */
const isPart = (person: Named, text: string) =>
  foldText(displayName(person)).includes(foldText(text)) || foldText(person.email).startsWith(foldText(text))

/**
 * Ids of the accounts that a text names, among this one and the members of the team folders it is in: those with this name
 * or email, else those whose name contains it or whose email begins with it. Other accounts are not looked at.
 */
export const findPeopleByName = async (sql: Sql, userId: string, text: string): Promise<string[]> => {
  const [known, own] = await Promise.all([
    searchContacts(sql, userId, text, maxPeople),
    sql.query<Named>(
      'select id, email, first_name, last_name from user_summaries where id = $1',
      [userId],
      'teams.own-name',
    ),
  ])
  const people = [...own, ...known]
  const whole = people.filter((person) => isWhole(person, text))
  const named = whole.length > 0 ? whole : people.filter((person) => isPart(person, text))
  return named.flatMap(({ id }) => id ?? [])
}
