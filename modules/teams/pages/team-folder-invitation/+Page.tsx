export { InvitationPage as Page } from '../../ui/InvitationPage.tsx'
