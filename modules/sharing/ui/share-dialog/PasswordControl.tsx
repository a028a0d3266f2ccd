import { useState } from 'react'
import { Popover, useT } from '../../../web/ui.ts'
import { Password } from './Password.tsx'
import { SentencePart } from './SentencePart.tsx'
import type { SectionProps } from './section-props.ts'

/** Whether the link has a password, as a part of the sentence. */
export const PasswordControl = (props: SectionProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('sharing:option.password')}
      trigger={
        <SentencePart>
          {t(props.link.attributes.protected ? 'sharing:option.passwordIsSet' : 'sharing:option.noPassword')}
        </SentencePart>
      }
    >
      <Password {...props} close={() => setOpen(false)} />
    </Popover>
  )
}
