import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'

/** Permissions of a link. */
export const permission = () => oneOf(['visitor', 'editor'])
/** People who can open an item by its links; of several links, by the most open one. */
export type LinkAudience = 'anyone' | 'password' | 'invited'

/** A share link as its owner sees it. */
export const ShareLink = object({
  id: uuid(),
  type: string(),
  attributes: object({
    item_id: uuid(),
    type: oneOf(['file', 'folder']),
    token: string(),
    slug: nullable(string()),
    link: string(),
    label: nullable(string()),
    permission: permission(),
    protected: boolean(),
    /** Hours as the owner chose them; 0: none. */
    expire_in: integer(),
    expires_at: nullable(timestamp()),
    /** By the server's clock, at the time of the response. */
    expired: boolean(),
    download: boolean(),
    max_downloads: nullable(integer()),
    downloads: integer(),
    opened: integer(),
    allow_indexing: boolean(),
    require_email_code: boolean(),
    notify_on_download: oneOf(['never', 'first', 'each']),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  relationships: object({
    recipients: array(
      object({
        id: uuid(),
        email: string(),
        /** When they opened the link with a code. */
        verified_at: nullable(timestamp()),
        /** When the mail server rejected their email; null again when the link is sent again. */
        undelivered_at: nullable(timestamp()),
      }),
    ),
  }),
})
export type ShareLink = Static<typeof ShareLink>
