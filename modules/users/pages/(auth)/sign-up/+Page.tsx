export { SignUp as Page } from '../../../ui/sign-up/SignUp.tsx'
