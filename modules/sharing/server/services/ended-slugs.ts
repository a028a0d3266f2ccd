import { isUniqueViolation, type Platform, type Sql } from '../../../platform/index.ts'
import { sharingErrors } from '../errors.ts'
import { auditedSlug } from './link-audit.ts'

/**
 * Writes a link of `ownerId` with this slug. 422 `slug-taken` where another link has it, or a link of another account had it
 * within a year: people still open the ended link, or print of it. The owner may use it again.
 */
export const writeSlug = async <T>(
  tx: Sql,
  { ownerId, slug }: { ownerId: string; slug: string | null | undefined },
  write: () => Promise<T>,
): Promise<T> => {
  const written = await write().catch((error: unknown) => {
    throw isUniqueViolation(error) ? sharingErrors.fail('slug-taken') : error
  })
  // After the write, which waits for a transaction that ends the link with this slug.
  const kept = slug
    ? await tx.query('select 1 from ended_slugs where slug = $1 and owner_id <> $2', [slug, ownerId])
    : []
  if (kept.length > 0) throw sharingErrors.fail('slug-taken')
  return written
}

/** Lets every account use the slug of an ended link, for an administrator. False where none is kept. */
export const freeSlug = ({ db, audit }: Pick<Platform, 'db' | 'audit'>, slug: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [kept] = await tx.query<{ owner_id: string }>('delete from ended_slugs where slug = $1 returning owner_id', [
      slug,
    ])
    if (!kept) return false
    const { owner_id: target } = kept
    const details = { custom_link: auditedSlug(target, slug) }
    await audit({ actorId: null, action: 'sharing.slug.freed', target, details }, tx)
    return true
  })
