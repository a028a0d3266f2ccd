import { defineEntity, p } from '@mikro-orm/core'
import type { TablesOf } from '../../../platform/index.ts'
import { UserEntity } from '../../../users/index.ts'
import type { NotificationCategory } from '../../contract.ts'

/** Values of a notification's texts. `count` chooses the plural. */
export type TextValues = Record<string, string | number>

/** The action of a notification; the text of its button is the template's. */
export type StoredAction =
  | { type: 'route'; params: { route: string; id?: string | null } }
  | { type: 'url'; params: { url: string; target?: 'blank' | 'self' } }
  | { type: 'invitation'; params: { id: string } }

const time = () => p.datetime().columnType('timestamptz')

/** Its texts are `notifications:text.{template}.…`, filled with `params` and rendered in the reader's language. */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  indexes: [
    {
      name: 'notifications_user_index',
      expression: 'create index notifications_user_index on notifications (user_id, created_at desc, id desc)',
    },
    {
      name: 'notifications_unread_index',
      expression: 'create index notifications_unread_index on notifications (user_id) where read_at is null',
    },
    {
      name: 'notifications_read_index',
      expression: 'create index notifications_read_index on notifications (read_at) where read_at is not null',
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade'),
    category: p.text().$type<NotificationCategory>(),
    template: p.text(),
    params: p.json().$type<TextValues>().columnType('jsonb').default('{}'),
    action: p.json().$type<StoredAction>().columnType('jsonb').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    readAt: time().fieldName('read_at').nullable(),
  },
})

export const notificationEntities = [NotificationEntity]

export type NotificationsTables = TablesOf<typeof notificationEntities>
