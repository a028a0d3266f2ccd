import {
  array,
  boolean,
  endpoint,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Static,
  SuccessMessage,
  string,
  union,
} from '../../shared/contract.ts'

const inputKinds = ['switch', 'line', 'text', 'color', 'email', 'list', 'number', 'choice', 'image', 'country'] as const

/** A setting as its form shows it. Texts: `admin:setting.{name}.label` and `.help`. */
export const SettingField = object({
  name: string(),
  input: object({
    kind: oneOf(inputKinds),
    min: optional(number()),
    max: optional(number()),
    unit: optional(string()),
    whole: optional(boolean()),
    values: optional(array(string())),
  }),
  /** The stored text; empty for a secret. */
  value: string(),
  /** The value is never sent; only whether there is one. */
  secret: boolean(),
  isSet: boolean(),
})
export type SettingField = Static<typeof SettingField>

/** Groups of fields of one page, in their order. Texts: `admin:settings.group.{id}`. */
export const SettingGroups = object({ groups: array(object({ id: string(), fields: array(SettingField) })) })
export type SettingGroups = Static<typeof SettingGroups>

export const showSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Read settings: all, or those named in `column`, separated by |',
  access: 'admin',
  scope: 'account',
  query: object({ column: optional(string({ maxLength: 2_000 })) }),
  response: { 200: record(string(), string()) },
  errors: ['admin.setting-unknown'],
})

/** Bytes of an uploaded logo or icon. */
export const maxImageBytes = 2 * 1_000 * 1_000

/**
 * `value` as text, number or boolean; null stores the default. Of an image, the form's file named like the setting
 * instead. In the store of `backup_url` an object is written, read and removed before.
 */
export const updateSetting = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Change a setting',
  access: 'admin',
  scope: 'account',
  body: object({
    name: string({ maxLength: 100 }),
    value: optional(nullable(union([string({ maxLength: 20_000 }), number(), boolean()]))),
    _method: optional(string({ maxLength: 10 })),
  }),
  formFileBytes: maxImageBytes,
  response: { 200: SuccessMessage },
  errors: [
    'admin.setting-unknown',
    'admin.setting-invalid',
    'admin.image-unreadable',
    'admin.currency-in-use',
    'platform.storage-unreachable',
    'platform.storage-sign-in',
    'platform.storage-bucket',
    'platform.storage-region',
    'platform.storage-rights',
    'users.password-confirmation-required',
  ],
})

/**
 * `name`: a setting of an image, such as `app_logo`. The form's part `file`: SVG, PNG, JPEG, WebP, GIF or AVIF; it is
 * re-encoded, SVG to pixels. `PATCH` of the setting with null removes it.
 */
export const uploadSettingImage = endpoint({
  method: 'POST',
  path: '/api/admin/settings/images/:name',
  summary: 'Upload a logo or an icon',
  access: 'admin',
  scope: 'account',
  params: object({ name: string({ maxLength: 100 }) }),
  bodyKind: 'stream',
  streamBody: { part: 'file' },
  response: { 200: object({ type: string(), message: string(), data: object({ value: string() }) }) },
  errors: ['admin.setting-unknown', 'admin.image-unreadable', 'platform.too-large'],
})

/** Sends the realtime event `test` to the open pages of the caller. */
export const testWebsockets = endpoint({
  method: 'POST',
  path: '/api/admin/test-websockets',
  summary: 'Send a test event to the own open pages',
  access: 'admin',
  scope: 'account',
  response: { 200: SuccessMessage },
  errors: [],
})
