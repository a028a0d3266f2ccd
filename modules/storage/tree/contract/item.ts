import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  timestamp,
  unknown,
  uuid,
} from '../../../shared/contract.ts'
import { Exif } from './exif.ts'

export const itemKinds = ['folder', 'image', 'video', 'audio', 'document', 'other'] as const
export type ItemKind = (typeof itemKinds)[number]

/** Text that describes an emoji, without markup. */
const words = () => optional(string({ maxLength: 80, pattern: '^[^<>]*$' }))

/** One emoji with the fields that emoji pickers supply. The server rejects text that is not one emoji (A63). */
export const ItemEmoji = object({
  char: string({ maxLength: 32 }),
  codes: optional(string({ maxLength: 80, pattern: '^[0-9A-Fa-f -]*$' })),
  name: words(),
  category: words(),
  group: words(),
  subgroup: words(),
})
export type ItemEmoji = Static<typeof ItemEmoji>

export const ThumbnailUrls = object({ xs: string(), sm: string(), lg: string(), xl: string() })

const ItemAttributes = object({
  /** Full name with extension, as the user entered it, in NFC. */
  name: string(),
  color: nullable(string()),
  emoji: nullable(ItemEmoji),
  parent_id: nullable(uuid()),
  /** Active children of a folder; 0 for files. */
  items: integer(),
  /** Bytes; null for folders. */
  size: nullable(integer()),
  kind: oneOf(itemKinds),
  mimetype: nullable(string()),
  extension: nullable(string()),
  file_url: nullable(string()),
  thumbnail: nullable(ThumbnailUrls),
  /** True until a job has made the thumbnails, or failed to. */
  thumbnail_pending: boolean(),
  etag: nullable(string()),
  created_at: timestamp(),
  updated_at: timestamp(),
  /** Modification time of the file itself; null when the uploader sent none. */
  modified_at: nullable(timestamp()),
  deleted_at: nullable(timestamp()),
  /**
   * The signed-in caller's permission for an item of another account, and an uploader's for an item of another uploader;
   * absent for their own and for visitors of links.
   */
  access: optional(oneOf(['editor', 'visitor'])),
  /** Name of the owner of an item of another account, for signed-in callers. */
  owner: optional(string()),
})

const Person = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
    color: string(),
  }),
})

export const Item = object({
  id: uuid(),
  type: oneOf(['file', 'folder']),
  attributes: ItemAttributes,
  relationships: object({
    /** Present where the parent is not the listed folder (recent files, trash, single item). */
    parent: optional(object({ data: object({ id: uuid(), type: string(), attributes: object({ name: string() }) }) })),
    /** Account that created the item; absent for visitors and when the account was deleted. */
    creator: optional(object({ data: Person })),
    /** Metadata of a photo; only when a single item is requested. */
    exif: optional(object({ data: Exif })),
    /** Share link as presented by the sharing module; absent when not shared. */
    shared: optional(unknown()),
    /** People who access the folder besides its owner, as presented by the teams module; absent when there are none. */
    members: optional(unknown()),
    /** The upload request whose link shows all files of the folder; only when a single item is requested. */
    open_request: optional(unknown()),
    favourites: optional(object({ favourite: boolean() })),
    /** In lists of several folders, for the owner: the folders above that have badges, topmost first. */
    badged_ancestors: optional(array(object({ id: uuid(), name: string(), badges: array(string()) }))),
  }),
})
export type Item = Static<typeof Item>

/** `{id, type}`; any type except `folder` means file (D1). */
export const ItemRef = object({ id: uuid(), type: string({ maxLength: 20 }) })
export type ItemRef = Static<typeof ItemRef>

/** Query parameters with the token of a share link or file request (D29); without one a session is required. */
export const linkTokens = { share: optional(string({ maxLength: 64 })), request: optional(string({ maxLength: 64 })) }

/** Items per call; larger sets use `selection`. */
export const maxItemsPerCall = 500
/** Levels of nested folders (A47). */
export const maxDepth = 64
