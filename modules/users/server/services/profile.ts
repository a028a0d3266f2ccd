import { type Platform, platformErrors } from '../../../platform/index.ts'
import { countries, foldSpaces } from '../../../shared/contract.ts'
import { maxNameLength, normalVatNumber, type UserSettingName, unsafeInLines } from '../../contract.ts'
import type { AccountChanges, Accounts } from './accounts.ts'
import { normalTimezone } from './timezone.ts'

interface Rule {
  /** The normalized value, or null when it is invalid. */
  parse(value: string): string | null
  /** When a blank value clears the column; `forced`: only with `force`, otherwise it is ignored. */
  clears: 'always' | 'forced' | 'never'
}

const unsafe = new RegExp(`[${unsafeInLines}]`, 'u')
const oneLine = (max: number) => (value: string) => {
  const normalized = value.normalize('NFC')
  return [...normalized].length <= max && !unsafe.test(normalized) ? normalized : null
}
const pattern = (expression: RegExp) => (value: string) => (expression.test(value) ? value : null)
/** Part of a name, with its spaces as at sign-up. */
const partOfName = (value: string) => {
  const line = oneLine(maxNameLength)(value)
  return line === null ? null : foldSpaces(line)
}
const text = (max = 255): Rule => ({ parse: oneLine(max), clears: 'forced' })

/** Setting → rule. A setting has the name of its column in `users`. */
const rules = (i18n: Platform['i18n']): Record<UserSettingName & keyof AccountChanges, Rule> => ({
  first_name: { parse: partOfName, clears: 'never' },
  last_name: { parse: partOfName, clears: 'always' },
  address: text(),
  city: text(),
  state: text(),
  postal_code: text(40),
  country: { parse: (value) => (countries.includes(value) ? value : null), clears: 'forced' },
  phone_number: { parse: pattern(/^[+()\d .\-/]{1,40}$/), clears: 'forced' },
  vat_number: { parse: normalVatNumber, clears: 'forced' },
  timezone: { parse: normalTimezone, clears: 'forced' },
  locale: { parse: (value) => (i18n.locales.includes(value) ? value : null), clears: 'forced' },
  theme_mode: { parse: pattern(/^(dark|light|system)$/), clears: 'never' },
  emoji_type: { parse: pattern(/^(twemoji|native)$/), clears: 'never' },
})

const invalidField = (field: string, reason: string) =>
  platformErrors.fail('validation-failed', { errors: { [field]: [reason] } })

/** The settings that users change by themselves, by an allow-list of names (A60). */
export class Profile {
  private readonly accounts: Accounts
  private readonly rules: Record<string, Rule>
  constructor(accounts: Accounts, i18n: Platform['i18n']) {
    this.accounts = accounts
    this.rules = Object.assign(Object.create(null) as object, rules(i18n))
  }

  /**
   * Stores the changes. Resolves with the stored values; blank values may be ignored. One unknown name or invalid value
   * rejects all of them by 422 with `errors[field]`.
   */
  async update(
    userId: string,
    changes: readonly { name: string; value: unknown; field: string }[],
    { force = false }: { force?: boolean | undefined } = {},
  ): Promise<Partial<Record<UserSettingName, string | null>>> {
    const values: AccountChanges = {}
    const applied: Record<string, string | null> = {}
    for (const { name, value, field } of changes) {
      const rule = this.rules[name]
      if (!rule) throw invalidField(field === 'value' ? 'name' : field, 'users:validation.unknown-setting')
      if (value !== null && typeof value !== 'string' && typeof value !== 'number')
        throw invalidField(field, 'platform:validation.invalid')
      const trimmed = value === null ? '' : String(value).trim()
      const blank = trimmed === ''
      if (blank && rule.clears !== 'always' && !(force && rule.clears === 'forced')) continue
      const parsed = blank ? null : rule.parse(trimmed)
      if (!blank && parsed === null) throw invalidField(field, 'platform:validation.invalid')
      Object.assign(values, { [name]: parsed })
      applied[name] = parsed
    }
    if (Object.keys(values).length > 0) await this.accounts.update(userId, values)
    return applied
  }

  /** Sets the theme, the language, or both. */
  async setAppearance(userId: string, { theme, locale }: { theme?: string; locale?: string }): Promise<void> {
    const changes = Object.entries({ theme_mode: theme, locale }).flatMap(([name, value]) =>
      value ? [{ name, value, field: name }] : [],
    )
    await this.update(userId, changes)
  }
}
