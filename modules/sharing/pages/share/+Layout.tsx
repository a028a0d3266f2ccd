export { ShareLayout as Layout } from '../../ui/ShareLayout.tsx'
