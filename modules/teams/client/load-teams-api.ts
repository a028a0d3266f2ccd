import { loadInTime } from '../../web/ui.ts'

/** Loads the calls of teams with the first of them. */
export const loadTeamsApi = loadInTime(async () => (await import('./teams.api.ts')).teamsApi)
