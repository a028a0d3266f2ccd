export { FilesLayout as Layout } from '../../files-ui/ui.ts'
