import { Plus } from 'lucide-react'
import { Button, cx, useT } from '../../../web/ui.ts'
import type { ShareLinksStore } from '../../client/share-links.store.ts'
import type { ShareLink } from '../../contract.ts'
import { useLinkTexts } from '../useLinkTexts.ts'

interface LinkPickerProps {
  links: ShareLinksStore
  all: readonly ShareLink[]
  current: string
  createLink: () => void
}

/** Selects one of an item's links, when there are several. */
export const LinkPicker = ({ links, all, current, createLink }: LinkPickerProps) => {
  const t = useT()
  const texts = useLinkTexts()
  if (all.length < 2) return null
  return (
    <div className="mb-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-small font-medium">{t('sharing:dialog.links', { count: all.length })}</p>
        <Button variant="quiet" size="sm" icon={Plus} onClick={createLink}>
          {t('sharing:dialog.another')}
        </Button>
      </div>
      <ul aria-label={t('sharing:dialog.links', { count: all.length })} className="mt-1.5 flex flex-col gap-1">
        {all.map(({ id, attributes }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === current}
              onClick={() => links.select(id)}
              className={cx(
                'flex min-h-9 w-full items-center gap-3 rounded-sm border px-3 py-1.5 text-start text-14 pointer-coarse:min-h-11',
                id === current ? 'border-brand-mark bg-brand-tint text-text' : 'border-line hover:bg-hover',
              )}
            >
              <span className="min-w-0 grow truncate font-medium">
                {attributes.label || t('sharing:dialog.unnamed', { number: all.length - index })}
              </span>
              <span className={cx('shrink-0 text-13', id === current ? 'text-text' : 'text-muted')}>
                {texts.end(attributes) ?? texts.permission(attributes)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
