export { Verified as Page } from '../../../ui/messages/Verified.tsx'
