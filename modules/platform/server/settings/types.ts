import { isAbsolute } from 'node:path'
import { currencies, isMailbox } from '../../../shared/contract.ts'
import { parseBackupUrl } from '../backup/backup-url.ts'
import { imageFile } from '../branding-images.ts'
import type { SettingType } from './definition.ts'

const on = /^(1|true|on|yes)$/i
const off = /^(0|false|off|no)$/i

export const flag: SettingType<boolean> = {
  accepts: 'on or off (also 1/0, true/false, yes/no)',
  input: { kind: 'switch' },
  parse: (text) => (on.test(text) ? true : off.test(text) ? false : undefined),
  format: (value) => (value ? '1' : '0'),
}

interface NumberLimits {
  min: number
  max: number
  /** Unit of the value: `MB`, `days`. */
  unit: string
  /** Meaning of a special value: `0 = no limit`. */
  note?: string
}

const numeric = (kind: string, digits: RegExp, { min, max, unit, note }: NumberLimits): SettingType<number> => ({
  input: { kind: 'number', min, max, unit, whole: kind === 'whole number' },
  accepts: `a ${kind} from ${min} to ${max} (${note ? `${unit}; ${note}` : unit})`,
  parse(text) {
    const value = digits.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
  format: String,
})

export const decimal = (limits: NumberLimits): SettingType<number> =>
  numeric('number', /^-?\d{1,15}(\.\d{1,15})?$/, limits)
export const wholeNumber = (limits: NumberLimits): SettingType<number> =>
  numeric('whole number', /^-?\d{1,15}$/, limits)

export const choice = <const Value extends string>(values: readonly Value[]): SettingType<Value> => ({
  accepts: `one of ${values.join(', ')}`,
  input: { kind: 'choice', values },
  parse: (text) => values.find((value) => value === text),
  format: String,
})

/** One line of text; `min` and `max` count characters. */
export const line = ({ min, max }: { min: number; max: number }): SettingType<string> => ({
  accepts: `one line of ${min} to ${max} characters`,
  parse(text) {
    const value = text.trim()
    const length = [...value].length
    return length >= min && length <= max && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) ? value : undefined
  },
  format: String,
})

/** An absolute path on the server, or empty. */
export const folderPath: SettingType<string> = {
  accepts: 'an absolute path, or empty',
  parse: (text) =>
    text === '' || (isAbsolute(text) && text.length <= 1_000 && !/\p{Cc}/u.test(text)) ? text : undefined,
  format: String,
}

/** Several lines of text; `max` counts characters. */
export const text = ({ max }: { max: number }): SettingType<string> => ({
  input: { kind: 'text' },
  accepts: `a text of up to ${max} characters`,
  parse(given) {
    const value = given.replaceAll('\r\n', '\n').trim()
    return [...value].length <= max && !/[^\P{Cc}\n\t]/u.test(value) ? value : undefined
  },
  format: String,
})

export const color: SettingType<string> = {
  accepts: 'a color such as #00BC7E',
  input: { kind: 'color' },
  parse: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text : undefined),
  format: String,
}

/** A language's code. Callers check that the installation has the language: administrators create and remove languages. */
export const languageTag: SettingType<string> = {
  accepts: 'the code of a language of the installation, such as en or pt-BR',
  input: { kind: 'choice', values: [] },
  parse: (text) => (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(text) ? text : undefined),
  format: String,
}

/** `G-ABC123`, `ca-pub-123`; or empty. */
export const googleId: SettingType<string> = {
  accepts: 'an ID such as G-ABC123XYZ or ca-pub-1234567890123456, or empty',
  parse(given) {
    const id = given.trim()
    return id === '' || /^(?:(?:G|UA|GT|AW)-[A-Z0-9-]{4,20}|ca-pub-\d{10,20})$/.test(id) ? id : undefined
  },
  format: String,
}

/** The number of an ad unit. Of a pasted snippet only its number is stored: its HTML never gets into a page. */
export const adSlot: SettingType<string> = {
  accepts: 'the number of an ad unit, or the snippet with data-ad-slot, or empty',
  input: { kind: 'text' },
  parse(given) {
    const slot = /data-ad-slot="(\d{4,20})"/.exec(given)?.[1] ?? given.trim()
    return slot === '' || /^\d{4,20}$/.test(slot) ? slot : undefined
  },
  format: String,
}

export const currency: SettingType<string> = {
  accepts: 'a currency by its ISO 4217 code, such as USD',
  parse: (text) => (currencies.includes(text) ? text : undefined),
  format: String,
}

/** An email address, or empty. */
export const email: SettingType<string> = {
  accepts: 'an email address, or empty',
  input: { kind: 'email' },
  parse: (text) => (text === '' || (text.length <= 255 && isMailbox(text)) ? text : undefined),
  format: String,
}

/** An origin with an optional path, such as `https://login.example.org/realms/main`; or empty. */
export const webUrl: SettingType<string> = {
  accepts: 'an http(s) URL without query and credentials, or empty',
  input: { kind: 'text' },
  parse(text) {
    if (text === '') return text
    const url = text.length <= 500 && URL.canParse(text) ? new URL(text) : null
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
    return isPlain ? text : undefined
  },
  format: String,
}

/** An object store with its key, or empty. */
export const objectStore: SettingType<string> = {
  accepts: 's3://KEY:SECRET@host/bucket[/folder]?region=…, or empty',
  parse: (text) => (text === '' || (text.length <= 1_000 && parseBackupUrl(text)) ? text : undefined),
  format: String,
}

/** Maximum length: an AWS session token of 2,000 characters is up to three times as long in a URL. */
const maxMailUrl = 10_000

/** A mail server or service with its sign-in, or empty. */
export const mailUrl: SettingType<string> = {
  accepts: 'smtp://user:password@host:port, smtps://…, mailgun://…, postmark://… or ses://…, or empty',
  parse(text) {
    if (text === '') return text
    const url = text.length <= maxMailUrl && URL.canParse(text) ? new URL(text) : null
    return url && /^(smtps?|mailgun|postmark|ses):$/.test(url.protocol) && url.hostname !== '' ? text : undefined
  },
  format: String,
}

const entry = /^[a-z0-9][a-z0-9.+_-]*(\/[a-z0-9][a-z0-9.+_-]*)?$/

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim().toLowerCase().replace(/^\./, ''))
    .filter(Boolean)

/** File extensions and media types, in lower case. The valid entries of an invalid stored list still apply. */
export const fileTypes: SettingType<readonly string[]> = {
  accepts: 'a comma list of extensions and media types such as exe, image, image/svg+xml, or empty',
  input: { kind: 'list' },
  parse(text) {
    const entries = entriesOf(text)
    return entries.every((word) => entry.test(word)) ? entries : undefined
  },
  format: (value) => value.join(','),
  recover: (text) => entriesOf(text).filter((word) => entry.test(word)),
}

/** File of an image of the installation (`brandingImage` of the platform), or empty. */
export const image: SettingType<string> = {
  accepts: 'the file of an uploaded image, or empty',
  input: { kind: 'image' },
  parse: (text) => (text === '' || imageFile.test(text) ? text : undefined),
  format: String,
}
