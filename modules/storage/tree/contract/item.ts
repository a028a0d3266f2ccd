import {
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

/** What describes an emoji: words, never markup. */
const words = () => optional(string({ maxLength: 80, pattern: '^[^<>]*$' }))

/** One emoji, and what a picker may tell of it; anything but an emoji is refused (A63). */
export const Emoji = object({
  char: string({ maxLength: 32 }),
  codes: optional(string({ maxLength: 80, pattern: '^[0-9A-Fa-f -]*$' })),
  name: words(),
  category: words(),
  group: words(),
  subgroup: words(),
})
export type Emoji = Static<typeof Emoji>

export const Thumbnails = object({ xs: string(), sm: string(), lg: string(), xl: string() })

export const ItemAttributes = object({
  /** Whole name, extension included, as the person gave it (NFC). */
  name: string(),
  color: nullable(string()),
  emoji: nullable(Emoji),
  parent_id: nullable(uuid()),
  /** Live children of a folder; 0 for files. */
  items: integer(),
  /** Bytes; null for folders. */
  size: nullable(integer()),
  kind: oneOf(itemKinds),
  mimetype: nullable(string()),
  extension: nullable(string()),
  file_url: nullable(string()),
  thumbnail: nullable(Thumbnails),
  /** Set while a job still makes the thumbnails. */
  thumbnail_pending: boolean(),
  etag: nullable(string()),
  created_at: timestamp(),
  updated_at: timestamp(),
  /** The file's own modification time, where the uploader told it. */
  modified_at: nullable(timestamp()),
  deleted_at: nullable(timestamp()),
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
    /** Present when the parent is not the folder being listed (recent, trash, single item). */
    parent: optional(object({ data: object({ id: uuid(), type: string(), attributes: object({ name: string() }) }) })),
    /** Who made it; absent for visitors and where the account is gone. */
    creator: optional(object({ data: Person })),
    /** A photo's metadata; with a single item only. */
    exif: optional(object({ data: Exif })),
    /** The share link, as the sharing module presents it; absent when not shared. */
    shared: optional(unknown()),
    favourites: optional(object({ favourite: boolean() })),
  }),
})
export type Item = Static<typeof Item>

/** `{id, type}` as items are sent (PRODUCT.md §7); any type but `folder` means file (API.md D1). */
export const ItemRef = object({ id: uuid(), type: string({ maxLength: 20 }) })
export type ItemRef = Static<typeof ItemRef>

/** Items per call (SECURITY.md §4); larger selections are sent by `selection`. */
export const maxItemsPerCall = 500
/** A name in bytes of UTF-8 (A36). */
export const maxNameBytes = 255
/** Folders within folders (A47). */
export const maxDepth = 64
