import type { Platform, Tx } from '../../../platform/index.ts'
import { formatLocale } from '../../../shared/contract.ts'
import { checkName, forbiddenInNames } from '../../../storage/contract.ts'
import type { Users } from '../../../users/index.ts'

export interface FolderNameDeps {
  users: Pick<Users, 'accounts'>
  i18n: Platform['i18n']
  settings: Platform['settings']
}

/** Names are in the owner's language. They contain no isolates, and no other format characters. */
const textsOf = async ({ users, i18n, settings }: FolderNameDeps, ownerId: string, tx: Tx) => {
  const owner = await users.accounts.byId(ownerId, tx)
  const locale = i18n.localeOf(owner?.locale, await settings.read('language', tx))
  const t = i18n.translator(locale)
  return {
    text: (key: string, values: Record<string, string>) => t(key, { ...values, interpolation: { escapeValue: false } }),
    date: new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', timeZone: owner?.timezone ?? 'UTC' }),
  }
}

/** The name of the folder of a request that has none, with its date in the owner's time zone. */
export const requestFolderName = async (
  deps: FolderNameDeps,
  request: { owner_id: string; created_at: Date },
  tx: Tx,
): Promise<string> => {
  const { text, date } = await textsOf(deps, request.owner_id, tx)
  return text('sharing:request.folder', { date: date.format(request.created_at).replace(/\p{Cf}/gu, '') })
}

/** The name of the folder of an uploader who gave no name. */
export const uploaderFolderName = async (
  deps: FolderNameDeps,
  { owner_id, uploader }: { owner_id: string; uploader: { id: string } },
  tx: Tx,
): Promise<string> =>
  (await textsOf(deps, owner_id, tx)).text('sharing:request.uploader', { code: uploader.id.slice(0, 4) })

/** A valid folder name made of a text that people typed; null when nothing is left of it. */
export const folderNameFrom = (text: string): string | null => {
  const allowed = text.replace(new RegExp(forbiddenInNames, 'gu'), '-').trim()
  const checked = checkName([...allowed].slice(0, 60).join(''))
  return 'name' in checked ? checked.name : null
}
