import { useData, useT } from '../../../../web/ui.ts'
import { useListing } from '../useOpened.ts'
import { FileBrowser } from './FileBrowser.tsx'

/** What was deleted, and how long it stays. */
export const TrashBrowser = () => {
  const t = useT()
  const { retentionDays } = useData<{ retentionDays: number }>()
  const { opened, total } = useListing()
  const { view, id } = opened.place
  const told = retentionDays > 0 && total > 0 && view === 'trash' && id === null
  return (
    <>
      {told && (
        <p className="shrink-0 border-b border-line px-4 py-2 text-13 text-muted">
          {t('storage:trash.retention', { count: retentionDays })}
        </p>
      )}
      <FileBrowser />
    </>
  )
}
