import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'

/** Items that a caller requests as one archive, when they do not fit into a URL. */
export const ZipRequestEntity = defineEntity({
  name: 'ZipRequest',
  tableName: 'zip_requests',
  indexes: [
    { name: 'zip_requests_owner_id_index', properties: ['ownerId'] },
    { name: 'zip_requests_expires_at_index', properties: ['expiresAt'] },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    principal: p.text(),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    rootId: p.uuid().fieldName('root_id').nullable(),
    selection: p.json(),
    expiresAt: p.datetime().columnType('timestamptz').fieldName('expires_at'),
  },
})
