export { DevelopersLayout as Layout } from '../../ui/developers/DevelopersLayout.tsx'
