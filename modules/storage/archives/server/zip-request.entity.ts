import { defineEntity, p } from '@mikro-orm/core'

/** Items that a caller asked to have as one archive, too many for an address. */
export const ZipRequest = defineEntity({
  name: 'ZipRequest',
  tableName: 'zip_requests',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    principal: p.text(),
    ownerId: p.uuid().fieldName('owner_id'),
    rootId: p.uuid().fieldName('root_id').nullable(),
    selection: p.json(),
    expiresAt: p.datetime().columnType('timestamptz').fieldName('expires_at'),
  },
})
