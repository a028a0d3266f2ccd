import { Button, Callout, useT } from '../../../web/ui.ts'
import type { ShareLinksStore } from '../../client/share-links.store.ts'

/** The links could not be read. */
export const LinksNotLoaded = ({ links, text }: { links: ShareLinksStore; text: string }) => {
  const t = useT()
  return (
    <Callout
      tone="danger"
      role="alert"
      className="mb-4"
      actions={
        <Button size="sm" onClick={links.load}>
          {t('web:kit.retry')}
        </Button>
      }
    >
      {text}
    </Callout>
  )
}
