import { type Db, likeLiteral } from '../../../platform/index.ts'
import type { UserRow } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { avatarUrls, displayName, shownEmail } from '../names.ts'

type FoundRow = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'avatar' | 'color'>

const maxResults = 6

/** Finds accounts for administrators. */
export class AccountDirectory {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Emails of the administrators. */
  async adminEmails(): Promise<string[]> {
    const rows = await this.db
      .builder<UsersTables>()
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute()
    return rows.map(({ email }) => email)
  }

  /**
   * Minimal resources of the accounts whose name or email contains every word of the query, regardless of case and
   * accents.
   */
  async find(query: string) {
    const words = query
      .split(/[\s\p{Cc}]+/u)
      .filter(Boolean)
      .slice(0, 8)
    if (words.length === 0) return []
    // SQL: folds case and accents by the database's own function, word by word.
    const rows = await this.db.query<FoundRow>(
      `select id, email, first_name, last_name, avatar, color from users u
       where (select bool_and(search_fold(concat_ws(' ', first_name, last_name, searchable_email(email))) like pattern)
         from (select search_fold(p) as pattern from unnest($1::text[]) p) patterns)
       order by created_at desc, id limit ${maxResults}`,
      [words.map((word) => `%${likeLiteral(word)}%`)],
    )
    return rows.map((row) => ({
      data: {
        id: row.id,
        type: 'user',
        attributes: {
          name: displayName(row),
          email: shownEmail(row.email),
          color: row.color,
          avatar: avatarUrls(row.avatar),
        },
      },
    }))
  }
}
