export { FilesLayout as Layout } from '../../ui/FilesLayout.tsx'
