import { boolean, endpoint, openObject, optional, string, unknown } from '../../shared/contract.ts'
import { Done, methodOverride } from './fields.ts'

/** The settings that users may change themselves; any other name is rejected (A60). */
export const settingNames = [
  'first_name',
  'last_name',
  'address',
  'city',
  'state',
  'postal_code',
  'country',
  'phone_number',
  'vat_number',
  'timezone',
  'locale',
  'theme_mode',
  'emoji_type',
] as const
export type UserSettingName = (typeof settingNames)[number]

/**
 * `{name, value}` or `{<name>: value, …}`. Blank values change nothing, except for `last_name` or with `force: true`,
 * which clear the field. Errors: 422 for an unknown name (`errors.name`) or a bad value (`errors.value`).
 */
export const updateUserSettings = endpoint({
  method: 'PATCH',
  path: '/api/user/settings',
  summary: 'Change settings of the own account',
  access: 'session',
  scope: 'account',
  body: openObject({
    name: optional(string({ maxLength: 60 })),
    value: optional(unknown()),
    force: optional(boolean()),
    ...methodOverride,
  }),
  response: { 200: Done },
  errors: ['platform.validation-failed'],
})
