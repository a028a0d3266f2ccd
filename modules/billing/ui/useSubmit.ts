import { useState } from 'react'
import { CallError } from '../../web/ui.ts'

/** Runs the action of a dialog: busy until it ends, with its error to show in the dialog. Null when it failed. */
export const useSubmit = () => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const run = async <T>(action: () => Promise<T>): Promise<T | null> => {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      return await action()
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed
      setError(failed)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run }
}
