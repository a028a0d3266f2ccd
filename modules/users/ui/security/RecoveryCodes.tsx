import { Download } from 'lucide-react'
import { Button, Callout, CopyButton, call, Dialog, useT } from '../../../web/ui.ts'
import { renewRecoveryCodes } from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'

const download = (codes: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

type Props = { codes: readonly string[]; onCodes: (codes: string[]) => void; onClose: () => void }

/** The recovery codes: to copy, download or replace. */
export const RecoveryCodes = ({ codes, onCodes, onClose }: Props) => {
  const t = useT()
  const act = useAction()
  const renew = async () => {
    const renewed = await act(() => call(renewRecoveryCodes), t('users:security.codes.renewed'))
    if (renewed) onCodes(renewed)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('users:security.codes.title')}
      text={t('users:security.codes.text')}
      footer={
        <>
          <Button variant="quiet" loading={act.busy} onClick={renew}>
            {t('users:security.codes.renew')}
          </Button>
          <Button variant="solid" onClick={onClose}>
            {t('users:security.codes.done')}
          </Button>
        </>
      }
    >
      <ul className="grid gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono text-14 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Callout tone="warning" className="mt-4">
        {t('users:security.codes.warning')}
      </Callout>
      <div className="mt-4 flex gap-2">
        <CopyButton text={codes.join('\n')} />
        <Button icon={Download} onClick={() => download(codes)}>
          {t('users:security.codes.download')}
        </Button>
      </div>
    </Dialog>
  )
}
