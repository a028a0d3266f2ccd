import { useEffect, useState } from 'react'
import { askBeforeLeaving, Popover, useLatest, useT } from '../../../web/ui.ts'
import { minSharePassword } from '../../contract.ts'
import { LinkPassword } from './LinkPassword.tsx'
import { SentencePart } from './SentencePart.tsx'
import type { ShareSectionProps } from './section-props.ts'

/**
 * Whether the link has a password, as a part of the sentence. A typed password is saved however its panel closes, as the
 * other settings are: it may have been copied already. One that is too short keeps the panel open.
 */
export const LinkPasswordControl = (props: ShareSectionProps) => {
  const { links, link } = props
  const t = useT()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const isTyped = text !== ''
  const isShort = text.length < minSharePassword

  const close = () => {
    setOpen(false)
    setText('')
    setTried(false)
  }
  const save = async () => {
    if (isShort) return setTried(true)
    close()
    if (await links.change(link.id, 'password', { protected: true, password: text }, { protected: true })) return
    setText((typed) => typed || text)
    setOpen(true)
  }
  const remove = () => {
    void links.change(link.id, 'password', { protected: false }, { protected: false })
    close()
  }

  useEffect(() => {
    links.setUnsent('password', isTyped && isShort)
    return () => links.setUnsent('password', false)
  }, [links, isTyped, isShort])
  useEffect(() => (isTyped ? askBeforeLeaving() : undefined), [isTyped])
  const saveTyped = useLatest(() => {
    if (isTyped && !isShort && links.state.links.some(({ id }) => id === link.id)) void save()
  })
  // On touch screens, a tap on “Done” closes the dialog before the panel.
  useEffect(() => () => saveTyped.current(), [])
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) setOpen(true)
        else if (isTyped) void save()
        else close()
      }}
      label={t('sharing:option.password')}
      trigger={
        <SentencePart>
          {t(link.attributes.protected ? 'sharing:option.passwordIsSet' : 'sharing:option.noPassword')}
        </SentencePart>
      }
    >
      <LinkPassword
        {...props}
        text={text}
        onText={setText}
        error={tried && isShort ? t('sharing:error.password-too-short') : undefined}
        save={save}
        remove={remove}
      />
    </Popover>
  )
}
