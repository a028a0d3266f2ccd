import { avatarUrls, displayName } from './names.ts'

/** Columns of `user_summaries` by which people are shown to each other. */
export interface PersonRow {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  avatar: string | null
  color: string
}

const columns: readonly (keyof PersonRow)[] = ['id', 'email', 'first_name', 'last_name', 'avatar', 'color']

/** Columns of a `PersonRow` over `user_summaries` under this alias. */
export const personColumnsSql = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(', ')

/** The same as a JSON object. */
export const personJsonSql = (alias: string): string =>
  `json_build_object(${columns.map((column) => `'${column}', ${alias}.${column}`).join(', ')})`

export const presentPerson = (row: PersonRow) => ({
  id: row.id,
  type: 'user' as const,
  attributes: { name: displayName(row), avatar: avatarUrls(row.avatar), color: row.color },
})
