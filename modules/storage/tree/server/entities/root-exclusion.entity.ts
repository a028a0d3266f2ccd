import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../../users/index.ts'
import { ItemEntity } from './item.entity.ts'

/** A folder that another module lists instead of the root of its owner. */
export const RootExclusionEntity = defineEntity({
  name: 'RootExclusion',
  tableName: 'root_exclusions',
  indexes: [{ name: 'root_exclusions_owner_id_index', properties: ['ownerId'] }],
  properties: {
    itemId: p
      .manyToOne(ItemEntity)
      .mapToPk()
      .primary()
      .fieldName('item_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
  },
})
