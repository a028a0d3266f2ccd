import { toIso } from '../../shared/contract.ts'
import type { DataExport, DeviceSession, Identity, Passkey, PersonalToken } from '../contract.ts'
import type { ExportRow } from './services/data-exports.ts'
import type { LinkedIdentity } from './services/identities.ts'
import type { PasskeyRow } from './services/passkeys.ts'
import type { TokenDetails } from './services/personal-access-tokens.ts'
import type { SessionRow } from './services/sessions.ts'

export const presentToken = ({
  id,
  name,
  scopes,
  lastUsedAt,
  expiresAt,
  createdAt,
  madeBy,
}: TokenDetails): PersonalToken => ({
  id,
  type: 'token',
  attributes: {
    name,
    scopes,
    last_used_at: toIso(lastUsedAt),
    expires_at: toIso(expiresAt),
    created_at: createdAt.toISOString(),
    made_by: madeBy,
  },
})

export const presentSession = (row: SessionRow, current: string | null): DeviceSession => ({
  id: row.id,
  type: 'session',
  attributes: {
    current: row.id === current,
    remember: row.remember,
    ip: row.ip,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  },
})

export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  type: 'passkey',
  attributes: { name, created_at: created_at.toISOString(), last_used_at: toIso(last_used_at) },
})

export const presentIdentity = ({
  id,
  provider,
  email,
  isUsable,
  created_at,
  last_used_at,
}: LinkedIdentity): Identity => ({
  id,
  type: 'identity',
  attributes: {
    provider,
    email,
    usable: isUsable,
    created_at: created_at.toISOString(),
    last_used_at: toIso(last_used_at),
  },
})

export const presentExport = ({ requested_at, ready_at, expires_at }: ExportRow): DataExport => ({
  status: ready_at ? 'ready' : 'preparing',
  requested_at: requested_at.toISOString(),
  expires_at: toIso(expires_at),
})
