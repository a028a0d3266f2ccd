import { useT } from '../../../web/ui.ts'
import { isExtensionSection, type Section } from '../../tree/ui.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'

/** Returns the display name of a section. */
export const useSectionName = (): ((section: Section) => string) => {
  const t = useT()
  const { list } = useExtensionLists()
  return (section) => (isExtensionSection(section) ? t(list(section)?.labelKey ?? '') : t(`storage:page.${section}`))
}
