import { useT } from '../../../web/ui.ts'
import type { Item, RestrictedAction } from '../../tree/contract.ts'
import { useFiles } from './context.ts'

/** Props of a menu entry or button: disabled with the reason under an account restriction, else empty. */
export const useRestriction = () => {
  const { sidebar } = useFiles()
  const t = useT()
  return (action: RestrictedAction, ...items: (Item | null | undefined)[]): { disabled?: true; reason?: string } => {
    const restriction = sidebar.restrictionOn(action, ...items)
    return restriction ? { disabled: true, reason: t(`storage:restriction.${restriction}.title`) } : {}
  }
}
