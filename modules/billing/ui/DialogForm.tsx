import type { ReactNode } from 'react'

interface Props {
  onSubmit: () => void
  /** The submitting button comes last. */
  buttons: ReactNode
  children: ReactNode
}

/** A step of a dialog: its fields, and its buttons below. */
export const DialogForm = ({ onSubmit, buttons, children }: Props) => (
  <form
    noValidate
    className="flex flex-col gap-5"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    <div className="flex flex-wrap justify-end gap-2 phone:*:grow">{buttons}</div>
  </form>
)
