import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../../web/ui.ts'
import { useAction } from './useAction.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'loading'> {
  /** Null: it was cancelled. */
  run: () => Promise<unknown>
  doneText?: string
  children: ReactNode
}

/**
 * A button whose click runs an action of the user area. It is busy until the page shows the result: a second click would
 * find what is gone already, and tell an error after a success.
 */
export const ActionButton = ({ run, doneText, ...button }: ActionButtonProps) => {
  const act = useAction()
  return <Button {...button} loading={act.busy} onClick={() => void act(run, doneText)} />
}
