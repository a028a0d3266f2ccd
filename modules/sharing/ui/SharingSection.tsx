import { Link2 } from 'lucide-react'
import type { Ancestor, Item } from '../../storage/contract.ts'
import { hrefOf, useFilesTools } from '../../storage/ui.ts'
import { Badge, Button, CopyButton, useT } from '../../web/ui.ts'
import { shareBadgeOf } from '../client/share-badge.ts'
import { sharedFolderOf } from './ShareBadges.tsx'
import { useLinkTexts } from './useLinkTexts.ts'

/** Section of an item's details: who can open it, how often it was opened, and the link. */
export const SharingSection = ({ item, ancestors }: { item: Item; ancestors: readonly Ancestor[] }) => {
  const t = useT()
  const tools = useFilesTools()
  const texts = useLinkTexts()
  const mark = shareBadgeOf(item)
  const link = mark?.data.attributes
  const sharedFolder = sharedFolderOf(ancestors)
  return (
    <section aria-label={t('sharing:section.title')} className="mt-5">
      <h3 className="text-14 font-semibold">{t('sharing:section.title')}</h3>
      {sharedFolder && (
        <p className="mt-1 text-13 text-pretty">
          {t('sharing:section.inherited', { name: sharedFolder.name })}{' '}
          <a href={hrefOf({ view: 'files', id: sharedFolder.id })} className="link">
            {t('sharing:section.showFolder')}
          </a>
        </p>
      )}
      {mark && link ? (
        <>
          <p className="mt-1 text-13 text-pretty">{texts.sentence(link)}</p>
          <p className="mt-2 flex flex-wrap gap-1.5">
            {link.protected && <Badge>{t('sharing:state.password')}</Badge>}
            {link.expires_at && <Badge tone="warning">{texts.end(link)}</Badge>}
            <Badge>{texts.opened(link)}</Badge>
            <Badge>{texts.downloads(link)}</Badge>
            {mark.meta.links > 1 && <Badge>{t('sharing:section.links', { count: mark.meta.links })}</Badge>}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={link.link} variant="tinted" size="sm">
              {t('sharing:dialog.copy')}
            </CopyButton>
            <Button size="sm" onClick={() => tools.open('share-edit', item)}>
              {t('sharing:menu.edit')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {!sharedFolder && <p className="mt-1 text-13 text-muted">{t('sharing:section.none')}</p>}
          <Button size="sm" icon={Link2} className="mt-2" onClick={() => tools.open('share-create', item)}>
            {t('sharing:menu.share')}
          </Button>
        </>
      )}
    </section>
  )
}
