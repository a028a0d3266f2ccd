import { useEffect, useRef } from 'react'
import { useShell } from '../context.ts'
import type { Shortcut } from './shortcuts.ts'

/**
 * Registers shortcuts while the component is mounted and lists them in the `?` sheet. Handlers may be made anew in
 * each render; only a change of keys or labels registers again. Not called while somebody types or a dialog is open.
 */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  const { shortcuts } = useShell()
  const latest = useRef(list)
  latest.current = list
  const signature = list.map(({ keys, label, group }) => `${keys}\t${label}\t${group ?? ''}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list
  useEffect(
    () =>
      shortcuts.add(
        latest.current.map((shortcut, index) => ({ ...shortcut, run: (event) => latest.current[index]?.run(event) })),
      ),
    [shortcuts, signature],
  )
}
