/** Calls `callback` whenever the tab becomes visible again. Returns the function that stops it. */
export const onPageVisible = (callback: () => void): (() => void) => {
  const onChange = () => {
    if (document.visibilityState === 'visible') callback()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
