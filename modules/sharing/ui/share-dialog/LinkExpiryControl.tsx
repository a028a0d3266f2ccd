import { useState } from 'react'
import { Popover, useT } from '../../../web/ui.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import { LinkExpiry } from './LinkExpiry.tsx'
import { SentencePart } from './SentencePart.tsx'
import type { ShareSectionProps } from './section-props.ts'

/** When the link expires, as a part of the sentence. */
export const LinkExpiryControl = (props: ShareSectionProps) => {
  const t = useT()
  const texts = useLinkTexts()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('sharing:option.expiry')}
      trigger={<SentencePart>{texts.end(props.link.attributes) ?? t('sharing:option.neverExpires')}</SentencePart>}
    >
      <LinkExpiry {...props} close={() => setOpen(false)} />
    </Popover>
  )
}
