import './server/events.ts'

export type { TeamsDeps } from './server/deps.ts'
export { teamEntities } from './server/entities/team.entities.ts'
export { sendTeamSampleMails } from './server/sample-mails.ts'
export { createTeams, type Teams } from './server/teams.module.ts'
