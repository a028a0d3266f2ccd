import type { SearchSource } from '../storage/ui.ts'

/** Pages of the administration and their settings, for the search dialog of administrators. */
export const adminSearchSource: SearchSource = {
  role: 'admin',
  load: async () => (await import('./ui/search-entries.ts')).searchEntries,
}
