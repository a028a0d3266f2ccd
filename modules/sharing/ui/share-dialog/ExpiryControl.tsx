import { useState } from 'react'
import { Popover, useT } from '../../../web/ui.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import { Expiry } from './Expiry.tsx'
import { SentencePart } from './SentencePart.tsx'
import type { ShareSectionProps } from './section-props.ts'

/** When the link expires, as a part of the sentence. */
export const ExpiryControl = (props: ShareSectionProps) => {
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
      <Expiry {...props} close={() => setOpen(false)} />
    </Popover>
  )
}
