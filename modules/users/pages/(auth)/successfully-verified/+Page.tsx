export { EmailVerified as Page } from '../../../ui/messages/EmailVerified.tsx'
