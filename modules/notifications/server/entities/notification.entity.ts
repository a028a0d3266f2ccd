import { defineEntity, p } from '@mikro-orm/core'

const time = () => p.datetime().columnType('timestamptz')

/** Something a person is told. Its texts are `notifications:text.{template}.…`, filled with `params`. */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: p.uuid().fieldName('user_id'),
    category: p.text(),
    template: p.text(),
    params: p.json().columnType('jsonb').default('{}'),
    action: p.json().columnType('jsonb').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    readAt: time().fieldName('read_at').nullable(),
  },
})

export const notificationEntities = [NotificationEntity]
