import { Migration } from '@mikro-orm/migrations'

const statements = [
  `create table team_folders (
    folder_id uuid primary key references items (id) on delete cascade,
    owner_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null default now()
  )`,
  'create index team_folders_owner_id_index on team_folders (owner_id)',
  `create table team_members (
    folder_id uuid not null references team_folders (folder_id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    permission text not null constraint team_members_permission_check check (permission in ('can_edit', 'can_view')),
    created_at timestamptz not null default now(),
    primary key (folder_id, user_id)
  )`,
  'create index team_members_user_id_index on team_members (user_id)',
  `create table team_invitations (
    id uuid primary key default gen_random_uuid(),
    folder_id uuid not null references team_folders (folder_id) on delete cascade,
    inviter_id uuid not null references users (id) on delete cascade,
    email text not null,
    permission text not null
      constraint team_invitations_permission_check check (permission in ('can_edit', 'can_view')),
    status text not null default 'pending' constraint team_invitations_status_check
      check (status in ('pending', 'accepted', 'rejected', 'waiting-for-registration')),
    created_at timestamptz not null default now(),
    answered_at timestamptz
  )`,
  `create unique index team_invitations_open_unique on team_invitations (folder_id, email)
    where status in ('pending', 'waiting-for-registration')`,
  `create index team_invitations_email_index on team_invitations (email)
    where status in ('pending', 'waiting-for-registration')`,
  'create index team_invitations_inviter_id_index on team_invitations (inviter_id)',
]

/** Team folders, their members and the invitations to them. */
export class Migration20261123000850_teams extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    for (const table of ['team_invitations', 'team_members', 'team_folders']) this.addSql(`drop table ${table}`)
  }
}
