/** Prefetches the popup and the bar of anonymous visitors. Resolves when they are loaded or failed to load. */
export const prefetchVisitorRemote = async (): Promise<void> => {
  await Promise.allSettled([import('./VisitorRemote.tsx'), import('./RemotePopup.tsx')])
}
