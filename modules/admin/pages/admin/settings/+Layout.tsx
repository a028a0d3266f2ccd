export { SettingsLayout as Layout } from '../../../ui/settings/SettingsLayout.tsx'
