import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { folderParam } from '../../tree/contract.ts'

/** Actions in a folder. `moved-in`, `moved-out`: to and from the folder. Only the owner sees actions of links. */
export const activityActions = [
  'added',
  'replaced',
  'folder-created',
  'renamed',
  'moved-in',
  'moved-out',
  'trashed',
  'restored',
  'link-created',
  'link-opened',
] as const
export type ActivityAction = (typeof activityActions)[number]

/** `type` user: an account; visitor: somebody with a link or file request; deleted: an account that was deleted. */
export const ActivityActor = object({
  type: oneOf(['user', 'visitor', 'deleted']),
  id: nullable(uuid()),
  attributes: nullable(
    object({
      name: string(),
      avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
      color: string(),
    }),
  ),
})
export type ActivityActor = Static<typeof ActivityActor>

const NamedItem = object({ id: uuid(), name: string(), is_folder: boolean() })

/** An action on `count` items. `items`: up to three of them that the caller may open, by their present names. */
export const Activity = object({
  id: uuid(),
  type: string(),
  /** `created_at`: time of the last of the `count` actions. */
  attributes: object({ action: oneOf(activityActions), count: integer(), created_at: timestamp() }),
  relationships: object({
    actor: object({ data: ActivityActor }),
    items: object({ data: array(NamedItem) }),
    /**
     * For `moved-out`: the folder that the items were moved to, if the caller may open it; `id` and `name` null: the root.
     */
    target: object({ data: nullable(object({ id: nullable(uuid()), name: nullable(string()) })) }),
  }),
})
export type Activity = Static<typeof Activity>

/** Actions in a folder itself, not in the folders below it; newest first. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/api/browse/activity/:id',
  summary: 'List the activity of a folder',
  access: 'session',
  params: folderParam,
  query: object({ cursor: listQuery.cursor }),
  response: {
    200: object({ data: array(object({ data: Activity })), meta: object({ nextCursor: nullable(string()) }) }),
  },
  errors: ['storage.parent-not-found', 'storage.invalid-cursor'],
})
