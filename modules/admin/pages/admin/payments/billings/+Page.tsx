export { SettingsPage as Page } from '../../../../ui/settings/SettingsPage.tsx'
