import { Check } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Icon, Spinner, useT } from '../../../web/ui.ts'
import type { ShareLinksStore } from '../../client/share-links.store.ts'

/** Shows that edits are saved automatically. */
export const SavedIndicator = ({ links }: { links: ShareLinksStore }) => {
  const t = useT()
  const { busy, stale, savedAt, errors } = useSnapshot(links.state)
  const faulty = Object.keys(errors).length > 0
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.5 self-center text-13 text-muted phone:hidden">
      {busy > 0 ? (
        <Spinner size={16} />
      ) : savedAt !== null && !faulty && !stale ? (
        <>
          <Icon of={Check} size={14} />
          {t('sharing:dialog.saved')}
        </>
      ) : null}
    </p>
  )
}
