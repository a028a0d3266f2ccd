import { Link2 } from 'lucide-react'
import { type FilesSectionProps, useFilesTools } from '../../storage/ui.ts'
import { Badge, Button, CopyButton, Skeleton, useT } from '../../web/ui.ts'
import { type ShareBadge, shareBadgeOf } from '../client/share-badge.ts'
import { OtherAccess } from './OtherAccess.tsx'
import { useLinkTexts } from './useLinkTexts.ts'

// The share dialog loads them from here: a chunk of their own would make the list of chunks longer on all pages.
export { OtherAccess }

/** Section of an item's details: who can open it, how often it was opened, and the link. */
export const SharingSection = ({ item, metadata, retry }: FilesSectionProps) => {
  const t = useT()
  const tools = useFilesTools()
  const mark = shareBadgeOf(item)
  const isOwn = item.attributes.access === undefined
  return (
    <section aria-label={t('sharing:section.title')} className="mt-5">
      <h3 className="text-14 font-semibold">{t('sharing:section.title')}</h3>
      {!isOwn && <p className="mt-1 text-13 text-pretty">{t('sharing:section.others')}</p>}
      {isOwn && !metadata && !retry && <Skeleton shape="text" className="mt-2" />}
      {isOwn && metadata && (
        <OtherAccess
          item={{ relationships: { ...metadata.item.relationships, ...item.relationships } }}
          path={metadata.path}
          all={!mark}
        />
      )}
      {isOwn && !metadata && retry && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-pretty">
          {t('sharing:section.unknown')}
          <Button size="sm" onClick={retry}>
            {t('web:kit.retry')}
          </Button>
        </p>
      )}
      {mark && <OwnLink mark={mark} />}
      {isOwn && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mark ? (
            <>
              <CopyButton text={mark.data.attributes.link} variant="tinted" size="sm">
                {t('sharing:dialog.copy')}
              </CopyButton>
              <Button size="sm" onClick={() => tools.open('share-edit', item)}>
                {t('sharing:menu.edit')}
              </Button>
            </>
          ) : (
            <Button size="sm" icon={Link2} onClick={() => tools.open('share-create', item)}>
              {t('sharing:menu.share')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The item's own link, and its use. */
const OwnLink = ({ mark }: { mark: ShareBadge }) => {
  const t = useT()
  const texts = useLinkTexts()
  const link = mark.data.attributes
  return (
    <>
      <p className="mt-1 text-13 text-pretty">{texts.sentence(link)}</p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        {link.protected && <Badge>{t('sharing:state.password')}</Badge>}
        {link.expires_at && <Badge tone="warning">{texts.end(link)}</Badge>}
        <Badge>{texts.opened(link)}</Badge>
        <Badge>{texts.downloads(link)}</Badge>
        {mark.meta.links > 1 && <Badge>{t('sharing:section.links', { count: mark.meta.links })}</Badge>}
      </p>
    </>
  )
}
