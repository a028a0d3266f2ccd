import { defineEntity, p } from '@mikro-orm/core'

/**
 * Per owner: bytes held (in all, and by kind; the rest is other files') and reserved, and the numbers of items at the root
 * and in the trash.
 */
export const Usage = defineEntity({
  name: 'Usage',
  tableName: 'usage',
  properties: {
    userId: p.uuid().primary().fieldName('user_id'),
    used: p.bigint('number').default(0),
    reserved: p.bigint('number').default(0),
    images: p.bigint('number').default(0),
    videos: p.bigint('number').default(0),
    audios: p.bigint('number').default(0),
    documents: p.bigint('number').default(0),
    rootCount: p.integer().fieldName('root_count').default(0),
    trashCount: p.integer().fieldName('trash_count').default(0),
  },
})

/** Bytes moved per owner and UTC day. */
export const Traffic = defineEntity({
  name: 'Traffic',
  tableName: 'traffic',
  properties: {
    userId: p.uuid().primary().fieldName('user_id'),
    day: p.date().primary(),
    upload: p.bigint('number').default(0),
    download: p.bigint('number').default(0),
  },
})
