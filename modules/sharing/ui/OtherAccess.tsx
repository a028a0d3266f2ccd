import type { Ancestor, Item } from '../../storage/contract.ts'
import { hrefOf } from '../../storage/ui.ts'
import { useSentenceSpace, useT } from '../../web/ui.ts'
import { othersWithAccess } from '../client/item-access.ts'

interface OtherAccessProps {
  item: Pick<Item, 'relationships'>
  /** Folders above it, topmost first. */
  path: readonly Ancestor[]
  /** Nobody has access in other ways. */
  all: boolean
}

/** One sentence for each way in which others can open an item besides its own links. */
export const OtherAccess = ({ item, path, all }: OtherAccessProps) => {
  const t = useT()
  const space = useSentenceSpace()
  const others = othersWithAccess(item, path)
  if (others.length === 0) return all && <p className="mt-1 text-13 text-muted">{t('sharing:section.none')}</p>
  // i18n-keys: sharing:section.by.*, sharing:section.above.*
  return others.map(({ by, folder }) => (
    <p key={`${by} ${folder?.id}`} className="mt-1 text-13 text-pretty">
      {folder ? t(`sharing:section.above.${by}`, { name: folder.name }) : t(`sharing:section.by.${by}`)}
      {space}
      {folder && (
        <a href={hrefOf({ section: 'files', id: folder.id })} className="link">
          {t('sharing:section.showFolder')}
        </a>
      )}
    </p>
  ))
}
