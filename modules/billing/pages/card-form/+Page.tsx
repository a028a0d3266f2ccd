export { CardFormPage as Page } from '../../ui/card-form/CardFormPage.tsx'
