import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../client/copy-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button, type ButtonProps } from '../buttons/Button.tsx'
import { cx } from '../cx.ts'
import { useFeedback } from '../feedback/FeedbackContext.ts'
import { boxClass, Field, type FieldProps } from './Field.tsx'

/** A button that copies a text and shows “Copied” for a second, or says that the browser did not allow it. */
export const CopyButton = ({
  text,
  onCopied,
  children,
  ...rest
}: ButtonProps & { text: string; onCopied?: (() => void) | undefined }) => {
  const t = useT()
  const feedback = useFeedback()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const isCopied = await copyText(text)
    setCopied(isCopied)
    if (isCopied) onCopied?.()
    else feedback.toast({ kind: 'danger', text: t('web:kit.notCopied') })
  }
  return (
    <>
      <Button {...rest} icon={copied ? Check : Copy} onClick={copy}>
        {copied ? t('web:kit.copied') : (children ?? t('web:kit.copy'))}
      </Button>
      {/* Beside the button, whose label changes back. */}
      <span role="status" className="sr-only">
        {copied && t('web:kit.copied')}
      </span>
    </>
  )
}

interface CopyFieldProps extends FieldProps {
  value: string
  className?: string
  /** The text was copied, by the button or by hand. */
  onCopied?: () => void
}

/** A read-only text with a copy button, e.g. a share link. */
export const CopyField = ({ value, className, onCopied, ...field }: CopyFieldProps) => (
  <Field {...field} className={className}>
    {(aria) => (
      <div className="flex gap-2">
        <input
          {...aria}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
          className={cx(boxClass, 'h-9 min-w-0 text-ellipsis pointer-coarse:h-11')}
        />
        <CopyButton text={value} variant="tinted" onCopied={onCopied} />
      </div>
    )}
  </Field>
)
