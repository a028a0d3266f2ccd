/** When an item `i` was modified, as far as its device has told, or else stored. */
export const changedAtSql = 'coalesce(i.modified_at, i.updated_at)'
