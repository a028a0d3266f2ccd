import { use } from 'react'
import type { LocalItem } from '../../client/local-results.ts'
import { sectionOfItem } from '../extensions/section.ts'
import { FilesExtensionsContext } from '../extensions/types.ts'
import { useSectionName } from '../useSectionName.ts'

/** Names on the path to a result, topmost first: the list that leads to it, as far as that is known, and folders. */
export const useHitPath = (): ((hit: LocalItem) => string[]) => {
  const added = use(FilesExtensionsContext)
  const sectionName = useSectionName()
  return ({ data, meta }) => {
    const names = meta.path.map(({ name }) => name)
    return meta.isPartial ? names : [sectionName(sectionOfItem(added, data, meta.path)), ...names]
  }
}
