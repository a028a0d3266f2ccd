import {
  array,
  boolean,
  emailPattern,
  endpoint,
  integer,
  listQuery,
  maxEmailLength,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { FolderLevel, FolderQuery, Item, Listing, pageErrors, Tree } from '../../storage/contract.ts'
import { maxSharePassword } from './share-links.ts'
import { maxAccessCode } from './share-pages.ts'
import { token, tokenParams } from './tokens.ts'

/** A share link as visitors see it; of a locked one only that it is locked (A10). */
export const PublicShareLink = object({
  id: uuid(),
  type: string(),
  attributes: object({
    token: string(),
    link: string(),
    /** Whether it must be unlocked at all; `locked`: whether this browser has yet to. */
    protected: boolean(),
    locked: boolean(),
    /** Factors that unlock the link: a password, an emailed code, or both. */
    required_factors: array(oneOf(['password', 'code'])),
    permission: optional(oneOf(['visitor', 'editor'])),
    item_id: optional(uuid()),
    type: optional(oneOf(['file', 'folder'])),
    /** Hours as the owner chose them; 0: none. */
    expire_in: optional(integer()),
    expires_at: optional(nullable(timestamp())),
    download: optional(boolean()),
  }),
  relationships: object({
    item: optional(object({ data: Item })),
    owner: optional(
      object({
        name: string(),
        color: string(),
        avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
      }),
    ),
  }),
})

export type PublicShareLink = Static<typeof PublicShareLink>

export const visitorShowLink = endpoint({
  method: 'GET',
  path: '/api/sharing/:token',
  summary: 'Read a link as a visitor',
  access: 'share',
  params: tokenParams(),
  response: { 200: object({ data: PublicShareLink }) },
  errors: [],
})

/** Unlocks a protected link in this browser, with all of its `required_factors`. */
export const unlockShareLink = endpoint({
  method: 'POST',
  path: '/api/sharing/authenticate/:token',
  summary: 'Unlock a protected link',
  access: 'share',
  scope: 'read',
  params: tokenParams(),
  body: object({
    password: optional(string({ maxLength: maxSharePassword })),
    email: optional(string({ maxLength: maxEmailLength })),
    code: optional(string({ maxLength: maxAccessCode })),
  }),
  response: { 200: object({ data: PublicShareLink }) },
  errors: ['sharing.wrong-password', 'sharing.wrong-code', 'sharing.code-locked'],
})

/** Sends a code if the email is a recipient's; the response is the same if it is not. */
export const requestAccessCode = endpoint({
  method: 'POST',
  path: '/api/sharing/code/:token',
  summary: 'Ask for a code by email',
  access: 'share',
  scope: 'read',
  params: tokenParams(),
  body: object({ email: string({ minLength: 5, maxLength: maxEmailLength, pattern: emailPattern }) }),
  response: { 204: null },
  errors: [],
})

const withId = object({ id: string({ maxLength: 40 }), token: token() })

/** Any `id` that is no UUID: the shared folder itself. */
export const visitorBrowse = endpoint({
  method: 'GET',
  path: '/api/sharing/folders/:id/:token',
  summary: 'List a folder of a link',
  access: 'share',
  params: withId,
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...pageErrors],
})

/** The file of a single-file link. */
export const visitorShowFile = endpoint({
  method: 'GET',
  path: '/api/sharing/file/:token',
  summary: 'Read the file of a link',
  access: 'share',
  params: tokenParams(),
  response: { 200: object({ data: Item }) },
  errors: ['storage.item-not-found'],
})

/** One section, `public`: the tree of folders below the shared one; empty for a single-file link. */
export const visitorNavigation = endpoint({
  method: 'GET',
  path: '/api/sharing/navigation/:token',
  summary: 'Read the tree of folders of a link',
  access: 'share',
  params: tokenParams(),
  response: { 200: array(Tree) },
  errors: [],
})

export const visitorSubfolders = endpoint({
  method: 'GET',
  path: '/api/sharing/subfolders/:id/:token',
  summary: 'List the folders in a folder of a link',
  access: 'share',
  params: withId,
  query: object({ cursor: listQuery.cursor }),
  response: { 200: FolderLevel },
  errors: ['storage.parent-not-found', 'storage.item-not-found', 'storage.invalid-cursor'],
})
