import { Link2 } from 'lucide-react'
import type { Item } from '../../../storage/contract.ts'
import { useFilesTools } from '../../../storage/ui.ts'
import { Button, lazyComponent, useLoad, useT } from '../../../web/ui.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'

const OtherAccess = lazyComponent(async () => (await import('../SharingSection.tsx')).OtherAccess)

/** Before the first link: the button that creates it, and the people who can open the item already. */
export const NoLink = ({ item, busy, onCreate }: { item: Item; busy: boolean; onCreate: () => void }) => {
  const t = useT()
  const { load } = useFilesTools()
  // The dialog says nothing about others until the server has said it.
  const { data: loaded, error, reload } = useLoad((signal) => load(item.id, signal), [item.id, load])
  return (
    <div className="pt-1">
      <p className="text-body text-pretty text-muted">
        {t(item.type === 'folder' ? 'sharing:dialog.noneFolder' : 'sharing:dialog.noneFile')}
      </p>
      <Button
        variant="solid"
        size="lg"
        icon={Link2}
        wide
        loading={busy}
        onClick={onCreate}
        className="mt-4"
        data-autofocus
        autoFocus
      >
        {t('sharing:dialog.create')}
      </Button>
      {/* Below the button, which stays where it is when this is known. */}
      <div className="mt-3 min-h-6">
        {loaded && <OtherAccess {...loaded} all />}
        {error !== null && <ShareLoadFailed onRetry={reload} />}
      </div>
    </div>
  )
}
