/** Accepts or declines an invitation, whose call is loaded when it is needed. */
export const answerInvitation = async (kind: 'accept' | 'decline', id: string): Promise<unknown> =>
  (await import('./teams.api.ts')).teamsApi[kind](id)
