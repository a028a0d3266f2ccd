import { p } from '@mikro-orm/core'
import { ItemEntity } from './item.entity.ts'

/** A column that refers to a folder; the database rejects a file. */
export const folderReference = <Column extends string>(column: Column) =>
  p.manyToOne(ItemEntity).mapToPk().targetKey('folderKey').fieldName(column)
