import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../../platform/index.ts'
import { bytesOfMebibytes, bytesOfMegabytes, formatMegabytes } from '../../../shared/contract.ts'

const { decimal, fileTypes, flag, wholeNumber } = settingTypes
/** Maximum of all retention settings: a hundred years. */
const maxRetentionDays = 36_500

export const storageSettings = {
  mimetypes_blacklist: setting({
    type: fileTypes,
    default: [],
    effect: 'file types that are not accepted',
    public: (entries) => ({ mimetypesBlacklist: entries.join(',') }),
  }),
  upload_limit: setting({
    type: decimal({ min: 0, max: 1_000_000_000, unit: 'MB', note: '0 = no limit' }),
    default: 0,
    effect: 'size of the largest file that is accepted',
    public: (megabytes, locale) => ({
      uploadLimit: bytesOfMegabytes(megabytes),
      uploadLimitFormatted: megabytes === 0 ? null : formatMegabytes(megabytes, locale),
    }),
  }),
  chunk_size: setting({
    type: decimal({ min: 0.0625, max: 1024, unit: 'MiB' }),
    default: 16,
    effect: 'size of the pieces in which browsers upload; a proxy must let them pass',
    public: (mebibytes) => ({ chunkSize: bytesOfMebibytes(mebibytes) }),
  }),
  direct_downloads: setting({
    type: flag,
    default: false,
    effect: 'whether people download their own files from the object store itself; it must be reachable by browsers',
    public: null,
  }),
  content_search: setting({
    type: flag,
    default: true,
    effect: 'whether files are found by the words of their text, which are kept in the database for that',
    public: null,
  }),
  trash_retention_days: setting({
    type: wholeNumber({ min: 0, max: maxRetentionDays, unit: 'days', note: '0 = unlimited' }),
    default: 30,
    effect: 'how long items stay in the trash before they are deleted',
    public: null,
  }),
  versions_retention_days: setting({
    type: wholeNumber({ min: 0, max: maxRetentionDays, unit: 'days', note: '0 = not at all' }),
    default: 30,
    effect: 'how long earlier versions of a file are kept',
    public: null,
  }),
  versions_max: setting({
    type: wholeNumber({ min: 0, max: 10_000, unit: 'versions', note: '0 = none' }),
    default: 50,
    effect: 'how many earlier versions of a file are kept',
    public: null,
  }),
  activity_retention_days: setting({
    type: wholeNumber({ min: 0, max: maxRetentionDays, unit: 'days', note: '0 = unlimited' }),
    default: 180,
    effect: 'how long the activity of folders is kept',
    public: null,
  }),
}

type Values = ValuesOf<typeof storageSettings>
type Fields = PublicOf<typeof storageSettings>

declare module '../../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
