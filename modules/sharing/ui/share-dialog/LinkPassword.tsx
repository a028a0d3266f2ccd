import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, CopyButton, TextField, useT } from '../../../web/ui.ts'
import { generatePassword } from '../../client/generate-password.ts'
import { maxSharePassword } from '../../contract.ts'
import type { ShareSectionProps } from './section-props.ts'

interface PasswordProps extends ShareSectionProps {
  text: string
  onText: (text: string) => void
  error: string | undefined
  save: () => void
  remove: () => void
}

/** Sets a typed or generated password, or removes it; the server never shows it again. */
export const LinkPassword = ({ links, link, text, onText, error, save, remove }: PasswordProps) => {
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const isSet = link.attributes.protected
  const [generated, setGenerated] = useState(0)
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
        onValue={onText}
        error={error ?? errors.password}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
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
            onText(generatePassword())
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
