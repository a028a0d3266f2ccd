import { useState } from 'react'
import { Button, PlainHeading, TextField, useT } from '../../../web/ui.ts'
import { fileRequestPath, parseRequestToken } from '../../client/file-request.api.ts'

/** `/request` without a token: a field for the link. */
export const PasteRequestLink = () => {
  const t = useT()
  const [link, setLink] = useState('')
  const [tried, setTried] = useState(false)
  const token = parseRequestToken(link)
  return (
    <form
      noValidate
      className="mx-auto w-full max-w-[25rem]"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        // A document of its own: the browser asks before “back” drops running uploads.
        if (token) window.location.assign(fileRequestPath(token))
      }}
    >
      <PlainHeading title={t('sharing:request.link.title')} text={t('sharing:request.link.text')} />
      <div className="flex flex-col gap-4">
        <TextField
          label={t('sharing:request.link.label')}
          value={link}
          onValue={setLink}
          size="lg"
          inputMode="url"
          autoComplete="off"
          error={tried && !token ? t('sharing:request.link.wrong') : undefined}
        />
        <Button type="submit" variant="solid" size="lg" wide>
          {t('sharing:request.link.open')}
        </Button>
      </div>
    </form>
  )
}
