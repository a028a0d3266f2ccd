/** Prefetches the popup and the bar of anonymous visitors. Resolves when they are loaded or failed to load. */
export const prefetchGuestRemote = async (): Promise<void> => {
  await Promise.allSettled([import('./GuestRemote.tsx'), import('./RemotePopup.tsx')])
}
