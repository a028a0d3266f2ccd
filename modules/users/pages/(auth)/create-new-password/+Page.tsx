export { NewPassword as Page } from '../../../ui/recovery/NewPassword.tsx'
