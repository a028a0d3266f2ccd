import { lazyComponent } from '../../web/ui.ts'
import type { NameConflictDialogProps } from './ui/NameConflictDialog.tsx'

export const NameConflictDialog = lazyComponent<NameConflictDialogProps>(
  async () => (await import('./ui/NameConflictDialog.tsx')).default,
)
