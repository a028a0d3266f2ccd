export { DemoPage as Page } from '../../ui/DemoPage.tsx'
