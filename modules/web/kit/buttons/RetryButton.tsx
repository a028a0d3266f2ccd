import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button, type ButtonProps } from './Button.tsx'

type RetryButtonProps = Pick<ButtonProps, 'size' | 'icon' | 'className' | 'children'> & {
  /** Loads again. The button is busy until its promise resolves, so that it keeps the focus where that fails again. */
  onRetry: () => unknown
}

/** Button of an error that loads again; its label defaults to “Try again”. */
export const RetryButton = ({ onRetry, children, ...rest }: RetryButtonProps) => {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <Button {...rest} loading={isBusy} onClick={() => void retry()}>
      {children ?? t('web:kit.retry')}
    </Button>
  )
}
