import { useT } from '../../../web/ui.ts'
import { useFiles } from './context.ts'

/** For a menu line or a button: disabled and why, where the account may not; nothing where it may. */
export const useRestriction = () => {
  const { sidebar } = useFiles()
  const t = useT()
  return (deed: 'upload' | 'download' | 'create-folder'): { disabled?: true; reason?: string } => {
    const found = sidebar.restricted(deed)
    return found ? { disabled: true, reason: t(`storage:restriction.${found}.title`) } : {}
  }
}
