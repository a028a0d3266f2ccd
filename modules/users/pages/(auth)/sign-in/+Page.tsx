export { SignIn as Page } from '../../../ui/sign-in/SignIn.tsx'
