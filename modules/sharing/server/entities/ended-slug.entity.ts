import { defineEntity, p } from '@mikro-orm/core'

/** The slug of a link that was deleted or changed: for a year, only its owner's links have it. A trigger on `shares` adds it. */
export const EndedSlugEntity = defineEntity({
  name: 'EndedSlug',
  tableName: 'ended_slugs',
  indexes: [{ name: 'ended_slugs_ended_at_index', properties: ['endedAt'] }],
  properties: {
    slug: p.text().primary(),
    /** Not a foreign key: it stays kept when the account is deleted. */
    ownerId: p.uuid().fieldName('owner_id'),
    endedAt: p.datetime().columnType('timestamptz').fieldName('ended_at').defaultRaw('now()'),
  },
})
