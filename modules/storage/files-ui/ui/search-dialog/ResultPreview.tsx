import { useT } from '../../../../web/ui.ts'
import { TileThumbnail } from '../../../previews/ui.ts'
import { changedAt, iconKindOf } from '../../../tree/ui.ts'
import type { LocalItem } from '../../client/local-results.ts'
import { useRowTexts } from '../browser/row-texts.ts'
import { useHitPath } from './useHitPath.ts'

/** The active hit beside the list, where there is room: picture, name, kind, size, time and location. */
export const ResultPreview = ({ hit }: { hit: LocalItem }) => {
  const { data } = hit
  const t = useT()
  const hitPath = useHitPath()
  const texts = useRowTexts()
  const { name } = data.attributes
  const changed = changedAt(data)
  const details = [
    [t('storage:list.column.kind'), t(`storage:list.kind.${iconKindOf(data)}`)],
    [t('storage:list.column.size'), texts.size(data)],
    [t('storage:list.column.updated_at'), texts.when(changed), texts.exact(changed)],
    [t('storage:list.column.where'), hitPath(hit).join(' › ')],
  ] as const
  return (
    <aside
      aria-label={t('storage:search.preview')}
      className="hidden w-64 shrink-0 flex-col overflow-y-auto border-s border-line p-4 md:flex"
    >
      <div className="h-40 shrink-0 overflow-hidden rounded-md bg-n2 dark:bg-page">
        <TileThumbnail item={data} />
      </div>
      <p className="bidi-plaintext mt-3 text-14 font-semibold wrap-anywhere">{name}</p>
      <dl className="mt-3 flex flex-col gap-2 text-13">
        {details.map(([label, value, title]) => (
          <div key={label}>
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="wrap-anywhere" title={title}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
