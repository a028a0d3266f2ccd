import { defineEntity, p } from '@mikro-orm/core'
import type { TablesOf } from '../../../platform/index.ts'
import { UserEntity } from '../../../users/index.ts'
import type { NotificationCategory, NotificationChannel } from '../../contract.ts'

/**
 * Values of a notification's texts. `count` chooses the plural. Formatted for the reader: `amount` with its `currency`,
 * `date` (ISO 8601), and `bytes`, which is the text's `size` (null: no limit).
 */
export type TextValues = Record<string, string | number | null>

/**
 * The action of a notification; the template has the text of its button. `request` leads to the upload page of a request,
 * whose URL is a secret that is not stored here. `comments` leads to those on an item, wherever it is now.
 */
export type StoredAction =
  | { type: 'route'; params: { route: string; id?: string | null } }
  | { type: 'url'; params: { url: string; target?: 'blank' | 'self' } }
  | { type: 'invitation'; params: { id: string } }
  | { type: 'request' | 'comments'; params: { id: string } }

const time = () => p.datetime().columnType('timestamptz')

/** Its texts are `notifications:text.{template}.…`, filled with `params` and rendered in the reader's language. */
const NotificationEntity = defineEntity({
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
      name: 'notifications_digest_index',
      expression: 'create index notifications_digest_index on notifications (user_id) where by_mail',
    },
    {
      name: 'notifications_invitation_index',
      expression: `create index notifications_invitation_index on notifications ((action->'params'->>'id'))
        where category = 'team-invitation'`,
    },
    {
      name: 'notifications_read_index',
      expression: 'create index notifications_read_index on notifications (read_at) where read_at is not null',
    },
    {
      name: 'notifications_unread_created_at_index',
      expression:
        'create index notifications_unread_created_at_index on notifications (created_at) where read_at is null',
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
    /** Waits for the daily digest. */
    byMail: p.boolean().fieldName('by_mail').default(false),
  },
})

/** How a user is notified of a category; a missing row means in the app. */
const NotificationSettingEntity = defineEntity({
  name: 'NotificationSetting',
  tableName: 'notification_settings',
  checks: [{ name: 'notification_settings_channel_check', expression: "channel in ('app', 'mail', 'off')" }],
  properties: {
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .primary()
      .fieldName('user_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    category: p.text().primary().$type<NotificationCategory>(),
    channel: p.text().$type<NotificationChannel>(),
  },
})

export const notificationEntities = [NotificationEntity, NotificationSettingEntity]

export type NotificationsTables = TablesOf<typeof notificationEntities>
