import { useState } from 'react'
import { createAutosave, SaveCancelled, useConfirmed } from '../../../users/ui.ts'
import { saveSettings } from '../../client/settings.ts'

/** Delay for values that change while they are chosen, such as a color. */
const saveDelayMs = 400

/** Saves changed settings of a page; asks for the password where the server does. `onSaved`: after each save. */
export const useSettingsAutosave = (onSaved?: (values: Record<string, string>) => Promise<void>) => {
  const confirmed = useConfirmed()
  const [autosave] = useState(() =>
    createAutosave({
      delayMs: saveDelayMs,
      save: async (values) => {
        const saved = await confirmed(() => saveSettings(values).then(() => true))
        if (!saved) throw new SaveCancelled('the password was not confirmed')
        await onSaved?.(values)
      },
    }),
  )
  return autosave
}
