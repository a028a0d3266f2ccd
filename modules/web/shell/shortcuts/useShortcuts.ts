import { useEffect } from 'react'
import { useLatest } from '../../kit/useLatest.ts'
import { useShell } from '../context.ts'
import type { Shortcut } from './shortcuts.ts'

/**
 * Registers shortcuts while the component is mounted and lists them in the `?` dialog. Handlers may change with each
 * render; only a change of keys or labels registers again. Not called while the user types or a dialog is open.
 */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  const { shortcuts } = useShell()
  const latest = useLatest(list)
  const registrationKey = list.map(({ keys, label, group }) => `${keys}\t${label}\t${group ?? ''}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the list
  useEffect(
    () =>
      shortcuts.add(
        latest.current.map((shortcut, index) => ({ ...shortcut, run: (event) => latest.current[index]?.run(event) })),
      ),
    [shortcuts, registrationKey],
  )
}
