import { loadWithRetry } from '../../web/ui.ts'

/** Loads the calls of teams with the first of them. */
export const loadTeamsApi = loadWithRetry(async () => (await import('./teams.api.ts')).teamsApi)
