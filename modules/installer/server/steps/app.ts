import { definitionOf, parseSetting, SettingError, type Settings } from '../../../platform/index.ts'
import { type BodyOf, typedDecimal } from '../../../shared/contract.ts'
import type { setApp } from '../../contract.ts'
import { installerErrors } from '../errors.ts'

/** Field of the wizard → setting. */
export const settingOfField = {
  title: 'app_title',
  description: 'app_description',
  color: 'app_color',
  contactMail: 'contact_email',
  googleAnalytics: 'google_analytics',
  userRegistration: 'registration',
  storageLimitation: 'storage_limitation',
  defaultStorage: 'default_max_storage_amount',
  teamsDefaultMembers: 'default_max_team_member',
  subscriptionType: 'subscription_type',
} as const

/** Setting → text, from the fields of a form. Throws 422 with all invalid fields. */
export const settingsFromForm = (
  { definitions }: Pick<Settings, 'definitions'>,
  fields: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>> | BodyOf<typeof setApp>,
): Record<string, string> => {
  const answers: Record<string, string> = {}
  const errors: Record<string, string[]> = {}
  for (const [field, value] of Object.entries(body)) {
    const name = fields[field] as string
    try {
      const { type } = definitionOf(definitions, name)
      const text = type.input?.kind === 'number' ? typedDecimal(String(value)) : String(value).trim()
      parseSetting(definitions, name, text)
      answers[name] = text
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      errors[field] = [String(value).trim() ? 'installer:error.value-invalid' : 'platform:validation.required']
    }
  }
  if (Object.keys(errors).length > 0) throw installerErrors.fail('value-invalid', { errors })
  return answers
}
