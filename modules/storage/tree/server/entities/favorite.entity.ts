import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../../users/index.ts'
import { ItemEntity } from './item.entity.ts'

/** Favorite folders of a user, in the order that the user chose. */
export const FavoriteEntity = defineEntity({
  name: 'Favorite',
  tableName: 'favourites',
  indexes: [{ name: 'favourites_item_id_index', properties: ['itemId'] }],
  properties: {
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .primary()
      .fieldName('user_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    itemId: p
      .manyToOne(ItemEntity)
      .mapToPk()
      .primary()
      .fieldName('item_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    position: p.bigint('number').generated('identity'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
