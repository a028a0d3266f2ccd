/** Calls `deed` whenever the person comes back to the tab. Returns how to end that. */
export const onReturn = (deed: () => void): (() => void) => {
  const changed = () => {
    if (document.visibilityState === 'visible') deed()
  }
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
