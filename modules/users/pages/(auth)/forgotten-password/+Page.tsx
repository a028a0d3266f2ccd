export { ForgottenPassword as Page } from '../../../ui/recovery/ForgottenPassword.tsx'
