import { CircleCheck } from 'lucide-react'
import { Button, Icon, PlainHeading, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { useSubmittedText } from './useSubmittedText.ts'

interface SubmittedMessageProps {
  fileRequest: PublicFileRequest
  /** A receipt is on its way to the uploader's email. */
  isReceiptSent: boolean
  onMore: () => void
  /** Closes the request for everybody, where uploaders may. */
  onClose: (() => void) | undefined
}

/** Confirms the number of received files, and to which email a receipt goes. */
export const SubmittedMessage = ({ fileRequest, isReceiptSent, onMore, onClose }: SubmittedMessageProps) => {
  const t = useT()
  const { uploader } = fileRequest.relationships
  return (
    <section className="mx-auto w-full max-w-[26rem] pt-6 text-center" data-receipt>
      <span className="mx-auto mb-5 grid size-14 place-items-center rounded-full bg-success-tint text-success-text">
        <Icon of={CircleCheck} size={28} />
      </span>
      <PlainHeading title={t('sharing:request.receipt.title')} text={useSubmittedText(fileRequest)} />
      {isReceiptSent && uploader?.email && (
        <p className="-mt-4 mb-8 text-body text-muted">
          {t('sharing:request.receipt.mailed', { email: uploader.email })}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <Button size="lg" wide onClick={onMore}>
          {t('sharing:request.receipt.more')}
        </Button>
        {onClose && (
          <Button variant="danger" size="lg" wide onClick={onClose}>
            {t('sharing:request.close.button')}
          </Button>
        )}
      </div>
    </section>
  )
}
