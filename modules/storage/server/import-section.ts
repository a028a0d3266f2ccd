import { compileRowReader, type Db } from '../../platform/index.ts'
import { nullable, object, optional, string } from '../../shared/contract.ts'
import { type Importer, ifAccepted } from '../extraction/index.ts'
import { maxViewSettings, ViewSettings } from '../tree/contract.ts'
import { excludedOf, type Favorites, type ViewSettingsStore } from '../tree/index.ts'

const Favorite = object({ id: string() })
const View = object({ key: string({ maxLength: 36 }), settings: ViewSettings })
const listKey = /^[a-z][a-z-]{0,31}$/
const Comment = object({ item: optional(nullable(string())) })
const readFavorite = compileRowReader(Favorite)
const readView = compileRowReader(View)
const readComment = compileRowReader(Comment)

interface ImportDeps {
  db: Db
  favorites: Favorites
  viewSettings: ViewSettingsStore
}

/** Favorites, and view settings where the account has none. Comments would have another date, and lack those they answer. */
export const storageImporter =
  ({ db, favorites, viewSettings }: ImportDeps): Importer =>
  async ({ scope, rows, itemOf, receiving, count, leaveOut }) => {
    // Only those at the root are never merged with.
    for (const { name } of await receiving(await excludedOf(db, scope.ownerId))) leaveOut('open-folder', name)
    for await (const row of rows('favorites')) {
      const favorite = readFavorite(row)
      const item = await itemOf(favorite?.id)
      if (!item?.isFolder) continue
      if (await ifAccepted(() => favorites.add(scope, [item.id]).then(() => true))) count('favorites')
    }
    const kept = new Set(Object.keys(await viewSettings.ofAccount(scope.ownerId)))
    for await (const row of rows('views')) {
      // More would push out those that the account has chosen itself.
      if (kept.size >= maxViewSettings - 1) break
      const view = readView(row)
      if (!view) continue
      const key = listKey.test(view.key) ? view.key : (await itemOf(view.key))?.id
      if (!key || kept.has(key)) continue
      if (await ifAccepted(() => viewSettings.put(scope, key, view.settings).then(() => true))) kept.add(key)
    }
    for await (const row of rows('comments')) {
      const comment = readComment(row)
      leaveOut('comment', comment?.item ?? '')
    }
  }
