import { Ban } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, TextArea, usePageContext, useT } from '../../../web/ui.ts'
import { maxReasonLength } from '../../contract.ts'

interface Props {
  count: number
  title?: string
  /** Reason to begin with. */
  given?: string
  onClose: () => void
  onSuspend: (reason: string) => void
}

/** Asks before a suspension: explains its effects, and asks for its reason. */
export const SuspendDialog = ({ count, title, given = '', onClose, onSuspend }: Props) => {
  const t = useT()
  const { engine, hasFixedSubscriptions } = usePageContext()
  const [reason, setReason] = useState(given)
  const texts = [
    t('admin:suspend.text'),
    ...(engine === 'fixed' || hasFixedSubscriptions ? [t('admin:suspend.fixed')] : []),
    ...(engine === 'metered' ? [t('admin:suspend.metered')] : []),
  ]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      icon={Ban}
      title={title ?? t('admin:suspend.title', { count })}
      text={texts.join(' ')}
      onSubmit={() => onSuspend(reason)}
      footer={
        <>
          <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="danger">
            {t('admin:suspend.submit')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('admin:suspend.reason')}
        help={t('admin:suspend.reasonHelp')}
        maxLength={maxReasonLength}
        rows={3}
        value={reason}
        onValue={setReason}
      />
    </Dialog>
  )
}
