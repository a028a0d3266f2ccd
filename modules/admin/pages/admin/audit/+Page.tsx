export { AuditPage as Page } from '../../../ui/audit/AuditPage.tsx'
