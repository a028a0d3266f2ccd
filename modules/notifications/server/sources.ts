import type { EventName, Events, Logger } from '../../platform/index.ts'
import type { NewNotification, Notifications } from './services/notifications.ts'

/** Payloads of the events of other modules that people are told about; heard by name, so nothing is imported. */
interface Heard {
  'storage.remote-upload.done': {
    ownerId: string
    batchId: string
    processed: number
    failed: number
    parentId: string | null
  }
  'sharing.link.downloaded': { ownerId: string; itemId: string; item: string; tell: boolean }
  'sharing.request.invited': { userId: string; owner: string; path: string }
  'sharing.request.received': { ownerId: string; folderId: string | null; from: string; count: number }
  'sharing.request.closed': { ownerId: string; folderId: string | null; title: string }
}

/**
 * Event → what the person is told of it, or null for nothing. A module that wants to tell something emits an event of
 * its own; it gets a line here and texts under `notifications:text.{template}`.
 */
const sources: { [Name in keyof Heard]: (event: Heard[Name]) => NewNotification | null } = {
  // i18n-keys: notifications:text.remoteUploadDone.*, notifications:text.remoteUploadPartly.*
  // i18n-keys: notifications:text.remoteUploadFailed.*
  'storage.remote-upload.done': ({ ownerId, processed, failed, parentId }) => {
    const done = processed - failed
    const template = failed === 0 ? 'remoteUploadDone' : done > 0 ? 'remoteUploadPartly' : 'remoteUploadFailed'
    return {
      userId: ownerId,
      category: 'remote-upload-done',
      template,
      params: { count: failed === 0 || done === 0 ? processed : done, failed },
      action: { type: 'route', params: { route: 'Files', id: parentId } },
    }
  },
  // i18n-keys: notifications:text.linkDownloaded.*
  'sharing.link.downloaded': ({ ownerId, item, tell }) =>
    tell
      ? {
          userId: ownerId,
          category: 'file-request',
          template: 'linkDownloaded',
          params: { item },
          action: { type: 'route', params: { route: 'MySharedItems', id: null } },
        }
      : null,
  // i18n-keys: notifications:text.requestInvited.*, notifications:text.requestReceived.*
  // i18n-keys: notifications:text.requestFilled.*
  'sharing.request.invited': ({ userId, owner, path }) => ({
    userId,
    category: 'file-request',
    template: 'requestInvited',
    params: { owner },
    action: { type: 'url', params: { url: path, target: 'blank' } },
  }),
  'sharing.request.received': ({ ownerId, folderId, from, count }) => ({
    userId: ownerId,
    category: 'file-request',
    template: 'requestReceived',
    params: { from, count },
    action: { type: 'route', params: { route: 'Files', id: folderId } },
  }),
  'sharing.request.closed': ({ ownerId, folderId, title }) => ({
    userId: ownerId,
    category: 'file-request',
    template: 'requestFilled',
    params: { title },
    action: { type: 'route', params: { route: 'Files', id: folderId } },
  }),
}

/** Turns what other modules emit into notifications. */
export const listenToSources = (events: Events, notifications: Notifications, log: Logger): void => {
  for (const [name, tell] of Object.entries(sources) as [string, (event: unknown) => NewNotification | null][])
    events.on(name as EventName, async (event: unknown) => {
      const told = tell(event)
      if (told && !(await notifications.create(told))) log.debug({ event: name }, 'nobody to notify any more')
    })
}
