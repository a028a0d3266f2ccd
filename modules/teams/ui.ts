export { answerInvitation } from './client/answer-invitation.ts'
export { teamsFilesExtension } from './ui/files-extension.ts'
