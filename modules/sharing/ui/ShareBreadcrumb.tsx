import { ChevronRight } from 'lucide-react'
import type { ParentRef } from '../../storage/contract.ts'
import { Icon, useT } from '../../web/ui.ts'
import { shareFolderPath } from '../client/share-paths.ts'

/** Path from the shared folder to the open one. */
export const ShareBreadcrumb = ({ token, path, name }: { token: string; path: readonly ParentRef[]; name: string }) => {
  const t = useT()
  if (path.length === 0) return null
  return (
    <nav aria-label={t('sharing:page.path')} className="mb-5">
      <ol className="flex flex-wrap items-center gap-x-1 text-14 text-muted">
        {path.map((folder) => (
          <li key={folder.id} className="flex min-w-0 items-center gap-1">
            <a
              href={shareFolderPath(token, folder.id)}
              className="inline-flex min-h-8 max-w-60 items-center truncate rounded-sm px-1 text-text no-underline hover:underline pointer-coarse:min-h-11"
            >
              <bdi className="truncate">{folder.name}</bdi>
            </a>
            <Icon of={ChevronRight} size={16} className="shrink-0 rtl:-scale-x-100" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate px-1">
          <bdi>{name}</bdi>
        </li>
      </ol>
    </nav>
  )
}
