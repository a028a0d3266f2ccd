export { ConfirmEmail as Page } from '../../../ui/recovery/ConfirmEmail.tsx'
