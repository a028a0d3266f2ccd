const loaded = new Set<string>()

/** Adds a script of another company once. The policy accepts it, because a script with the page's nonce adds it. */
export const loadScript = (src: string): void => {
  if (loaded.has(src)) return
  loaded.add(src)
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}
