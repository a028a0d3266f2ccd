import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, CopyButton, Switch, TextField, useT } from '../../../web/ui.ts'
import { generatePassword } from '../../client/generate-password.ts'
import { minSharePassword } from '../../contract.ts'
import type { SectionProps } from './section-props.ts'

/** Sets a typed or generated password; the server never shows it again. */
export const Password = ({ links, link: { id, attributes } }: SectionProps) => {
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const isSet = attributes.protected
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const short = text.length < minSharePassword ? t('sharing:error.password-too-short') : undefined

  const toggle = (on: boolean) => {
    links.setError('password', null)
    setTried(false)
    setOpen(on)
    if (!on && isSet) void links.change(id, 'password', { protected: false }, { protected: false })
  }
  const save = async () => {
    setTried(true)
    if (short) return
    if (await links.change(id, 'password', { protected: true, password: text }, { protected: true })) {
      setOpen(false)
      setText('')
      setTried(false)
    }
  }
  return (
    <div>
      <Switch
        label={t('sharing:option.password')}
        help={t('sharing:option.passwordHelp')}
        checked={isSet || open}
        onValue={toggle}
      />
      {isSet && !open && (
        <Button size="sm" className="mt-2" onClick={() => setOpen(true)}>
          {t('sharing:option.passwordChange')}
        </Button>
      )}
      {open && (
        <div className="mt-3">
          <TextField
            type="password"
            label={t('sharing:option.passwordNew')}
            value={text}
            onValue={setText}
            error={(tried ? short : undefined) ?? errors.password}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
            maxLength={128}
            autoComplete="new-password"
            autoFocus
          />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" icon={RefreshCw} onClick={() => setText(generatePassword())}>
              {t('sharing:option.passwordGenerate')}
            </Button>
            {text && (
              <CopyButton size="sm" text={text}>
                {t('sharing:option.passwordCopy')}
              </CopyButton>
            )}
            <Button size="sm" variant="tinted" onClick={save} className="ms-auto">
              {t('sharing:option.passwordSet')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
