import { loadTeamsApi } from './load-teams-api.ts'

/** Accepts or declines an invitation, whose call is loaded when it is needed. */
export const answerInvitation = async (kind: 'accept' | 'decline', id: string): Promise<unknown> =>
  (await loadTeamsApi())[kind](id)
