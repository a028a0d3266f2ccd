import type { Item } from '../contract.ts'

/** An item as the API presents it, for tests. */
export const testItem = (id: string, given: Partial<Item['attributes']> & { type?: Item['type'] } = {}): Item => {
  const { type = 'file', ...attributes } = given
  return {
    id,
    type,
    attributes: {
      name: id,
      color: null,
      emoji: null,
      parent_id: null,
      items: 0,
      size: type === 'folder' ? null : 1,
      kind: type === 'folder' ? 'folder' : 'other',
      mimetype: null,
      extension: null,
      file_url: null,
      thumbnail: null,
      thumbnail_pending: false,
      etag: null,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      modified_at: null,
      deleted_at: null,
      ...attributes,
    },
    relationships: {},
  }
}
