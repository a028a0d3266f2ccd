import type { Db } from '../../../../platform/index.ts'

/** Bytes an account holds, trash included; open uploads are not in it. */
export const usedBytes = async (db: Db, userId: string): Promise<number> => {
  const rows = await db.query<{ used: number }>(
    'select used_bytes as used from usage where user_id = $1',
    [userId],
    'storage.used',
  )
  return rows[0]?.used ?? 0
}
