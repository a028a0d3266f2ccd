import { defineEntity, p } from '@mikro-orm/core'

/** Folders somebody keeps at hand, in an order of their own. */
export const Favourite = defineEntity({
  name: 'Favourite',
  tableName: 'favourites',
  properties: {
    userId: p.uuid().primary().fieldName('user_id'),
    itemId: p.uuid().primary().fieldName('item_id'),
    position: p.bigint('number').autoincrement().columnType('bigint'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
