import type { Db } from '../../../platform/index.ts'
import { avatarUrls, displayName } from '../names.ts'

interface Row {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  avatar: string | null
  color: string
}

const most = 6
/** `%`, `_` and `\` stand for themselves (A62). */
const literal = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Finds accounts for admins. */
export class Directory {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Minimal resources of the accounts whose name and address hold every word of the query, case and accents aside. */
  async find(query: string) {
    const words = query
      .split(/[\s\p{Cc}]+/u)
      .filter(Boolean)
      .slice(0, 8)
    if (words.length === 0) return []
    const rows = await this.db.query<Row>(
      `select id, email, first_name, last_name, avatar, color from users u
       where (select bool_and(search_fold(concat_ws(' ', first_name, last_name, email)) like pattern)
         from (select search_fold(p) as pattern from unnest($1::text[]) p) patterns)
       order by created_at desc, id limit ${most}`,
      [words.map(literal)],
    )
    return rows.map((row) => ({
      data: {
        id: row.id,
        type: 'user',
        attributes: { name: displayName(row), email: row.email, color: row.color, avatar: avatarUrls(row.avatar) },
      },
    }))
  }
}
