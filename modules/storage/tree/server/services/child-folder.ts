import type { Sql, Tx } from '../../../../platform/index.ts'
import type { ItemEmoji, ItemRef } from '../../contract.ts'
import { addChildCount } from '../counters.ts'
import { itemEvent } from '../events.ts'
import { numberedName } from '../numbered-name.ts'
import type { Scope } from '../scope.ts'
import { isNamedSql } from '../validate-name.ts'
import { lockFolder } from './find-item.ts'
import { isListed } from './root-exclusions.ts'
import { lockNames } from './tree-lock.ts'

interface NewFolder {
  parentId: string | null
  name: string
  color?: string | null | undefined
  emoji?: ItemEmoji | null | undefined
}

/** The active item of exactly this name in a folder; in a root, where `parentId` is its owner. */
export const findNamed = async (sql: Sql, parentId: string, name: string): Promise<ItemRef | null> => {
  const [row] = await sql.query<{ id: string; is_folder: boolean }>(
    `select id, is_folder from items where ${isNamedSql('items', '$1', '$2')}`,
    [parentId, name],
    'storage.find-named',
  )
  return row ? { id: row.id, type: row.is_folder ? 'folder' : 'file' } : null
}

/**
 * Id of the active folder `name` in `parentId`, or of the first numbered one when the name is taken by a file or by a
 * folder that the root does not list; else null.
 */
export const findChildFolder = async (
  sql: Sql,
  scope: Scope,
  parentId: string | null,
  name: string,
): Promise<string | null> => {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : numberedName(name, number, { isFolder: true })
    const [taken] = await sql.query<{ id: string; found: boolean }>(
      `select id, is_folder and ${isListed('items')} as found from items where ${isNamedSql('items', '$1', '$2')}`,
      [parentId ?? scope.ownerId, candidate],
      'storage.child-folder',
    )
    if (!taken || taken.found) return taken?.id ?? null
  }
}

/** Inserts a folder; the database numbers a name that is taken. 404 when the parent was removed meanwhile. */
export const insertFolder = async (tx: Tx, scope: Scope, folder: NewFolder): Promise<string> => {
  if (folder.parentId) await lockFolder(tx, folder.parentId)
  const [created] = await tx.query<{ id: string }>(
    `insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, color, emoji)
     values ($1, $2, $3, true, $4, 'folder', $5, $6) returning id`,
    [
      scope.ownerId,
      scope.actor.userId,
      folder.parentId,
      folder.name,
      folder.color ?? null,
      folder.emoji ? JSON.stringify(folder.emoji) : null,
    ],
    'storage.insert-folder',
  )
  const { id } = created as { id: string }
  await addChildCount(tx, scope.ownerId, folder.parentId, 1)
  tx.emit('storage.folder.created', itemEvent(scope, id, folder.parentId))
  return id
}

/** Waits for concurrent writers of the owner's names, then finds or inserts the folder. */
export const findOrInsertFolder = async (
  tx: Tx,
  scope: Scope,
  parentId: string | null,
  name: string,
): Promise<string> => {
  await lockNames(tx, scope.ownerId)
  return (await findChildFolder(tx, scope, parentId, name)) ?? insertFolder(tx, scope, { parentId, name })
}
