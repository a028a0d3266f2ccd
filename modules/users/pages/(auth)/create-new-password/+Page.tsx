export { NewPasswordForm as Page } from '../../../ui/recovery/NewPasswordForm.tsx'
