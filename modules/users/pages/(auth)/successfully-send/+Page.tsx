export { EmailSent as Page } from '../../../ui/messages/EmailSent.tsx'
