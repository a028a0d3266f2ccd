import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../client/copy-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button, type ButtonProps } from '../buttons/Button.tsx'
import { cx } from '../cx.ts'
import { boxClass, Field, type FieldProps } from './Field.tsx'

/** A button that copies a text and shows “Copied” for a second. */
export const CopyButton = ({ text, children, ...rest }: ButtonProps & { text: string }) => {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button {...rest} icon={copied ? Check : Copy} onClick={async () => setCopied(await copyText(text))}>
        {copied ? t('web:kit.copied') : (children ?? t('web:kit.copy'))}
      </Button>
      {/* Beside the button, whose label changes back. */}
      <span role="status" className="sr-only">
        {copied && t('web:kit.copied')}
      </span>
    </>
  )
}

/** A read-only text with a copy button, e.g. a share link. */
export const CopyField = ({ value, className, ...field }: FieldProps & { value: string; className?: string }) => (
  <Field {...field} className={className}>
    {(aria) => (
      <div className="flex gap-2">
        <input
          {...aria}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className={cx(boxClass, 'h-9 min-w-0 text-ellipsis pointer-coarse:h-11')}
        />
        <CopyButton text={value} variant="tinted" />
      </div>
    )}
  </Field>
)
