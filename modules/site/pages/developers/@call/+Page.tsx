export { CallPage as Page } from '../../../ui/developers/CallPage.tsx'
