import { defineEntity, p } from '@mikro-orm/core'
import { folderReference } from '../../../storage/index.ts'
import { UserEntity } from '../../../users/index.ts'

const time = (column: string) => p.datetime().columnType('timestamptz').fieldName(column).defaultRaw('now()')

/** A server process whose sockets are in `folder_presence`. It renews `seen_at`. */
export const PresenceProcessEntity = defineEntity({
  name: 'PresenceProcess',
  tableName: 'presence_processes',
  properties: { id: p.uuid().primary(), seenAt: time('seen_at') },
})

/** A socket whose tab shows a folder. */
export const FolderPresenceEntity = defineEntity({
  name: 'FolderPresence',
  tableName: 'folder_presence',
  indexes: [
    { name: 'folder_presence_process_id_index', properties: ['processId'] },
    { name: 'folder_presence_folder_id_index', properties: ['folderId'] },
    { name: 'folder_presence_user_id_index', properties: ['userId'] },
  ],
  properties: {
    socketId: p.text().primary().fieldName('socket_id'),
    processId: p
      .manyToOne(PresenceProcessEntity)
      .mapToPk()
      .fieldName('process_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    folderId: folderReference('folder_id').deleteRule('cascade').updateRule('no action'),
    userId: p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade').updateRule('no action'),
    enteredAt: time('entered_at'),
  },
})
