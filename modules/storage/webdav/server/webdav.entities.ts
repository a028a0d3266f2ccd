import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'

const account = (field: string) =>
  p.manyToOne(UserEntity).mapToPk().fieldName(field).deleteRule('cascade').updateRule('no action')

/**
 * Locks that WebDAV clients hold on items. No foreign key to items: deleting items permanently must not become slower. A job
 * deletes the ended ones.
 */
export const WebdavLockEntity = defineEntity({
  name: 'WebdavLock',
  tableName: 'webdav_locks',
  indexes: [
    { name: 'webdav_locks_owner_index', properties: ['ownerId', 'expiresAt'] },
    { name: 'webdav_locks_user_index', properties: ['userId'] },
    { name: 'webdav_locks_expires_at_index', properties: ['expiresAt'] },
  ],
  properties: {
    token: p.uuid().primary(),
    itemId: p.uuid().fieldName('item_id'),
    /** Owner of the item. */
    ownerId: account('owner_id'),
    /** Who holds the lock. */
    userId: account('user_id'),
    isExclusive: p.boolean().fieldName('is_exclusive'),
    /** The lock covers everything below a folder. */
    isDeep: p.boolean().fieldName('is_deep'),
    /** XML that the client sent to tell others whose lock it is. */
    holder: p.text().nullable(),
    expiresAt: p.datetime().columnType('timestamptz').fieldName('expires_at'),
  },
})

/** Properties that WebDAV clients keep with an item and only they understand. A job deletes those of items that are gone. */
export const WebdavPropertyEntity = defineEntity({
  name: 'WebdavProperty',
  tableName: 'webdav_properties',
  indexes: [{ name: 'webdav_properties_owner_index', properties: ['ownerId'] }],
  properties: {
    itemId: p.uuid().fieldName('item_id').primary(),
    namespace: p.text().primary(),
    name: p.text().primary(),
    ownerId: account('owner_id'),
    /** The element as XML, with its namespaces. */
    value: p.text(),
  },
})
