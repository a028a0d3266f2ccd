import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../../users/index.ts'
import type { ViewSettings } from '../../contract.ts'
import { folderReference } from './folder-reference.ts'

/** View of a folder or list for one person. `key`: the folder's id, or the name of a list, whose `folderId` is null. */
export const ViewSettingsEntity = defineEntity({
  name: 'ViewSettings',
  tableName: 'view_settings',
  indexes: [{ name: 'view_settings_folder_id_index', properties: ['folderId'] }],
  properties: {
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .primary()
      .fieldName('user_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    key: p.text().primary(),
    folderId: folderReference('folder_id').deleteRule('cascade').nullable(),
    settings: p.json().columnType('jsonb').$type<ViewSettings>(),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})
