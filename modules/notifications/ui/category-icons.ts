import {
  CalendarCheck,
  CloudDownload,
  CreditCard,
  FileUp,
  Gauge,
  Gift,
  Link,
  MessageSquare,
  ServerCrash,
  Users,
  Wallet,
} from 'lucide-react'
import type { IconType } from '../../web/ui.ts'
import type { NotificationCategory } from '../contract.ts'

export const categoryIcons: Record<NotificationCategory, IconType> = {
  gift: Gift,
  'team-invitation': Users,
  comment: MessageSquare,
  'subscription-created': CalendarCheck,
  'billing-alert': Gauge,
  'insufficient-balance': Wallet,
  'payment-alert': CreditCard,
  'file-request': FileUp,
  'remote-upload-done': CloudDownload,
  'link-downloaded': Link,
  'system-alert': ServerCrash,
}
