import { useData, useT } from '../../../../web/ui.ts'
import { useListing } from '../useListing.ts'
import { FileBrowser } from './FileBrowser.tsx'

/** The trash with a note on its retention time. */
export const TrashBrowser = () => {
  const t = useT()
  const { retentionDays } = useData<{ retentionDays: number }>()
  const { folderView, total } = useListing()
  const { section, id } = folderView.location
  const showsRetention = retentionDays > 0 && total > 0 && section === 'trash' && id === null
  return (
    <>
      {showsRetention && (
        <p className="shrink-0 border-b border-line px-4 py-2 text-13 text-muted">
          {t('storage:trash.retention', { count: retentionDays })}
        </p>
      )}
      <FileBrowser />
    </>
  )
}
