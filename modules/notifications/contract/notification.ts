import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  Paginate,
  type Static,
  SuccessMessage,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'

/** Each category has its own icon. */
export const notificationCategories = [
  'gift',
  'team-invitation',
  'comment',
  'subscription-created',
  'billing-alert',
  'insufficient-balance',
  'payment-alert',
  'file-request',
  'remote-upload-done',
  'link-downloaded',
  'system-alert',
] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** `route` names a page with at most one `id`; `url` may open a new tab; `invitation` is accepted or declined. */
export const NotificationAction = object({
  type: oneOf(['invitation', 'route', 'url']),
  params: object({
    id: optional(nullable(string())),
    route: optional(string()),
    url: optional(string()),
    target: optional(string()),
    button: optional(string()),
  }),
})
export type NotificationAction = Static<typeof NotificationAction>

export const Notification = object({
  id: uuid(),
  type: string(),
  attributes: object({
    category: oneOf(notificationCategories),
    title: string(),
    description: string(),
    created_at: timestamp(),
    /** Null: unread. */
    read_at: nullable(timestamp()),
    action: nullable(NotificationAction),
  }),
})
export type Notification = Static<typeof Notification>

const { page, cursor, per_page } = listQuery
const NotificationQuery = object({ page, cursor, per_page })
export type NotificationQuery = Static<typeof NotificationQuery>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications',
  access: 'session',
  query: NotificationQuery,
  response: {
    200: object({
      data: array(single(Notification)),
      meta: object({ paginate: Paginate, unread: integer() }),
    }),
  },
  errors: ['notifications.invalid-cursor'],
})

/** More than the unread notifications that a panel lists. */
const maxReadPerCall = 1_000

/** A panel sends the ids that it lists: a notification that was not shown stays unread, and in the daily digest. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark all notifications as read, or those given',
  access: 'session',
  body: object({ ids: optional(array(uuid(), { maxItems: maxReadPerCall })) }),
  response: { 200: SuccessMessage },
  errors: [],
})

/** Open invitations stay until they are answered, or deleted by their own call. */
export const clearNotifications = endpoint({
  method: 'DELETE',
  path: '/api/notifications',
  summary: 'Delete all notifications but open invitations',
  access: 'session',
  response: { 200: SuccessMessage },
  errors: [],
})

const id = object({ id: uuid() })

export const markNotification = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:id',
  summary: 'Mark a notification as read or unread',
  access: 'session',
  params: id,
  body: object({ read: boolean() }),
  response: { 200: single(Notification) },
  errors: ['platform.not-found'],
})

export const dismissNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: 'Delete a notification',
  access: 'session',
  params: id,
  response: { 204: null },
  errors: ['platform.not-found'],
})

/** Sends the realtime event `test` to the open pages of the caller. */
export const testConnection = endpoint({
  method: 'POST',
  path: '/api/notifications/test',
  summary: 'Send a test event to the own open pages',
  access: 'session',
  response: { 200: SuccessMessage },
  errors: [],
})

/** Realtime events: a notification was created (its resource), and the number of unread ones has changed (`{unread}`). */
export const notificationEvent = 'notification'
export const notificationsChanged = 'notifications-changed'
