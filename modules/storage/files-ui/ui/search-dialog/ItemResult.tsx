import { ChevronRight, TextSearch } from 'lucide-react'
import { Icon, useT } from '../../../../web/ui.ts'
import { RowThumbnail } from '../../../previews/ui.ts'
import type { LocalItem } from '../../client/local-results.ts'
import { ExtensionBadges } from '../extensions/ExtensionBadges.tsx'
import { HighlightedText } from './HighlightedText.tsx'
import { useHitPath } from './useHitPath.ts'

/** A file or folder that was found: its name, whether its text matches, and where it is. */
export const ItemResult = ({ hit, query }: { hit: LocalItem; query: string }) => {
  const t = useT()
  const hitPath = useHitPath()
  const { data, meta } = hit
  return (
    <>
      <RowThumbnail item={data} />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1.5">
          <span className="bidi-plaintext truncate text-14">
            <HighlightedText name={data.attributes.name} query={meta.in_content ? '' : query} />
          </span>
          <ExtensionBadges item={data} path={meta.path} />
        </span>
        <span className="flex min-w-0 items-center gap-2 text-12 text-muted">
          {meta.in_content && (
            <span className="flex shrink-0 items-center gap-1">
              <Icon of={TextSearch} size={12} />
              {t('storage:search.inText')}
            </span>
          )}
          <Path names={hitPath(hit)} />
        </span>
      </span>
    </>
  )
}

/** Path of an item; a long one keeps its end. */
const Path = ({ names }: { names: string[] }) => {
  const shown = names.length > 4 ? [names[0] as string, '…', ...names.slice(-2)] : names
  let index = 0
  return (
    <span className="flex min-w-0 items-center gap-0.5">
      {shown.map((name) => (
        <span key={index++} className="flex min-w-0 items-center gap-0.5">
          {index > 0 && <Icon of={ChevronRight} size={12} className="shrink-0 rtl:rotate-180" />}
          <span className="bidi-plaintext truncate">{name}</span>
        </span>
      ))}
    </span>
  )
}
