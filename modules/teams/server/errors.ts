import { errorTable, failure, invalidField, unprocessable } from '../../platform/index.ts'

export const teamErrors = errorTable('teams', {
  'team-folder-not-found': failure(404, 'The caller has no team folder of this id, as owner or as member.'),
  'owner-only': failure(403, 'The caller is a member; only the owner of the team folder may do this.'),
  'owner-cannot-leave': unprocessable(
    'The owner cannot leave the team folder, but can dissolve it.',
    'the team folder in the path is the caller’s own',
  ),
  'already-team-folder': unprocessable(
    'The folder is a team folder, is in one, or contains one.',
    'the folder in the path cannot become a team folder',
  ),
  'team-folder-restricted': failure(401, 'The caller’s account is restricted: no new team folders.'),
  'members-limit': invalidField('invitations', 'The plan of the owner does not include so many team members.'),
  'invitations-limit': invalidField('invitations', 'So many new people cannot be invited within a day.'),
  'invite-yourself': invalidField('invitations', 'An invitation is to the owner of the team folder.'),
  'invitation-not-found': failure(404, 'The invitation is unknown, was withdrawn, or is to another email.'),
  'invitation-expired': failure(410, 'The invitation was not answered within 30 days.'),
  'invitation-used': failure(410, 'The invitation was answered before.'),
  'email-not-confirmed': failure(403, 'The email of the invited account is not proven to be its owner’s.'),
  'invitation-answered': unprocessable(
    'The invitation was answered before.',
    'the invitation in the path was answered',
  ),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    teams: keyof typeof teamErrors.entries
  }
}
