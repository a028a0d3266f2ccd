import { Link2, Lock, PencilLine } from 'lucide-react'
import type { Item } from '../../storage/contract.ts'
import { formatNumber, Icon, type IconType, usePageContext, useT, VisuallyHidden } from '../../web/ui.ts'
import { shareBadgeOf } from '../client/share-badge.ts'
import { useLinkTexts } from './useLinkTexts.ts'

/** The nearest folder above with a link. */
const sharedFolderOf = <Folder extends { badges?: readonly string[] | undefined }>(
  ancestors: readonly Folder[],
): Folder | undefined => ancestors.findLast(({ badges }) => badges?.includes('shared'))

/** A folder above an item: who opens its link opens the item too. */
type Above = readonly { name: string; badges?: readonly string[] | undefined }[]

/** Link icon beside a name: of the item's own links, else of the link of a folder above. */
export const ShareBadgeIcon = ({ item, ancestors }: { item: Item; ancestors: Above }) => {
  const mark = shareBadgeOf(item)
  return mark ? <LinkIcon links={mark.meta.links} /> : <InheritedIcon ancestors={ancestors} />
}

/** The same in the folder tree, where the number of links is unknown. */
export const SharedFolderBadge = ({ badges, ancestors }: { badges: readonly string[]; ancestors: Above }) =>
  badges.includes('shared') ? <LinkIcon links={1} /> : <InheritedIcon ancestors={ancestors} />

const InheritedIcon = ({ ancestors }: { ancestors: Above }) => {
  const t = useT()
  const folder = sharedFolderOf(ancestors)
  if (!folder) return null
  const label = t('sharing:badgeAbove', { name: folder.name })
  return (
    <span data-shared="inherited" data-tip={label} className="shrink-0 text-muted">
      <Icon of={Link2} size={14} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

const LinkIcon = ({ links }: { links: number }) => {
  const t = useT()
  const label = t('sharing:badge', { count: links })
  return (
    <span data-shared data-tip={label} className="shrink-0 text-brand-text">
      <Icon of={Link2} size={14} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

const StateIcon = ({ of, label }: { of: IconType; label: string }) => (
  <span data-tip={label} className="shrink-0">
    <Icon of={of} size={14} />
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
)

/** Cell of the shared items: permission, protection and expiry. */
export const LinkCell = ({ item }: { item: Item }) => {
  const t = useT()
  const texts = useLinkTexts()
  const mark = shareBadgeOf(item)
  if (!mark) return null
  const { attributes } = mark.data
  const end = texts.end(attributes)
  return (
    <span className="flex items-center gap-1.5">
      {attributes.permission === 'editor' && <StateIcon of={PencilLine} label={texts.permission(attributes)} />}
      {(attributes.protected || attributes.require_email_code) && (
        <StateIcon of={Lock} label={t('sharing:state.protected')} />
      )}
      <span className="truncate" data-tip={attributes.expires_at ? texts.exactly(attributes.expires_at) : undefined}>
        {end ?? texts.permission(attributes)}
      </span>
    </span>
  )
}

export const OpensCell = ({ item }: { item: Item }) => {
  const { locale } = usePageContext()
  const mark = shareBadgeOf(item)
  return mark && formatNumber(mark.data.attributes.opened, locale)
}

export const DownloadsCell = ({ item }: { item: Item }) => {
  const texts = useLinkTexts()
  const mark = shareBadgeOf(item)
  if (!mark) return null
  return texts.used(mark.data.attributes)
}

/** The same as one line below the name. */
export const LinkSummary = ({ item }: { item: Item }) => {
  const t = useT()
  const texts = useLinkTexts()
  const mark = shareBadgeOf(item)
  if (!mark) return null
  const { attributes } = mark.data
  const end = texts.end(attributes)
  return [
    end,
    // On phones, the texts from here on may be cut.
    texts.opened(attributes),
    attributes.protected || attributes.require_email_code ? t('sharing:state.protected') : null,
    attributes.downloads > 0 || attributes.max_downloads !== null ? texts.downloads(attributes) : null,
    end === null ? texts.permission(attributes) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
