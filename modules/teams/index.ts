export { teamEntities } from './server/entities/team.entities.ts'
export type { TeamsEvents } from './server/events.ts'
export { sendTeamSampleMails } from './server/sample-mails.ts'
export { createTeams, type Teams } from './server/teams.module.ts'
