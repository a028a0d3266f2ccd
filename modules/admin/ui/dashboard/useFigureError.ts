import { useT } from '../../../web/ui.ts'
import type { Dashboard, FigureId } from '../../contract.ts'

/** Text in place of a figure that could not be read; null otherwise. */
export const useFigureError = (failed: Dashboard['failed']) => {
  const t = useT()
  return (id: FigureId): string | null => {
    const failure = failed.find(({ figure }) => figure === id)
    return failure ? t('admin:dashboard.figure.failed', { reason: failure.reason }) : null
  }
}
