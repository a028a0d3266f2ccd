import { Button, PlainHeading, TextField, useData, useT } from '../../../web/ui.ts'
import type { PastedLinkData } from '../../pages/request/index/+data.ts'

/** `/request` without a token: a field for the link; works without JavaScript. */
export const PasteRequestLink = () => {
  const t = useT()
  const { rejected } = useData<PastedLinkData>()
  return (
    // The request opens in a document of its own: the browser asks before “back” drops running uploads.
    <form action="/request" className="mx-auto w-full max-w-[25rem]">
      <PlainHeading title={t('sharing:request.link.title')} text={t('sharing:request.link.text')} />
      <div className="flex flex-col gap-4">
        <TextField
          label={t('sharing:request.link.label')}
          name="link"
          defaultValue={rejected ?? ''}
          size="lg"
          inputMode="url"
          autoComplete="off"
          required
          autoFocus={rejected !== null}
          error={rejected === null ? undefined : t('sharing:request.link.wrong')}
        />
        <Button type="submit" variant="solid" size="lg" wide>
          {t('sharing:request.link.open')}
        </Button>
      </div>
    </form>
  )
}
