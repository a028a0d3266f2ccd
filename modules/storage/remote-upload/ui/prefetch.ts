/** Fetches ahead what a guest's links are asked for and followed with; ends when it is there, or cannot be had. */
export const prefetchGuestRemote = async (): Promise<void> => {
  await Promise.allSettled([import('./GuestRemote.tsx'), import('./RemotePopup.tsx')])
}
