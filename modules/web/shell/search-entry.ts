/** State of a history entry; `search`: what the search showed there when one of its results was opened. */
type EntryState = { search?: unknown } | null

/** What the search showed on this history entry before a result was opened; null: nothing. Browser only. */
export const searchOfEntry = (): unknown => (history.state as EntryState)?.search ?? null

/** Keeps it in the current history entry, so that Back leads to the results again; null removes it. */
export const setSearchOfEntry = (search: unknown): void => {
  if (search === null && searchOfEntry() === null) return
  history.replaceState({ ...history.state, search }, '')
}
