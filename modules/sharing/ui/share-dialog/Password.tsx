import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, CopyButton, TextField, useT } from '../../../web/ui.ts'
import { generatePassword } from '../../client/generate-password.ts'
import { maxSharePassword, minSharePassword } from '../../contract.ts'
import type { SectionProps } from './section-props.ts'

/** Sets a typed or generated password, or removes it; the server never shows it again. */
export const Password = ({ links, link: { id, attributes }, close }: SectionProps & { close: () => void }) => {
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const isSet = attributes.protected
  const [text, setText] = useState('')
  const [generated, setGenerated] = useState(0)
  const [tried, setTried] = useState(false)
  const short = text.length < minSharePassword ? t('sharing:error.password-too-short') : undefined

  const save = async () => {
    setTried(true)
    if (short) return
    if (await links.change(id, 'password', { protected: true, password: text }, { protected: true })) close()
  }
  const remove = () => {
    void links.change(id, 'password', { protected: false }, { protected: false })
    close()
  }
  return (
    <>
      <TextField
        // A new field shows the generated password.
        key={generated}
        revealed={generated > 0}
        type="password"
        label={t(isSet ? 'sharing:option.passwordNew' : 'sharing:option.password')}
        help={t('sharing:option.passwordHelp')}
        value={text}
        onValue={setText}
        error={(tried ? short : undefined) ?? errors.password}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void save()
        }}
        maxLength={maxSharePassword}
        autoComplete="new-password"
        data-autofocus
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={RefreshCw}
          onClick={() => {
            setText(generatePassword())
            setGenerated((count) => count + 1)
          }}
        >
          {t('sharing:option.passwordGenerate')}
        </Button>
        {text && (
          <CopyButton size="sm" text={text}>
            {t('web:kit.copy')}
          </CopyButton>
        )}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2 border-t border-line pt-3">
        {isSet && (
          <Button size="sm" variant="danger" onClick={remove} className="me-auto">
            {t('sharing:option.passwordRemove')}
          </Button>
        )}
        <Button size="sm" variant="solid" onClick={save}>
          {t(isSet ? 'sharing:option.passwordChange' : 'sharing:option.passwordSet')}
        </Button>
      </div>
    </>
  )
}
