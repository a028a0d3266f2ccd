export { PageEditor as Page } from '../../../../ui/pages/PageEditor.tsx'
