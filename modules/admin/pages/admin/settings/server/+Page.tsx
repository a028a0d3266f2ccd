export { ServerPage as Page } from '../../../../ui/settings/ServerPage.tsx'
