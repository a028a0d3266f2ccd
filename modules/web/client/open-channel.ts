/** A channel to other tabs; null in browsers without, and where cookies of the site are blocked: Firefox throws then. */
export const openChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
